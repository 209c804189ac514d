"""Contract: backups that are wanted and the turns of chances follow from other tables.

Nothing is lost. A wish was noted as a security event, too. A turn follows from the newest chances of its game; those of
running games are counted as if they had been so once.
"""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial")]
    operations = [
        migrations.DeleteModel("BackupWish"),
        migrations.DeleteModel("ChancesTurn"),
        migrations.AddField("chances", "passes", models.PositiveIntegerField(default=1, db_default=1)),
    ]
