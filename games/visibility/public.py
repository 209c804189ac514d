"""The public versions of games under an embargo: each as it stood at an earlier event.

``public_versions`` guards every door that is open to the public. A game that it returns is never saved; it is
like any other, only that its row is the one after the last event that the public may know. Without embargo it
is the game itself, and nothing is asked of the database.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from enum import Enum, auto
from functools import lru_cache
from typing import Any
from uuid import UUID

from django.db.models import Min, Q, QuerySet

from games import signals
from games.domain.aggregate import GameAggregate
from games.domain.embargo import Delay, Until
from games.domain.state import State
from games.enums import GameState
from games.models import Game, GameEvent


class PublicKnowledge(Enum):
    """How much of a game the public may know."""

    NOTHING = auto()
    #: All that came before play began.
    BEFORE_START = auto()
    START = auto()
    ALL = auto()


def is_withheld(game: Game, now: datetime) -> bool:
    """Check whether at ``now`` the public may see less than there is."""
    return game.withheld_until is not None and now < game.withheld_until


def public_versions(games: Sequence[Game], now: datetime) -> list[Game | None]:
    """Return the games as the public may know them, in the same order; ``None``: not even that there is one.

    Takes at most three queries for all of them, and one for the log of each whose earlier state is not
    remembered.
    """
    withheld = [game for game in games if is_withheld(game, now)]
    if not withheld:
        return list(games)
    numbers = _known_numbers(withheld, now)
    return [_as_of(game, numbers[game.pk]) if game.pk in numbers else game for game in games]


# -- up to which event -----------------------------------------------------------------------------


def _known_numbers(games: Sequence[Game], now: datetime) -> dict[UUID, int | None]:
    """Map each game to the last event that the public may know; ``None``: nothing of the game."""
    waiting = [game for game in games if game.embargo is Until.EVENT]
    known: dict[UUID, PublicKnowledge] = {}
    if waiting:
        answers: list[Any] = signals.waiting_for_event.send(Game, games=waiting, now=now)
        for _, answer in answers:
            known |= answer
    known |= {game.pk: PublicKnowledge.START for game in games if game.embargo is Until.END}
    found: dict[UUID, int | None] = _delayed_numbers([each for each in games if each.pk not in known], now)
    for game in games:
        match known.get(game.pk):
            case PublicKnowledge.BEFORE_START:
                found[game.pk] = _beginning(game, game.number)[0]
            case PublicKnowledge.START:
                found[game.pk] = _beginning(game, game.number)[1]
            case PublicKnowledge.ALL:
                found[game.pk] = game.number
            case PublicKnowledge.NOTHING:
                found[game.pk] = None
    return found


def _delayed_numbers(games: Sequence[Game], now: datetime) -> dict[UUID, int | None]:
    """Return the event before the first one inside the delay; ``recorded_at`` need not be monotonic."""
    too_young = Q()
    moments = {game.pk: now - game.embargo.length for game in games if isinstance(game.embargo, Delay)}
    for moment in set(moments.values()):
        these = [key for key, each in moments.items() if each == moment]
        too_young |= Q(game__in=these, recorded_at__gt=moment)
    first: Mapping[UUID, int] = {}
    if moments:
        rows = GameEvent.objects.filter(too_young).order_by().values_list("game")
        first = dict(rows.annotate(Min("number")))
    return {
        game.pk: min(game.number, first.get(game.pk, game.number + 1) - 1)
        if game.pk in moments and game.created_at <= moments[game.pk]
        else None
        for game in games
    }


# -- the game at that event ------------------------------------------------------------------------


def _as_of(game: Game, number: int | None) -> Game | None:
    if number is None or number == game.number:
        return None if number is None else game
    earlier = game.to_be_earlier()
    for column, value in _row(game, number).items():
        setattr(earlier, column, value)
    return earlier


# A log only grows: what follows from its first events never changes, and games are equal by their ids.
@lru_cache(maxsize=1000)
def _row(game: Game, number: int) -> dict[str, Any]:
    """Return the columns of the game after event ``number``."""
    replay, head = GameAggregate(State(game.rules, game.seating)), ""
    for event in _events(game, number):
        replay.apply(event)
        head = event.hash
    return replay.now.row() | {"number": number, "head": head}


@lru_cache(maxsize=1000)
def _beginning(game: Game, number: int) -> tuple[int, int]:
    """Return the last event up to ``number`` before play began, and the one by which it began, if any did."""
    replay, last = GameAggregate(State(game.rules, game.seating)), 0
    for event in _events(game, number):
        phase = replay.apply(event).phase
        if phase != GameState.CREATED:
            return last, event.number if phase == GameState.RUNNING else last
        last = event.number
    return last, last


def _events(game: Game, number: int) -> QuerySet[GameEvent]:
    return game.events.filter(number__lte=number).order_by("number")
