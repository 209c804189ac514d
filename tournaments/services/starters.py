"""Deciding who begins a game of an event, whatever begins it: a start, a pushed record, a board set by hand.

Games ask here (``games.services.starters``) in the transaction that holds the game's row; the event's row is
locked after it, never before. The decision is stored with the game of the event; the table follows in the same
transaction.
"""

from collections.abc import Sequence
from dataclasses import replace

from games.above import RoomAbove
from games.enums import Action, EventKind
from games.errors import BadRequest, RecordingError
from games.models import Game
from games.services.starters import Payload, StarterRequest, Throws, not_due
from rules import RuleSet, StartingColour, Text
from tournaments.db import locked
from tournaments.errors import FormatViolation
from tournaments.formats import FormatError, NextGame, roll_offs
from tournaments.models import EventGame
from tournaments.player_refs import ref, resolve_current
from tournaments.services.games import (
    Override,
    by_the_rules,
    check_seats,
    due_game,
    override_starter,
    rounds_in_log,
    save_event_game,
    with_throws,
)
from tournaments.services.suspension import check_goes_on
from tournaments.standings.event_state import EventState

_BY_HAND = Text("begun from a board set by hand; who started is not recorded")


class EventStarters(RoomAbove):
    """Decides who begins the games of events."""

    def due(self, game: Game, thrown: Throws) -> StartingColour | None:
        played = EventGame.objects.filter(game=game.pk).select_related("game", "event__season").first()
        if played is None:
            return None
        check_goes_on(played.event)
        event_state = EventState.load(played.event)
        due = due_game(event_state, played.number)
        check_seats(played, event_state, due)
        rules = played.event.rules_of(due.rules)
        rounds = rounds_in_log(game, due, rules)
        try:
            rounds = with_throws(rounds, thrown, due, rules) if thrown else rounds
        except FormatError as error:
            raise FormatViolation(error.message, field="throws") from error
        return replace(_after_throws(due, rounds, rules), throws_decide=True)

    def decide(self, wish: StarterRequest) -> Payload | None:
        """Return the payload of the start, which is stored with the game of the event too."""
        if wish.writer.around is not None:
            event_state, played = wish.writer.around.before, wish.writer.around.game_of(wish.game.pk)
        elif found := EventGame.objects.filter(game=wish.game).first():
            played, event_state = found, EventState.load(locked(found.event_id)).calling(ref)
        else:
            return None
        event = event_state.event
        check_goes_on(event)
        due = due_game(event_state, played.number)
        check_seats(played, event_state, due)
        rules = event.rules_of(due.rules)
        try:
            if wish.kind == EventKind.START_THROWS:
                with_throws(rounds_in_log(wish.game, due, rules), wish.payload["throws"], due, rules)
                return wish.payload
            if wish.kind == EventKind.POSITION:
                _keep(played, due, StartingColour("", _BY_HAND), (), "", wish)
                return wish.payload
            return _started(played, due, rules, wish)
        except FormatError as error:
            field = "starter" if error.field == "starter" else "throws"
            raise FormatViolation(error.message, field=field) from error


def _started(played: EventGame, due: NextGame, rules: RuleSet, wish: StarterRequest) -> Payload:
    """Decide by the rules; otherwise by the organiser's override, or as it has happened at the board."""
    _check_wish(due, wish)
    rounds = rounds_in_log(wish.game, due, rules)
    found = _after_throws(due, rounds, rules)
    override = ""
    if found.colour is not None and wish.starter in ("", found.colour):
        start = by_the_rules(due, rounds, rules)
    elif not wish.starter:
        raise FormatError("throws", found.reason)
    elif wish.reason:
        wish.require(Action.ORGANISE)
        start, override = override_starter(due, Override(wish.starter, wish.reason), ()), wish.reason
    else:
        _check_has_happened(found, wish)
        start = _irregular(wish.starter, found.reason)
    _keep(played, due, start, rounds, override, wish)
    return wish.but(starter=start.colour, how={"reason": start.reason.as_json()})


def _check_wish(due: NextGame, wish: StarterRequest) -> None:
    if wish.youngest:
        raise BadRequest(
            Text("youngest: who is the youngest stands with the entries of the event"),
            field="youngest",
        )
    if wish.starter and wish.starter not in due.seating.colours:
        there = ", ".join(due.seating.colours)
        raise BadRequest(
            Text("starter: a colour at the board is needed: {there}", there=there),
            field="starter",
        )


def _check_has_happened(found: StartingColour, wish: StarterRequest) -> None:
    """Raise ``NotDue`` unless it is entered afterwards, by a person who may rule on irregularities."""
    refusal = not_due(
        replace(found, reason=resolve_current(found.reason)),
        wish.starter,
    )
    if not wish.writer.has_happened:
        raise refusal
    try:
        wish.require(Action.RULE)
    except RecordingError as error:
        raise refusal from error


def _irregular(colour: str, by_the_rules: Text) -> StartingColour:
    return StartingColour(
        colour,
        Text(
            "begun like this at the board, by the record (by the rules: {by_the_rules})",
            by_the_rules=by_the_rules,
        ),
    )


def _after_throws(due: NextGame, rounds: Sequence[dict[str, int]], rules: RuleSet) -> StartingColour:
    """Return who is due once these throws are made, or who throws now."""
    if due.starter is not None:
        return StartingColour(due.starter, due.starter_reason)
    if not rounds:
        return StartingColour(None, due.starter_reason, tuple(due.contenders))
    thrown = roll_offs.highest_throw(due.contenders, rounds, rules.die_faces)
    return StartingColour(thrown.starter, thrown.reason, thrown.to_throw)


def _keep(
    played: EventGame,
    due: NextGame,
    start: StartingColour,
    rounds: Sequence[dict[str, int]],
    override: str,
    wish: StarterRequest,
) -> None:
    """Store how the game began with the game of the event, unless its recorder has done so already."""
    stored = (played.throws, played.override_reason, played.due_starter, played.starter_reason)
    values = ([dict(each) for each in rounds], override, due.starter or "", start.reason)
    if stored == values:
        return
    played.throws, played.override_reason = values[:2]
    save_event_game(played, due, wish.game, start.reason, "", wish.writer.actor)
