"""Starting the games of an event: who sits where and who starts follows from the sporting rules.

What is stored of a game calls players by their ids, and so does the event state it comes from; errors call
them by their current names.
"""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from games.enums import EventKind
from games.models import Game
from games.services import recorder
from games.services.commands import EventCommand, Writer
from games.services.commit_dice import commit_dice
from rules import RuleSet, Text
from tournaments.db import check_row, locked, locked_with_prepared, refused, save_row
from tournaments.errors import EventStateConflict
from tournaments.formats import NextGame, phrases
from tournaments.models import EventGame
from tournaments.player_refs import resolve_current
from tournaments.services.special_fields import FurnitureInput, still_to_lay, to_lay
from tournaments.services.standings import EventChange, event_change
from tournaments.services.starters import Override, decide_start, rounds_in_log
from tournaments.services.suspension import check_goes_on
from tournaments.standings.event_state import EventState, is_prepared

_TO_BE_DRAWN = FurnitureInput()


@dataclass(frozen=True, slots=True)
class StartedGame:
    """A game of an event that has begun, and whether it had been started before by the same request."""

    played: EventGame
    replayed: bool = False


@transaction.atomic
def start_next_game(
    *,
    event_id: int,
    actor: str,
    now: datetime,
    number: int | None = None,
    rounds: Sequence[Mapping[str, int]] = (),
    override: Override | None = None,
    furniture: FurnitureInput = _TO_BE_DRAWN,
    board: str = "",
    game_id: uuid.UUID | None = None,
) -> StartedGame:
    """Start the next game, or game ``number`` where several can be started, at the table called ``board``.

    ``rounds`` are the throws for the start, colour → die, where it is to be thrown for; ``override`` is
    another starter by the organiser's decision. The reason is stored with the game, the throws in its log.
    ``furniture`` are the trapdoors or wormholes, drawn from a published seed unless they are chosen by hand.
    A game that was prepared begins, one that was abandoned is played again. A client-made ``game_id`` makes
    a repeat harmless.
    """
    event = locked_with_prepared(event_id)
    if game_id is not None and (known := _started_before(event_id, game_id)):
        return StartedGame(known, replayed=True)
    check_goes_on(event)
    with event_change(EventState.load(event), now) as change:
        due = due_game(change.before, number)
        played, rules = place_of(change.before, due), event.rules_of(due.rules)
        start = decide_start(played, due, rules, rounds, override)
        put_in_place(change, due, played, start.reason, actor, board=board, game_id=game_id)
        record_throws(change, played, due, rules, actor)
        recorder.start_game(
            game_id=played.game_id,
            starter=start.colour or "",
            reason=played.override_reason,
            how={"reason": start.reason.as_json()},
            actor=actor,
            now=now,
            around=change,
            **still_to_lay(played.game, furniture),
        )
    return StartedGame(played)


@transaction.atomic
def prepare_next_game(
    *,
    event_id: int,
    actor: str,
    now: datetime,
    number: int | None = None,
    furniture: FurnitureInput = _TO_BE_DRAWN,
    board: str = "",
    game_id: uuid.UUID | None = None,
) -> StartedGame:
    """Make the next game, or game ``number``, without beginning it, and promise online dice for it
    (docs/reference/dice.md).

    The sides can then add their texts; ``start_next_game`` begins it. ``furniture`` is fixed now. A
    client-made ``game_id`` makes a repeat harmless.
    """
    event = locked(event_id)
    if game_id is not None and (known := _known(event_id, game_id)):
        return StartedGame(known, replayed=True)
    check_goes_on(event)
    with event_change(EventState.load(event), now) as change:
        due = due_game(change.before, number)
        played = place_of(change.before, due)
        if is_prepared(played):
            name = resolve_current(due.name)
            raise EventStateConflict(Text("{name} is prepared already and can begin", name=name))
        played.throws, played.override_reason = [], ""
        lying = to_lay(event.rules_of(due.rules), furniture)
        put_in_place(
            change, due, played, due.starter_reason, actor, board=board, game_id=game_id, furniture=lying
        )
        played.game = commit_dice(game_id=played.game_id, actor=actor, now=now).game
    return StartedGame(played)


def put_in_place(
    change: EventChange,
    due: NextGame,
    played: EventGame,
    starter_reason: Text,
    actor: str,
    *,
    board: str = "",
    game_id: uuid.UUID | None = None,
    furniture: Mapping[str, Any] | None = None,
    wanted: Sequence[EventCommand] = (),
) -> bool:
    """Put the game that is due in its place ``played`` in the event; return whether it is made now, not prepared.

    One that is made has the special fields ``furniture`` at its board, and ``wanted`` recorded with it.
    """
    event = change.event
    game = prepared_game(played, change.before, due, game_id)
    is_new = game is None
    if game is None:
        players = {entry.key: entry.player for entry in change.before.entries}
        game = recorder.seated_game(
            rules=event.rules_of(due.rules),
            seats=[(players[seat.entrant], seat.colours) for seat in due.seating.seats],
            title=f"{event.name} · {due.number}",
            game_id=game_id,
            is_public=event.is_public,
            now=change.now,
        )
    save_event_game(played, due, game, starter_reason, board, actor)
    change.place(played)
    if is_new:
        recorder.begin_log(game, Writer(actor, change.now, around=change), furniture, wanted)
    return is_new


def save_event_game(
    played: EventGame, due: NextGame, game: Game, starter_reason: Text, board: str, actor: str
) -> None:
    """Save the game as the one of its number in the event; the projection is not updated.

    An unchanged row is not saved: its history lists changes.
    """
    played.name = due.name
    played.board = board or played.board
    played.game = game
    played.due_starter = due.starter or ""
    played.starter_reason = starter_reason
    check_row(played, known=("event", "number", "game"))
    stored = EventGame.objects.filter(pk=played.pk).first() if played.pk else None
    if stored is None or _values(stored) != _values(played):
        save_row(played, actor)


def _values(row: EventGame) -> list[Any]:
    values = (getattr(row, field.attname) for field in row._meta.concrete_fields)
    return [value.as_json() if isinstance(value, Text) else value for value in values]


def place_of(event_state: EventState, due: NextGame) -> EventGame:
    """Return the place of a game that is due: of one that was prepared or abandoned, or a new one."""
    known = (each for each in event_state.games if each.number == due.number)
    return next(known, None) or EventGame(event=event_state.event, number=due.number)


def prepared_game(
    played: EventGame, event_state: EventState, due: NextGame, game_id: uuid.UUID | None
) -> Game | None:
    """Return the game that was prepared, if one was: it must be the one that is meant, with the seats that are due."""
    if not is_prepared(played):
        return None
    if game_id not in (None, played.game_id):
        name = resolve_current(due.name)
        raise refused(
            "id",
            Text(
                "{name} is prepared as {game_id}: leave the id out, or give that one",
                name=name,
                game_id=played.game_id,
            ),
        )
    check_seats(played, event_state, due)
    return played.game


def check_seats(played: EventGame, event_state: EventState, due: NextGame) -> None:
    """Raise ``EventStateConflict`` where a game was prepared with other seats than are due now."""
    if event_state.seating(played.game) == due.seating:
        return
    name = resolve_current(due.name)
    raise EventStateConflict(
        Text("{name} is prepared with other seats than are due now: abandon it, then start anew", name=name)
    )


# -- the throws for the start ----------------------------------------------------------------------


def record_throws(change: EventChange, played: EventGame, due: NextGame, rules: RuleSet, actor: str) -> None:
    """Record the throws for the start that the game's log has not got yet."""
    recorded = rounds_in_log(played.game, due, rules) if played.throws else []
    for index, thrown in enumerate(played.throws):
        known = recorded[index] if index < len(recorded) else {}
        new = {colour: die for colour, die in thrown.items() if colour not in known}
        if new:
            wanted = EventCommand(EventKind.START_THROWS, {"throws": new}, uuid.uuid4())
            recorder.record(
                game_id=played.game_id,
                wanted=wanted,
                expected=None,
                actor=actor,
                now=change.now,
                around=change,
            )


def _started_before(event_id: int, game_id: uuid.UUID) -> EventGame | None:
    known = _known(event_id, game_id)
    return None if known is None or is_prepared(known) else known


def _known(event_id: int, game_id: uuid.UUID) -> EventGame | None:
    known = EventGame.objects.filter(game=game_id).select_related("game", "event").first()
    if known is None and not Game.objects.filter(pk=game_id).exists():
        return None
    if known is None or known.event_id != event_id:
        raise refused(
            "id",
            Text("{game_id} is another game already; use a new id", game_id=game_id),
        )
    return known


def due_game(event_state: EventState, number: int | None) -> NextGame:
    """Return game ``number``, or the first, that can be started. Raises ``EventStateConflict`` if none can."""
    for game in event_state.due:
        if number in (None, game.number):
            return game
    raise EventStateConflict(resolve_current(_why_none(event_state, number)))


def _why_none(event_state: EventState, number: int | None) -> Text:
    """Explain why no game (of that number) can be started."""
    verdict = event_state.verdict
    if verdict.finished:
        return verdict.finished.reason
    if verdict.missing:
        return verdict.missing[0]
    if verdict.draws:
        name = verdict.draws[0].name
        return Text("draw first: {name}", name=name)
    if number is not None and event_state.due:
        names = phrases.join_names([game.name for game in event_state.due])
        return Text("number: not Game {number} but {names} is to be started now", number=number, names=names)
    running = phrases.join_names([game.name for game in verdict.next_games])
    return Text("{running} is being played", running=running)
