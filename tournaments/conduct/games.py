"""Starting the games of an event: who sits where and who starts follows from the sporting rules."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from games import recorder
from games.errors import BadRequest
from games.happening import Kind
from games.models import Game, Player
from games.recorder import Wanted
from rules import RuleSet
from rules.text import Text
from tournaments.conduct.writing import checked, locked, refused, saved
from tournaments.course import Course
from tournaments.errors import NotNow
from tournaments.formats import FormatError, NextGame, throws, wording
from tournaments.models import EventGame
from tournaments.projection import refresh


@dataclass(frozen=True, slots=True)
class Override:
    """The organiser's decision that another colour starts, and why."""

    starter: str
    reason: str


@dataclass(frozen=True, slots=True)
class Started:
    """A game of an event that has begun, and whether it had been started before by the same request."""

    played: EventGame
    replayed: bool = False


@dataclass(frozen=True, slots=True)
class _Start:
    colour: str
    reason: Text


@transaction.atomic
def start_next_game(
    *,
    event_id: int,
    actor: str,
    now: datetime,
    number: int | None = None,
    rounds: Sequence[Mapping[str, int]] = (),
    override: Override | None = None,
    board: str = "",
    game_id: uuid.UUID | None = None,
) -> Started:
    """Start the next game, or game ``number`` where several can be started, at the table called ``board``.

    ``rounds`` are the throws for the start, colour → die, where it is to be thrown for; ``override`` is
    another starter by the organiser's decision. The reason is kept with the game, the throws in its log.
    A game that was abandoned is played again. A client-made ``game_id`` makes a repeat harmless; it may
    also be that of a game which waits to begin with these rules and seats, say because its dice were
    promised first (docs/dice.md).
    """
    event = locked(event_id)
    if game_id is not None and (known := _started_before(event_id, game_id)):
        return Started(known, replayed=True)
    course = Course.of(event)
    due = _due(course, number)
    rules = event.rules
    start = _overridden(due, override, rounds) if override else _by_the_rules(due, rounds, rules)
    players = {entry.key: entry.player for entry in course.entries}
    seats = [(players[seat.entrant], seat.colours) for seat in due.seating.seats]
    game = _waiting(game_id, rules, seats) or recorder.create_game(
        rules=rules,
        seats=seats,
        title=f"{event.name} · {due.number}",
        game_id=game_id,
        actor=actor,
        now=now,
    )
    for thrown in rounds:
        wanted = Wanted(Kind.START_THROWS, {"throws": dict(thrown)}, uuid.uuid4())
        recorder.record(game_id=game.pk, wanted=wanted, expected=None, actor=actor, now=now)
    how = {"reason": start.reason.as_json()}
    recorder.start_game(game_id=game.pk, starter=start.colour, how=how, actor=actor, now=now)
    abandoned = next((each for each in course.games if each.number == due.number), None)
    played = abandoned or EventGame(event=event, number=due.number)
    played.name = due.name
    played.board = board
    played.game = game
    played.due_starter = due.starter or ""
    played.starter_reason = start.reason
    played.throws = [dict(each) for each in rounds]
    played.override_reason = override.reason if override else ""
    checked(played)
    saved(played, actor)
    refresh(event_id=event.pk)
    return Started(EventGame.objects.select_related("game", "event").get(pk=played.pk))


def _started_before(event_id: int, game_id: uuid.UUID) -> EventGame | None:
    known = EventGame.objects.filter(game=game_id).select_related("game", "event").first()
    if known is not None and known.event_id != event_id:
        raise _another_game(game_id)
    return known


def _waiting(
    game_id: uuid.UUID | None, rules: RuleSet, seats: Sequence[tuple[Player, Sequence[str]]]
) -> Game | None:
    """The game of that id, if there is one: it must wait to begin, with these rules and seats."""
    game = None if game_id is None else Game.objects.filter(pk=game_id).first()
    if game is None:
        return None
    seated = {str(player.pk): list(colours) for player, colours in seats}
    if game.state != Game.State.CREATED or (game.rules, game.seating) != (rules, seated):
        raise _another_game(game.pk)
    return game


def _another_game(game_id: uuid.UUID | None) -> BadRequest:
    return refused(
        "id",
        f"{game_id} is another game already, and not one that waits to begin with the rules and seats due now;"
        " use a new id",
        f"{game_id} ist schon ein anderes Spiel und keins, das mit den jetzt fälligen Regeln und Plätzen auf seinen"
        " Beginn wartet; eine neue Kennung verwenden",
    )


def _due(course: Course, number: int | None) -> NextGame:
    for game in course.due:
        if number in (None, game.number):
            return game
    raise NotNow(_why_none(course, number))


def _why_none(course: Course, number: int | None) -> Text:
    """Why no game (of that number) can be started."""
    verdict = course.verdict
    if verdict.finished:
        return verdict.finished.reason
    if verdict.missing:
        return verdict.missing[0]
    if verdict.draws:
        name = verdict.draws[0].name
        return Text(f"to be held first: {name.en}", f"zuerst nötig: {name.de}")
    if number is not None and course.due:
        names = wording.listed([game.name for game in course.due])
        return Text(
            f"number: not Game {number} but {names.en} is to be started now",
            f"number (Nummer): nicht Spiel {number}, sondern {names.de} ist jetzt zu beginnen",
        )
    running = wording.listed([game.name for game in verdict.next_games])
    return Text(f"{running.en} is being played", f"{running.de} wird gerade gespielt")


def _by_the_rules(due: NextGame, rounds: Sequence[Mapping[str, int]], rules: RuleSet) -> _Start:
    """Who starts by the sporting rules, thrown for where they say so."""
    if due.starter is not None:
        if rounds:
            raise FormatError(
                "throws",
                Text(
                    f"the start is not thrown for: {due.starter_reason.en}",
                    f"um den Beginn wird nicht gewürfelt: {due.starter_reason.de}",
                ),
            )
        return _Start(due.starter, due.starter_reason)
    contenders = {colour: wording.colour(colour) for colour in due.seating.colours}
    thrown = throws.highest_throw(contenders, rounds, rules.die_faces)
    if thrown.starter is None:
        raise FormatError("throws", thrown.reason)
    return _Start(thrown.starter, thrown.reason)


def _overridden(due: NextGame, override: Override, rounds: Sequence[Mapping[str, int]]) -> _Start:
    """The organiser's decision, with what the rules had said."""
    if rounds:
        raise refused(
            "override",
            "either throws or an override, not both",
            "entweder Würfe oder eine Entscheidung (override), nicht beides",
        )
    if override.starter not in due.seating.colours:
        there = ", ".join(due.seating.colours)
        raise refused(
            "override.starter",
            f"a colour at the board is needed: {there}",
            f"nötig ist eine Farbe am Brett: {there}",
        )
    reason = override.reason.strip()
    if not reason or not reason.isprintable():
        raise refused(
            "override.reason",
            "why another colour starts is needed, in printable characters",
            "nötig ist, warum eine andere Farbe beginnt, in druckbaren Zeichen",
        )
    return _Start(
        override.starter,
        Text(
            f"decided by the organiser: {reason} (by the rules: {due.starter_reason.en})",
            f"entschieden von der Turnierleitung: {reason} (nach den Regeln: {due.starter_reason.de})",
        ),
    )
