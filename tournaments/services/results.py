"""Results that are entered instead of recorded throw by throw: what the slip of a game tells."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from django.db import transaction

from games.domain.events.fields import utc
from games.enums import EventKind, GameState
from games.services import recorder
from games.services.commands import Wanted
from rules import RuleSet
from rules.i18n import Text
from tournaments.db import locked_with_game, refused
from tournaments.errors import NotNow
from tournaments.formats import NextGame
from tournaments.models import EventGame
from tournaments.player_refs import by_id, called_today
from tournaments.services.games import (
    Override,
    Start,
    by_the_rules,
    created,
    due_game,
    found,
    overridden,
    placed,
    prepared,
    record_throws,
    standing,
    with_recorded,
)
from tournaments.services.suspension import check_goes_on
from tournaments.standings.event_state import Course, is_played

#: No game of this kind was recorded before.
_EARLIEST = 1900
#: No game takes longer than a week.
LONGEST_SECONDS = 7 * 24 * 3600
_NOT_TOLD = Text("who started is not recorded")


@dataclass(frozen=True, slots=True)
class Slip:
    """What is known of a game that was played: the colours in finishing order, or the entry that has won.

    ``pawns`` are those at home at the end, by colour; a League counts them ([T7]). ``played_at`` is when it ended.
    """

    places: Sequence[str] = ()
    winner: str = ""
    pawns: Mapping[str, int] = field(default_factory=dict)
    seconds: int | None = None
    played_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Beginning:
    """How a game began of which only the result is entered, as far as it is told: where, and who started.

    Where nothing is told the colour has started that the rules name. ``rounds`` are the throws for the start,
    ``override`` is another colour with the reason.
    """

    board: str = ""
    rounds: Sequence[Mapping[str, int]] = ()
    override: Override | None = None


_AS_DUE = Beginning()


@transaction.atomic
def enter_result(
    *,
    event_id: int,
    number: int,
    slip: Slip,
    actor: str,
    now: datetime,
    beginning: Beginning = _AS_DUE,
    note: str = "",
    over_throws: bool = False,
) -> EventGame:
    """Enter the result of game ``number``: one that is due is begun and ended in one step, a running one is ended.

    ``note`` is kept in the game's log, and ``over_throws``: that the result is meant although throws of the game are
    recorded. Raises ``NotNow`` where the game is not due or has a result already, ``BeingRecorded`` where there are
    throws and that is not told, ``BadRequest`` and ``FormatError`` (or ``NotInThisFormat``) where the slip cannot be
    right.
    """
    event = locked_with_game(event_id, number)
    _check_time(slip, now)
    course = Course.of(event).calling(by_id)
    played = next((each for each in course.games if each.number == number and is_played(each)), None)
    if played is None:
        check_goes_on(event)
        due = due_game(course, number)
        beginning = _with_recorded(course, due, beginning)
        start = _start(due, beginning, event.rules_of(due.rules))
        played = _begun(course, due, start, beginning, actor, now)
        starter = start.colour
    else:
        _check_running(played, beginning)
        starter = ""
    if note:
        _record(played, EventKind.NOTE, {"text": note}, actor, now)
    _record(played, EventKind.RESULT, _told(course, slip, starter) | {"over_throws": over_throws}, actor, now)
    return found(played)


def _with_recorded(course: Course, due: NextGame, beginning: Beginning) -> Beginning:
    """With the throws for the start that a game's recorder has recorded before its result is told."""
    played = standing(course, due)
    if beginning.override or played is None:
        return beginning
    rounds = with_recorded(played, due, beginning.rounds, course.event.rules_of(due.rules))
    return replace(beginning, rounds=rounds)


def _begun(
    course: Course, due: NextGame, start: Start, beginning: Beginning, actor: str, now: datetime
) -> EventGame:
    """The game that is due in its place in the event, waiting for its result."""
    played = standing(course, due) or EventGame(event=course.event, number=due.number)
    rules = course.event.rules_of(due.rules)
    game = prepared(played, course, due, None) or created(course, due, None, actor, now)
    played.throws = [dict(thrown) for thrown in beginning.rounds]
    played.override_reason = beginning.override.reason.strip() if beginning.override else ""
    placed(played, due, game, start.reason, beginning.board, actor)
    record_throws(game, due, played.throws, rules, actor, now)
    return played


def _check_time(slip: Slip, now: datetime) -> None:
    if slip.played_at is not None and not (slip.played_at <= now and slip.played_at.year > _EARLIEST):
        raise refused(
            "played_at",
            Text("the game is over, so it ended before now"),
        )
    if slip.seconds is not None and not 0 < slip.seconds <= LONGEST_SECONDS:
        raise refused(
            "seconds",
            Text("1 to {longest_seconds} seconds are possible", longest_seconds=LONGEST_SECONDS),
        )


def _start(due: NextGame, beginning: Beginning, rules: RuleSet) -> Start:
    """Who has started and why; nobody in particular where that is not told and the throw decided."""
    if beginning.override:
        return overridden(due, beginning.override, beginning.rounds)
    if due.starter is None and not beginning.rounds:
        return Start("", _NOT_TOLD)
    return by_the_rules(due, beginning.rounds, rules)


def _check_running(played: EventGame, beginning: Beginning) -> None:
    if played.game.state != GameState.RUNNING:
        name = called_today(played.name)
        raise NotNow(Text("{name} has a result already: correct it instead", name=name))
    if beginning.rounds or beginning.override:
        name = called_today(played.name)
        raise refused(
            "throws",
            Text("{name} has begun: how it began is told already", name=name),
        )


def _told(course: Course, slip: Slip, starter: str) -> dict[str, Any]:
    """The slip as the game's log tells it."""
    return {
        "places": list(slip.places),
        "winner": _player(course, slip.winner) if slip.winner else None,
        "pawns": dict(slip.pawns),
        "seconds": slip.seconds,
        "starter": starter,
        "played_at": None if slip.played_at is None else utc(slip.played_at),
    }


def _player(course: Course, key: str) -> str:
    players = {entry.key: str(entry.player_id) for entry in course.entries}
    if key not in players:
        known = ", ".join(players)
        raise refused("winner", Text("one of the entries is needed: {known}", known=known))
    return players[key]


def _record(played: EventGame, kind: EventKind, told: dict[str, Any], actor: str, now: datetime) -> None:
    wanted = Wanted(kind, told, uuid.uuid4())
    recorder.record(game_id=played.game_id, wanted=wanted, expected=None, actor=actor, now=now)
