"""Remarks on a game of an event: that it does not count, or began otherwise than by the rules."""

from __future__ import annotations

from rules.i18n import Text
from tournaments.formats import FormatError, NextGame, Verdict, phrases, roll_offs
from tournaments.models import EventGame
from tournaments.standings.event_state import EventState

_BY_HAND = Text("was begun from a board set by hand: who started is not recorded")


def remark(event_state: EventState, played: EventGame) -> Text | None:
    """Describe what does not fit, from the start or since a result has changed; nothing played is undone for it."""
    verdict = event_state.verdict
    ignored = next((each.reason for each in verdict.ignored if each.number == played.number), None)
    if ignored:
        return ignored
    if verdict.finished and played.number > verdict.finished.number:
        return _not_needed(verdict)
    return _on_the_start(event_state, played)


def _not_needed(verdict: Verdict) -> Text:
    assert verdict.finished
    game = phrases.games([verdict.finished.number])
    return Text("is not needed any more: {game} has decided the event", game=game)


def _on_the_start(event_state: EventState, played: EventGame) -> Text | None:
    """Describe that another colour started than the rules name, or would name as the results stand now."""
    starter, named = played.game.starter, played.due_starter
    if not starter:
        is_slip = event_state.event.format.seats_a_hall  # a slip never tells who started
        return _BY_HAND if played.game.position and not is_slip else None
    if played.override_reason:
        return None if starter == named else _started(starter, played.starter_reason)
    due = event_state.due_before(played.number)
    if due is None or starter == due.starter:
        return None
    thrown = _thrown(event_state, played, due)
    if starter == (named or thrown):
        # It was right when the game began.
        return None if named == (due.starter or "") else _would_have_started(due.starter, due.starter_reason)
    if due.starter is not None:
        return _was_due(starter, due.starter, due.starter_reason)
    if thrown is not None:
        name = phrases.colour(thrown)
        return _started(starter, Text("but the throw was for {name}", name=name))
    if played.throws or played.game.position:
        return _started(
            starter,
            Text("but it was to be thrown for, and no throws are recorded that decide it"),
        )
    return None


def _thrown(event_state: EventState, played: EventGame, due: NextGame) -> str | None:
    """Return the colour that the stored throws for the start decide; None if they decide none."""
    faces = event_state.event.rules_of(played.game.rules_name).die_faces
    contenders = (
        due.contenders if due.starter is None else {c: phrases.colour(c) for c in due.seating.colours}
    )
    try:
        return roll_offs.highest_throw(contenders, played.throws, faces).starter
    except FormatError:
        return None


def _started(colour: str, why: Text) -> Text:
    name = phrases.colour(colour)
    return Text("{name} started, {why}", name=name, why=why)


def _was_due(colour: str, due: str, reason: Text) -> Text:
    name = phrases.colour(due)
    return _started(colour, Text("but {name} was due ({reason})", name=name, reason=reason))


def _would_have_started(colour: str | None, reason: Text) -> Text:
    if colour is None:
        return Text(
            "as the results stand now, the start would have been thrown for ({reason})", reason=reason
        )
    name = phrases.colour(colour)
    return Text("as the results stand now, {name} would have started ({reason})", name=name, reason=reason)
