"""Contract: backups that are wanted, turns of chances and when a second factor was added follow from other rows.

Nothing is lost. Wishes and new factors were noted as security events, too. A turn follows from the newest chances of
its game; those of running games are counted as if they had been so once.
"""

from django.db import migrations, models
from django.db.models.functions import Now


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial")]
    operations = [
        migrations.DeleteModel("BackupWish"),
        migrations.DeleteModel("ChancesTurn"),
        migrations.AddField("chances", "passes", models.PositiveIntegerField(default=1, db_default=1)),
        migrations.AlterModelOptions(
            "secondfactor",
            {"ordering": ("pk",), "verbose_name": "second factor", "verbose_name_plural": "second factors"},
        ),
        # For the way back, which has no other value.
        migrations.AlterField(
            "secondfactor", "created_at", models.DateTimeField("created", db_default=Now())
        ),
        migrations.RemoveField("secondfactor", "created_at"),
    ]
