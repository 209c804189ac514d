"""Laying an embargo on an existing game, and lifting it."""

from __future__ import annotations

import logging
import uuid
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from games import signals
from games.domain.embargo import Embargo, Until, as_columns
from games.errors import WrongState
from games.models import Game
from rules.i18n import Text

logger = logging.getLogger(__name__)


@transaction.atomic
def withhold(*, game_id: uuid.UUID, embargo: Embargo | None, actor: str, now: datetime) -> Game:
    """Lay another embargo on a game, or lift it with ``None``; the log stays as it is.

    Raises ``RecordingError`` where the rooms above refuse it, ``WrongState`` where an end is waited for that
    has come already.
    """
    game = Game.objects.select_for_update(of=("self",)).get(pk=game_id)
    signals.embargo_changing.send(Game, game=game)
    if embargo is Until.END and game.is_over:
        raise WrongState(
            Text("The game is over: there is no end left to wait for."),
            state=str(game.state),
            game=game,
        )
    withhold_all(Game.objects.filter(pk=game_id), embargo, now)
    logger.info("game %s: embargo %s by %s", game_id, embargo, actor)
    return Game.objects.get(pk=game_id)


def withhold_all(games: QuerySet[Game], embargo: Embargo | None, now: datetime) -> None:
    """Lay the same embargo on all of these games, whose rows the caller has locked, and tell the rooms above."""
    changed = list(games.exclude(embargo="" if embargo is None else embargo).values_list("pk", flat=True))
    if changed:
        Game.objects.filter(pk__in=changed).update(**as_columns(embargo, now))
        signals.embargo_changed.send(Game, games=changed)
