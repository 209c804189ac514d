"""Somebody whose name is to be erased, and the files that still have it."""

from __future__ import annotations

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
gone = Player.objects.create(name={NAME!r} + " senior")
Player.objects.filter(pk=gone.pk)._raw_delete("default")
"""


def files_naming(folder: Path) -> list[str]:
    ways = [NAME.encode(), rb"Xaver Qu\u00f6llm\u00fcller"]
    return [
        path.name
        for path in folder.rglob("*")
        if path.is_file() and any(way in path.read_bytes() for way in ways)
    ]
