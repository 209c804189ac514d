"""Entering results from a game's slip, instead of recording throw by throw."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from django.db import transaction

from games.domain.events.fields import to_utc
from games.enums import EventKind, GameState
from games.models import Game
from games.services import recorder
from games.services.commands import EventCommand
from rules import RuleSet
from rules.i18n import Text
from tournaments.db import locked_with_game, refused
from tournaments.errors import EventStateConflict
from tournaments.formats import NextGame
from tournaments.models import EventGame
from tournaments.player_refs import ref, resolve_current
from tournaments.services.games import (
    ChosenStarter,
    Override,
    by_the_rules,
    create_due_game,
    due_game,
    existing_event_game,
    override_starter,
    prepared_game,
    record_throws,
    save_event_game,
    with_recorded,
)
from tournaments.services.standings import record_in_game
from tournaments.services.suspension import check_goes_on
from tournaments.standings.event_state import EventState, is_played

#: No game of this kind was recorded before.
_EARLIEST = 1900
#: No game takes longer than a week.
LONGEST_SECONDS = 7 * 24 * 3600
_NOT_RECORDED = Text("who started is not recorded")


@dataclass(frozen=True, slots=True)
class ResultSlip:
    """What a slip says of a game that was played: the colours in finishing order, or the entry that has won.

    ``pawns`` are those at home at the end, by colour; a League counts them ([T7]). ``played_at`` is when it ended.
    """

    places: Sequence[str] = ()
    winner: str = ""
    pawns: Mapping[str, int] = field(default_factory=dict)
    seconds: int | None = None
    played_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class EnteredStart:
    """How a game with a typed-in result began: where, and who started.

    By default the colour has started that the rules name. ``rounds`` are the throws for the start,
    ``override`` is another colour with the reason.
    """

    board: str = ""
    rounds: Sequence[Mapping[str, int]] = ()
    override: Override | None = None


_AS_DUE = EnteredStart()


@transaction.atomic
def enter_result(
    *,
    event_id: int,
    number: int,
    slip: ResultSlip,
    actor: str,
    now: datetime,
    beginning: EnteredStart = _AS_DUE,
    note: str = "",
    over_throws: bool = False,
) -> EventGame:
    """Enter the result of game ``number``: one that is due is begun and ended in one step, a running one is ended.

    ``note`` is stored in the game's log, and ``over_throws``: that the result is meant although throws of the game are
    recorded. Raises ``EventStateConflict`` where the game is not due or has a result already, ``BeingRecorded`` where
    there are throws and ``over_throws`` is not set, ``BadRequest`` and ``FormatError`` (or ``FormatViolation``) where
    the slip cannot be right.
    """
    event = locked_with_game(event_id, number)
    _check_time(slip, now)
    event_state = EventState.load(event).calling(ref)

    def commands(starter: str) -> list[EventCommand]:
        payload = _payload(event_state, slip, starter) | {"over_throws": over_throws}
        notes = [EventCommand(EventKind.NOTE, {"text": note}, uuid.uuid4())] if note else []
        return [*notes, EventCommand(EventKind.RESULT, payload, uuid.uuid4())]

    def enter() -> EventGame:
        played = next((each for each in event_state.games if each.number == number and is_played(each)), None)
        if played is not None:
            _check_running(played, beginning)
            return _ended(played, commands(""), actor, now)
        check_goes_on(event)
        due = due_game(event_state, number)
        begun = _with_recorded(event_state, due, beginning)
        start = _start(due, begun, event.rules_of(due.rules))
        return _played(event_state, due, start, begun, commands(start.colour), actor, now)

    return record_in_game(event_state, enter, now)


def _with_recorded(event_state: EventState, due: NextGame, beginning: EnteredStart) -> EnteredStart:
    """Add the throws for the start that were recorded before the result is entered."""
    played = existing_event_game(event_state, due)
    if beginning.override or played is None:
        return beginning
    rounds = with_recorded(played, due, beginning.rounds, event_state.event.rules_of(due.rules))
    return replace(beginning, rounds=rounds)


def _played(
    event_state: EventState,
    due: NextGame,
    start: ChosenStarter,
    beginning: EnteredStart,
    commands: Sequence[EventCommand],
    actor: str,
    now: datetime,
) -> EventGame:
    """Return the game that is due in its place in the event, with all ``commands`` recorded.

    One that is made now is written with its result. Throws for the start are recorded one after the other before.
    """
    played = existing_event_game(event_state, due) or EventGame(event=event_state.event, number=due.number)
    played.throws = [dict(thrown) for thrown in beginning.rounds]
    played.override_reason = beginning.override.reason.strip() if beginning.override else ""

    def place(game: Game) -> Sequence[EventCommand]:
        save_event_game(played, due, game, start.reason, beginning.board, actor)
        return () if played.throws else commands

    if prepared := prepared_game(played, event_state, due, None):
        place(prepared)
    elif create_due_game(event_state, due, None, actor, now, at_once=place).is_over:
        return played
    record_throws(played.game, due, played.throws, event_state.event.rules_of(due.rules), actor, now)
    return _ended(played, commands, actor, now)


def _ended(played: EventGame, commands: Sequence[EventCommand], actor: str, now: datetime) -> EventGame:
    for each in commands:
        recorder.record(game_id=played.game_id, wanted=each, expected=None, actor=actor, now=now)
    return played


def _check_time(slip: ResultSlip, now: datetime) -> None:
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


def _start(due: NextGame, beginning: EnteredStart, rules: RuleSet) -> ChosenStarter:
    """Return who started and why; an empty starter where that is not entered and the throw decided."""
    if beginning.override:
        return override_starter(due, beginning.override, beginning.rounds)
    if due.starter is None and not beginning.rounds:
        return ChosenStarter("", _NOT_RECORDED)
    return by_the_rules(due, beginning.rounds, rules)


def _check_running(played: EventGame, beginning: EnteredStart) -> None:
    if played.game.state != GameState.RUNNING:
        name = resolve_current(played.name)
        raise EventStateConflict(Text("{name} has a result already: correct it instead", name=name))
    if beginning.rounds or beginning.override:
        name = resolve_current(played.name)
        raise refused(
            "throws",
            Text("{name} has begun: how it began is told already", name=name),
        )


def _payload(event_state: EventState, slip: ResultSlip, starter: str) -> dict[str, Any]:
    """Return the slip as the payload of the game's event."""
    return {
        "places": list(slip.places),
        "winner": _player(event_state, slip.winner) if slip.winner else None,
        "pawns": dict(slip.pawns),
        "seconds": slip.seconds,
        "starter": starter,
        "played_at": None if slip.played_at is None else to_utc(slip.played_at),
    }


def _player(event_state: EventState, key: str) -> str:
    players = {entry.key: str(entry.player_id) for entry in event_state.entries}
    if key not in players:
        known = ", ".join(players)
        raise refused("winner", Text("one of the entries is needed: {known}", known=known))
    return players[key]
