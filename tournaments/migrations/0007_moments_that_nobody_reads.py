"""Contract: nobody reads when a unit was concluded or a list drawn up."""

from django.db import migrations, models
from django.db.models.functions import Now


class Migration(migrations.Migration):
    """Remove both."""

    dependencies = [("tournaments", "0006_statistics_stored_once")]

    operations = [
        # On the way back each row needs a moment.
        migrations.AlterField("eventunit", "concluded_at", models.DateTimeField(db_default=Now())),
        migrations.RemoveField("eventunit", "concluded_at"),
        migrations.RemoveField("ranking", "drawn_at"),
    ]
