"""Which kinds of slides there are says ``tournaments.screens.kinds``; a new one needs no migration."""

from django.db import migrations, models
from django.db.models.deletion import CASCADE


class Migration(migrations.Migration):
    """Take the choices off the column; nothing in the database changes."""

    dependencies = [("tournaments", "0009_marks_of_games_to_count")]

    operations = [
        migrations.AlterField("hallslide", "kind", models.CharField(max_length=12, verbose_name="shows")),
        migrations.AlterField(
            "hallslide",
            "event",
            models.ForeignKey(
                "tournaments.event",
                CASCADE,
                blank=True,
                null=True,
                related_name="+",
                verbose_name="event",
            ),
        ),
    ]
