"""Importing games that were played elsewhere: with their log, or as a result without known throws.

A log is imported as it is, ids and hashes included, once its chain holds and the rules lead from every
event to the next. The actors are not people of this site (``Game.imported``). A result without throws
becomes a log too, of one event that says just that.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from games import above
from games.above import GameChange
from games.domain import hash_chain
from games.domain.aggregate import GameAggregate
from games.domain.events import EVENT_TYPES, described
from games.domain.events.fields import read_fields, to_utc
from games.domain.provably_fair import check_rolls
from games.domain.state import State
from games.enums import EventKind, GameState
from games.errors import RecordingError
from games.models import Game, GameEvent, Player
from games.services.commands import EventCommand
from games.services.recorder import create_game, record, seated_game
from games.validation.json_value import JsonValue
from rules import RulesError, RuleSet
from rules.i18n import Text
from rules.rule_sets import RULE_SETS, rule_set

#: Rule set → the options that it had when logs were sealed that do not name them.
ONCE: Mapping[str, Mapping[str, Any]] = {"schmidt-classic": {"ends": "first colour"}}


@transaction.atomic
def import_result(
    *,
    rules: RuleSet,
    seats: Sequence[tuple[Player, Sequence[str]]],
    places: Sequence[str],
    actor: str,
    now: datetime,
    played_at: datetime | None = None,
    awarded_to: Player | None = None,
    starter: str = "",
    pawns: Mapping[str, int] | None = None,
    seconds: int | None = None,
    title: str = "",
) -> Game:
    """Import a game with only a result: the places, or its winner (``awarded_to``).

    ``pawns`` (colour → pawns at home at the end) and ``seconds`` (how long it was played) where they are known.
    Raises ``BadRequest`` (places, pawns) when the game would not be over with these places.
    """
    game = create_game(rules=rules, seats=seats, title=title, actor=actor, now=now)
    data: dict[str, Any] = {
        "places": list(places),
        "winner": str(awarded_to.pk) if awarded_to else None,
        "pawns": dict(pawns or {}),
        "seconds": seconds,
        "starter": starter,
        "played_at": None if played_at is None else to_utc(played_at),
    }
    wanted = EventCommand(EventKind.RESULT, data)
    return record(game_id=game.pk, wanted=wanted, expected=None, actor=actor, now=now).game


@transaction.atomic
def import_game(part: JsonValue) -> Game:
    """Import the game in a part of a file (``games.services.export_game``); its players must exist.

    Raises ``BadRequest`` that names the place of the first event which does not follow from those before
    it, by its hash or by the rules.
    """
    data = part.members("id", "title", "rules", "options", "seats", "created_at", "events")
    if Game.objects.filter(pk=data["id"].uuid()).exists():
        raise data["id"].refused(Text("this game is here already"))
    try:
        rules = rule_set(data["rules"].text()).but(**data["options"].mapping())
        game = seated_game(
            rules=rules,
            seats=seats_in(data["seats"]),
            title=data["title"].text(200),
            game_id=data["id"].uuid(),
            now=data["created_at"].datetime(),
        )
    except RulesError as error:
        raise part.refused(error.message) from error
    parts = list(data["events"].items())
    events = [_event(game, each) for each in parts]
    _check_chain(events, parts)
    _follow(game, events, _replayed(game, events, parts))
    return game


def seats_in(part: JsonValue) -> list[tuple[Player, list[str]]]:
    """Read the players, by id, and the colours they lead."""
    seats = []
    for seat in part.items():
        data = seat.members("player", "colours")
        player = Player.objects.filter(pk=data["player"].uuid()).first()
        if player is None:
            raise data["player"].refused(Text("there is no such player"))
        seats.append((player, data["colours"].texts()))
    return seats


# -- the log ---------------------------------------------------------------------------------------


def _event(game: Game, part: JsonValue) -> GameEvent:
    data = part.members(
        "number",
        "kind",
        "payload",
        "position",
        "finished",
        "actor",
        "client_id",
        "happened_at",
        "recorded_at",
        "hash",
    )
    kind = data["kind"].text(20)
    if kind not in EVENT_TYPES:
        known = ", ".join(EVENT_TYPES)
        raise data["kind"].refused(Text("known are {known}", known=known))
    return GameEvent(
        game=game,
        number=data["number"].integer(),
        kind=kind,
        payload=data["payload"].mapping(),
        position=data["position"].text(2000),
        finished=data["finished"].texts(),
        actor=data["actor"].text(60),
        client_id=data["client_id"].or_none(JsonValue.uuid),
        happened_at=data["happened_at"].or_none(JsonValue.datetime),
        recorded_at=data["recorded_at"].datetime(),
        hash=data["hash"].text(64),
    )


def _check_chain(events: Sequence[GameEvent], parts: Sequence[JsonValue]) -> None:
    previous = hash_chain.GENESIS
    for event in events:
        event.previous, previous = previous, event.hash
    broken = hash_chain.first_break(events)
    for event, part in zip(events, parts, strict=True):
        if event is broken:
            raise part.refused(
                Text(
                    "the hash does not follow from this event and those before it: something has been changed"
                ),
            )


def _replayed(game: Game, events: Sequence[GameEvent], parts: Sequence[JsonValue]) -> State:
    """Replay the log to its last state; every event must lead to the board that it holds."""
    replay = GameAggregate(State(game.rules, game.seating))
    for event, part in zip(events, parts, strict=True):
        try:
            _check(event, replay)
            row = replay.apply(event).row()
            if (event.position, event.finished) != (row["position"], row["finished"]):
                raise ValueError(event.position)
        except (ValueError, LookupError, TypeError, AttributeError, RecordingError) as error:
            reason = error.message if isinstance(error, RulesError | RecordingError) else _DOES_NOT_FOLLOW
            raise part.refused(reason) from error
    if replay.now.phase == GameState.RUNNING and replay.now.board.over:
        raise parts[-1].refused(Text("the end of the game is missing"))
    _check_rolls(game, replay.now, events, parts)
    return replay.now


def _check_rolls(game: Game, end: State, events: Sequence[GameEvent], parts: Sequence[JsonValue]) -> None:
    """Check online dice whose seed has been revealed: every roll is the one that it gives."""
    if end.dice is None or not end.dice.revealed:
        return
    terms = end.dice.terms(str(game.pk), game.rules.die_faces, game.seating)
    for roll in check_rolls(events, bytes.fromhex(end.dice.revealed), terms):
        if not roll.is_right:
            raise parts[roll.event - 1].refused(
                Text("by the seed of the dice roll {roll} is a {die}", roll=roll.roll, die=roll.die),
            )


def _check(event: GameEvent, replay: GameAggregate) -> None:
    """Raise ``RecordingError`` or ``ValueError`` where the recorder would not have written the event so."""
    happening = event.type
    happening.check_phase(replay.now)
    payload = event.payload
    names = [field.name for field in happening.fields]
    data = read_fields(
        happening.fields, JsonValue({name: payload[name] for name in names if name in payload}, "payload")
    )
    completed = happening.complete(replay.now, data, replay.context_of(event))
    seats = described(replay.now)
    if event.number == 1:
        # The first event binds the log to its game, whatever its kind.
        completed |= seats
        if _options_today(seats["rules"], payload.get("options", {})) == seats["options"]:
            completed["options"] = payload.get("options")
    fits = all(payload[name] == value for name, value in completed.items() if name in payload)
    bound = event.number > 1 or seats.keys() <= payload.keys()
    if not (fits and bound and payload.keys() <= completed.keys()):
        raise ValueError(event.kind)


def _options_today(name: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return what differs from today's rule set in options that were sealed when it had others ([D28])."""
    if name in ONCE:
        changed = {**ONCE[name], **options}
        return {
            option: value for option, value in changed.items() if value != getattr(RULE_SETS[name], option)
        }
    return dict(options)


_DOES_NOT_FOLLOW = Text("by the rules this does not follow from what stands before it")


def _follow(game: Game, events: Sequence[GameEvent], state: State) -> None:
    """Save the events and the row that follows from them."""
    row = state.row() | {
        "number": len(events),
        "head": events[-1].hash if events else "",
        "imported": len(events),
    }
    for name, value in row.items():
        setattr(game, name, value)
    game.save(force_insert=True)
    GameEvent.objects.bulk_create(events)
    if game.is_over:
        above.room.after_record(GameChange(game, (), timezone.now(), is_result=True))
