"""Contract: games are public or not; what hid a part of them for a while goes.

A game of which something was still hidden is not public from now on (tournaments/0040 goes on with those of events).
"""

from typing import Any

from django.db import migrations, models
from django.utils import timezone


def hide(apps: Any, schema_editor: Any) -> None:
    """Hide the games of which something is withheld."""
    games = apps.get_model("games", "Game").objects.exclude(embargo="")
    games.filter(withheld_until__gt=timezone.now()).update(is_public=False)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0018_where_players_were_first_entered"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="is_public",
            field=models.BooleanField(db_default=True, default=True, editable=False, verbose_name="public"),
        ),
        migrations.RunPython(hide, migrations.RunPython.noop),
        migrations.RemoveField(model_name="game", name="embargo"),
        migrations.RemoveField(model_name="game", name="withheld_until"),
    ]
