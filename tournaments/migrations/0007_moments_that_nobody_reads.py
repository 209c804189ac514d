"""Contract: nobody reads when a unit was concluded or a list drawn up."""

from django.db import migrations


class Migration(migrations.Migration):
    """Remove both."""

    dependencies = [("tournaments", "0006_statistics_stored_once")]

    operations = [
        migrations.RemoveField("eventunit", "concluded_at"),
        migrations.RemoveField("ranking", "drawn_at"),
    ]
