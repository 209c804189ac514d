"""Starting the games of an event: who sits where and who starts follows from the sporting rules.

What is kept of a game calls players by their ids, and so does the course it is taken from; a refusal calls them by
their names of today.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from games import recorder
from games.asked import Wanted
from games.dice.committing import commit_dice
from games.embargo import on_games_of
from games.happening import Kind
from games.models import Game
from rules import RuleSet
from rules.text import Text
from tournaments.calling import by_id, called_today
from tournaments.conduct.furniture import Furniture, still_to_lay, to_lay
from tournaments.conduct.holding import check_goes_on
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


_TO_BE_DRAWN = Furniture()


@dataclass(frozen=True, slots=True)
class Started:
    """A game of an event that has begun, and whether it had been started before by the same request."""

    played: EventGame
    replayed: bool = False


@dataclass(frozen=True, slots=True)
class Start:
    """The colour that starts, and why."""

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
    furniture: Furniture = _TO_BE_DRAWN,
    board: str = "",
    game_id: uuid.UUID | None = None,
) -> Started:
    """Start the next game, or game ``number`` where several can be started, at the table called ``board``.

    ``rounds`` are the throws for the start, colour → die, where it is to be thrown for; ``override`` is
    another starter by the organiser's decision. The reason is kept with the game, the throws in its log.
    ``furniture`` are the trapdoors or wormholes, drawn from a published seed unless they are laid by hand.
    A game that was prepared begins, one that was abandoned is played again. A client-made ``game_id`` makes
    a repeat harmless.
    """
    event = locked(event_id)
    if game_id is not None and (known := _started_before(event_id, game_id)):
        return Started(known, replayed=True)
    check_goes_on(event)
    course = Course.of(event).calling(by_id)
    due = due_game(course, number)
    start = overridden(due, override, rounds) if override else by_the_rules(due, rounds, event.rules)
    played = standing(course, due) or EventGame(event=event, number=due.number)
    game = prepared(played, course, due, game_id) or created(course, due, game_id, actor, now)
    for thrown in rounds:
        wanted = Wanted(Kind.START_THROWS, {"throws": dict(thrown)}, uuid.uuid4())
        recorder.record(game_id=game.pk, wanted=wanted, expected=None, actor=actor, now=now)
    how = {"reason": start.reason.as_json()}
    lying = still_to_lay(game, furniture)
    recorder.start_game(game_id=game.pk, starter=start.colour, how=how, actor=actor, now=now, **lying)
    played.throws = [dict(each) for each in rounds]
    played.override_reason = override.reason if override else ""
    return _kept(played, due, game, start.reason, board, actor, now)


@transaction.atomic
def prepare_next_game(
    *,
    event_id: int,
    actor: str,
    now: datetime,
    number: int | None = None,
    furniture: Furniture = _TO_BE_DRAWN,
    board: str = "",
    game_id: uuid.UUID | None = None,
) -> Started:
    """Make the next game, or game ``number``, without beginning it, and promise online dice for it (docs/dice.md).

    The sides can then add their texts; ``start_next_game`` begins it. ``furniture`` is laid now and stays. A
    client-made ``game_id`` makes a repeat harmless.
    """
    event = locked(event_id)
    if game_id is not None and (known := _known(event_id, game_id)):
        return Started(known, replayed=True)
    check_goes_on(event)
    course = Course.of(event).calling(by_id)
    due = due_game(course, number)
    played = standing(course, due) or EventGame(event=event, number=due.number)
    if _waits(played):
        name = called_today(due.name)
        raise NotNow(
            Text(
                f"{name.en} is prepared already and can begin",
                f"{name.de} ist schon vorbereitet und kann beginnen",
            )
        )
    lying = to_lay(event.rules_of(due.rules), furniture)
    game = created(course, due, game_id, actor, now, lying)
    commit_dice(game_id=game.pk, actor=actor, now=now)
    played.throws, played.override_reason = [], ""
    return _kept(played, due, game, due.starter_reason, board, actor, now)


def game_of_number(course: Course, number: int, actor: str, now: datetime) -> EventGame:
    """The running game of that number, or the one that is due, made now without beginning it.

    For games that end without having been played: forfeited, or of which the result alone is told. ``course`` calls
    players by their ids.
    """
    for played in course.games:
        if played.number == number and played.game.state == Game.State.RUNNING:
            return played
    check_goes_on(course.event)
    due = due_game(course, number)
    played = standing(course, due) or EventGame(event=course.event, number=number)
    game = prepared(played, course, due, None) or created(course, due, None, actor, now)
    played.throws, played.override_reason = [], ""
    placed(played, due, game, due.starter_reason, "", actor)
    return found(played)


def _kept(
    played: EventGame,
    due: NextGame,
    game: Game,
    starter_reason: Text,
    board: str,
    actor: str,
    now: datetime,
) -> Started:
    """The game as the one of its number in the event, and what follows from it."""
    placed(played, due, game, starter_reason, board, actor)
    refresh(event_id=played.event_id, now=now)
    return Started(found(played))


def placed(
    played: EventGame, due: NextGame, game: Game, starter_reason: Text, board: str, actor: str
) -> None:
    """Save the game as the one of its number in the event; the projection does not know it yet."""
    played.name = due.name
    played.board = board or played.board
    played.game = game
    played.due_starter = due.starter or ""
    played.starter_reason = starter_reason
    checked(played)
    saved(played, actor)


def found(played: EventGame) -> EventGame:
    """The row as it is kept, with its game and event."""
    return EventGame.objects.select_related("game", "event").get(pk=played.pk)


def created(
    course: Course,
    due: NextGame,
    game_id: uuid.UUID | None,
    actor: str,
    now: datetime,
    furniture: Mapping[str, Any] | None = None,
) -> Game:
    """The game that is due, not begun; ``furniture`` is what is laid on its board already."""
    players = {entry.key: entry.player for entry in course.entries}
    return recorder.create_game(
        rules=course.event.rules_of(due.rules),
        seats=[(players[seat.entrant], seat.colours) for seat in due.seating.seats],
        title=f"{course.event.name} · {due.number}",
        game_id=game_id,
        embargo=on_games_of(course.event.embargo),
        furniture=furniture,
        actor=actor,
        now=now,
    )


def standing(course: Course, due: NextGame) -> EventGame | None:
    """What stands for the number of a game that is due: one that was prepared, or abandoned."""
    return next((each for each in course.games if each.number == due.number), None)


def _waits(played: EventGame) -> bool:
    return played.game_id is not None and played.game.state == Game.State.CREATED


def prepared(played: EventGame, course: Course, due: NextGame, game_id: uuid.UUID | None) -> Game | None:
    """The game that was prepared, if one was: it must be the one that is meant, with the seats that are due."""
    if not _waits(played):
        return None
    if game_id not in (None, played.game_id):
        name = called_today(due.name)
        raise refused(
            "id",
            f"{name.en} is prepared as {played.game_id}: leave the id out, or give that one",
            f"{name.de} ist als {played.game_id} vorbereitet: die Kennung weglassen oder diese angeben",
        )
    if course.seating(played.game) != due.seating:
        name = called_today(due.name)
        raise NotNow(
            Text(
                f"{name.en} is prepared with other seats than are due now: abandon it, then start anew",
                f"{name.de} ist mit anderen Plätzen vorbereitet, als jetzt fällig sind: erst abbrechen, dann neu"
                " beginnen",
            )
        )
    return played.game


def _started_before(event_id: int, game_id: uuid.UUID) -> EventGame | None:
    known = _known(event_id, game_id)
    return None if known is None or _waits(known) else known


def _known(event_id: int, game_id: uuid.UUID) -> EventGame | None:
    known = EventGame.objects.filter(game=game_id).select_related("game", "event").first()
    if known is None and not Game.objects.filter(pk=game_id).exists():
        return None
    if known is None or known.event_id != event_id:
        raise refused(
            "id",
            f"{game_id} is another game already; use a new id",
            f"{game_id} ist schon ein anderes Spiel; eine neue Kennung verwenden",
        )
    return known


def due_game(course: Course, number: int | None) -> NextGame:
    """The game of that number, or the first, that can be started now. Raises ``NotNow`` where none can."""
    for game in course.due:
        if number in (None, game.number):
            return game
    raise NotNow(called_today(_why_none(course, number)))


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


def by_the_rules(due: NextGame, rounds: Sequence[Mapping[str, int]], rules: RuleSet) -> Start:
    """Who starts by the sporting rules, thrown for where they say so."""
    if due.starter is not None:
        if rounds:
            why = called_today(due.starter_reason)
            raise FormatError(
                "throws",
                Text(
                    f"the start is not thrown for: {why.en}",
                    f"um den Beginn wird nicht gewürfelt: {why.de}",
                ),
            )
        return Start(due.starter, due.starter_reason)
    contenders = {colour: wording.colour(colour) for colour in due.seating.colours}
    thrown = throws.highest_throw(contenders, rounds, rules.die_faces)
    if thrown.starter is None:
        raise FormatError("throws", thrown.reason)
    return Start(thrown.starter, thrown.reason)


def overridden(due: NextGame, override: Override, rounds: Sequence[Mapping[str, int]]) -> Start:
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
    return Start(
        override.starter,
        Text(
            f"decided by the organiser: {reason} (by the rules: {due.starter_reason.en})",
            f"entschieden von der Turnierleitung: {reason} (nach den Regeln: {due.starter_reason.de})",
        ),
    )
