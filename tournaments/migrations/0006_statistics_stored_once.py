"""Contract: a game that is noted is to be counted at once, so nobody reads from when on."""

from django.db import migrations


class Migration(migrations.Migration):
    """Remove the moment."""

    dependencies = [("tournaments", "0003_shapes_of_answers")]

    operations = [migrations.RemoveField("uncountedgame", "look_at")]
