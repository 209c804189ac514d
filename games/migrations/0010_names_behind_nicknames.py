"""Everybody searches what players are shown as; the names behind nicknames have a key of their own.

Beside it: how much of a log was taken over from a file, and that the erasing of a name is kept.
"""

from __future__ import annotations

import unicodedata
from typing import Any

from django.db import migrations, models

import games.models.player

_FOLDED = str.maketrans({"ä": "a", "ö": "o", "ü": "u", "ß": "ss", "æ": "ae", "ø": "o", "ł": "l"})
_HELP = (
    "Shown to the public instead of the name, everywhere and at once, in what was said before too. The name stays with "
    "the organisers; free texts that it was typed into are listed when this is saved."
)


def folded(text: str) -> str:
    """A name as it is searched and sorted by."""
    plain = unicodedata.normalize("NFKD", text.casefold().translate(_FOLDED))
    plain = "".join(letter for letter in plain if not unicodedata.combining(letter))
    for spelling, letter in (("ae", "a"), ("oe", "o"), ("ue", "u")):
        plain = plain.replace(spelling, letter)
    return " ".join(plain.split())


def forwards(apps: Any, schema_editor: Any) -> None:
    """Work out both keys."""
    for player in apps.get_model("games", "Player").objects.all().iterator():
        shown = player.nickname or player.name
        player.search_key = folded(shown)
        player.names_key = folded(f"{shown} {player.name}") if player.nickname else player.search_key
        player.save(update_fields=["search_key", "names_key"])


def backwards(apps: Any, schema_editor: Any) -> None:
    """One key for both."""
    for player in apps.get_model("games", "Player").objects.all().iterator():
        player.search_key = player.names_key
        player.save(update_fields=["search_key"])


class Migration(migrations.Migration):
    dependencies = [("games", "0009_analysis_of_games")]

    operations = [
        migrations.AddField(
            model_name="game",
            name="imported",
            field=models.PositiveIntegerField(default=0, editable=False),
        ),
        migrations.AddField(
            model_name="player",
            name="names_key",
            field=models.CharField(default="", editable=False, max_length=220),
        ),
        *(
            migrations.AlterField(
                model_name=name,
                name="nickname",
                field=models.CharField(
                    blank=True,
                    help_text=_HELP,
                    max_length=100,
                    validators=[games.models.player.printable],
                    verbose_name="nickname",
                ),
            )
            for name in ("historicalplayer", "player")
        ),
        migrations.AlterField(
            model_name="securityevent",
            name="kind",
            field=models.CharField(
                choices=[
                    ("login", "login"),
                    ("login failed", "login failed"),
                    ("login throttled", "login throttled"),
                    ("logout", "logout"),
                    ("link opened", "link opened"),
                    ("token issued", "token issued"),
                    ("token revoked", "token revoked"),
                    ("permit granted", "permit granted"),
                    ("permit revoked", "permit revoked"),
                    ("player erased", "player erased"),
                ],
                max_length=20,
                verbose_name="kind",
            ),
        ),
        migrations.RunPython(forwards, backwards),
    ]
