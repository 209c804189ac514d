"""Importing games that were played elsewhere, with their log.

It is imported as it is, ids and hashes included, once its chain holds and the rules lead from every
event to the next. The actors are not people of this site (``Game.imported``).
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone

from games import above
from games.above import GameChange
from games.domain import hash_chain
from games.domain.aggregate import GameAggregate
from games.domain.events import described
from games.domain.events.fields import read_fields
from games.domain.provably_fair import check_rolls
from games.domain.state import State
from games.enums import GameState
from games.errors import RecordingError
from games.models import Game, GameEvent, Player
from games.services.export_game import EVENT, GAME, SEAT
from games.services.recorder import seated_game
from games.validation.json_value import JsonValue
from games.validation.members import values_in
from rules import RULE_SETS, RulesError, Text, rule_set

#: Rule set → the options that it had when logs were sealed that do not name them.
ONCE: Mapping[str, Mapping[str, Any]] = {"schmidt-classic": {"ends": "first colour"}}


@transaction.atomic
def import_game(part: JsonValue) -> Game:
    """Import the game in a part of a file (``games.services.export_game``); its players must exist.

    Raises ``BadRequest`` that names the place of the first event which does not follow from those before
    it, by its hash or by the rules.
    """
    values = values_in(part, GAME)
    if Game.objects.filter(pk=values["id"]).exists():
        raise part.at("id").refused(Text("this game is here already"))
    try:
        game = seated_game(
            rules=rule_set(values["rules_name"]).but(**values["options"]),
            seats=[_seat(each) for each in values["seats"].items()],
            title=values["title"],
            game_id=values["id"],
            now=values["created_at"],
        )
    except RulesError as error:
        raise part.refused(error.message) from error
    parts = list(values["events"].items())
    events = [GameEvent(game=game, **values_in(each, EVENT)) for each in parts]
    _check_chain(events, parts)
    _follow(game, events, _replayed(game, events, parts))
    return game


def _seat(part: JsonValue) -> tuple[Player, list[str]]:
    """Read a player, by id, and the colours they lead."""
    values = values_in(part, SEAT)
    player = Player.objects.filter(pk=values["player"]).first()
    if player is None:
        raise part.at("player").refused(Text("there is no such player"))
    return player, values["colours"]


# -- the log ---------------------------------------------------------------------------------------


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
    game.awaits_counting = game.is_over
    game.save(force_insert=True)
    GameEvent.objects.bulk_create(events)
    if game.is_over:
        above.room.after_record(GameChange(game, (), timezone.now(), is_result=True))
