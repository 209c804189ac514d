"""Somebody whose name is to be erased, and the rows that still have it."""

import sqlite3
from contextlib import closing
from pathlib import Path

NAME = "Xaver Quöllmüller"
PLAYED = f"""
from django.utils import timezone
from games.enums import EventKind
from games.models import Player
from games.services.commands import EventCommand
from games.services.recorder import create_game, record
from rules import RULE_SETS
players = [Player.objects.create(name=name) for name in ({NAME!r}, "Bert", "Cora")]
pairs = [("yellow", "red"), ("green", "black"), ("violet", "blue")]
who = dict(actor="test", now=timezone.now())
game = create_game(rules=RULE_SETS["xmadn-3t"], seats=list(zip(players, pairs)), title="{NAME}s Spiel", **who)
for number in range(30):
    wanted = EventCommand(EventKind.NOTE, dict(text=f"{NAME} {{number}}"))
    record(game_id=game.pk, wanted=wanted, expected=number + 1, **who)
"""


def rows_naming(database: Path) -> list[str]:
    """The rows of a database of SQLite, as it would write them out, in which the name stands."""
    with closing(sqlite3.connect(database)) as opened:
        return [row for row in opened.iterdump() if NAME in row or r"Qu\u00f6llm\u00fcller" in row]
