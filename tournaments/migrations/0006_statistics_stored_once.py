"""Contract: a noted game is to be counted at once, and where a player stands is read from the row of their last game.

``Career`` was a copy of that row, so nothing is lost.
"""

from django.db import migrations, models
from django.db.models.functions import Now


def mark_latest(apps, schema_editor):
    """Mark the last game of each player after which it is known where they stood."""
    played_games = apps.get_model("tournaments", "PlayedGame").objects
    known = played_games.filter(player=models.OuterRef("pk"), mu__isnull=False)
    last = models.Subquery(known.order_by("-ended_at", "-counted_id").values("pk")[:1])
    found = apps.get_model("games", "Player").objects.values_list(last)
    played_games.filter(pk__in=found).update(is_latest=True)


class Migration(migrations.Migration):
    """Replace careers by a mark, and remove the moment of noted games."""

    dependencies = [("games", "0001_initial"), ("tournaments", "0005_forecasts_step_by_step")]

    operations = [
        # On the way back each row needs a moment.
        migrations.AlterField("uncountedgame", "look_at", models.DateTimeField(db_default=Now())),
        migrations.RemoveField("uncountedgame", "look_at"),
        migrations.AddField(
            "playedgame", "is_latest", models.BooleanField(db_default=False, default=False, editable=False)
        ),
        migrations.RunPython(mark_latest, migrations.RunPython.noop),
        migrations.AddConstraint(
            "playedgame",
            models.UniqueConstraint(
                condition=models.Q(("is_latest", True)),
                fields=("player",),
                name="one_latest_game_per_player",
            ),
        ),
        migrations.DeleteModel("Career"),
    ]
