"""A throw recorded on the running site, as if somebody else had recorded it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    pass


ONE_THROW = """
from django.utils import timezone
from games.services import recorder
from games.services.commands import ThrowCommand
from games.models import Game
game = Game.objects.get(pk={game!r})
if game.state == "created":
    recorder.start_game(game_id=game.pk, starter="yellow", actor="test", now=timezone.now())
else:
    recorder.record_throws(
        game_id=game.pk, throws=[ThrowCommand(5, "5:A-5")], expected=game.number, actor="test", now=timezone.now()
    )
"""
