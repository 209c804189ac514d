"""Reading the games of an event file: with their logs, or as results without throws."""

from collections.abc import Mapping

from games.enums import EventKind
from games.errors import BadRequest
from games.models import Game
from games.services import recorder
from games.services.commands import EventCommand
from games.services.import_game import import_game
from games.validation.json_value import JsonValue
from games.validation.members import values_in
from rules import RULE_SETS, RulesError, Text
from tournaments.formats import FormatError, phrases
from tournaments.models import Entry, Event, EventGame
from tournaments.services.slip import Slip, result_payload
from tournaments.standings.event_state import EventState
from tournaments.transfer.archive.members import EVENT_GAME, RESULT
from tournaments.transfer.archive.reading import Reading, save_part

_NOT_RECORDED = Text("not recorded")


def read_game(reading: Reading, part: JsonValue) -> EventGame:
    """The game of the event from its part of a file."""
    event, values = reading.event, reading.values(part, EVENT_GAME)
    game, result = values.pop("game", None), values.pop("result", None)
    if (game is None) == (result is None):
        raise part.refused(
            Text("either “game” (with its log) or “result” (without throws) is needed"),
        )
    values.setdefault("name", phrases.games([values["number"]]))
    values.setdefault("starter_reason", _NOT_RECORDED)
    if key := values.pop("awarded_to", None):
        values["awarded_to"] = reading.entry(key, part.at("awarded_to"))
    played = EventGame(
        event=event,
        game=_result(reading, result, values.get("awarded_to")) if game is None else import_game(game),
        **values,
    )
    if played.game.rules != event.rules_of(played.game.rules_name):
        options = ", ".join(event.options) or "–"
        raise part.refused(
            Text("the games of this event are played with these options changed: {options}", options=options),
        )
    if not set(played.game.seating) <= {str(entry.player_id) for entry in reading.entries.values()}:
        raise part.refused(Text("somebody plays who is not entered"))
    return save_part(played, part, reading.actor)


def check_rules(event: Event, parts: Mapping[int, JsonValue]) -> None:
    """Every game without a result is played by the rules that its number has, and none ended level at the top where
    the format has no use for that; ``parts`` tell the games, by number.

    Those that have a result are judged by the format itself.
    """
    event_state = EventState.load(event)
    results = {result.number for result in event_state.contest.results}
    for played in event_state.games:
        try:
            event_state.check_decided(played)
        except FormatError as error:
            raise parts[played.number].refused(error.message) from error
        due = None if played.number in results else event_state.due_before(played.number)
        if due is not None and due.rules != played.game.rules_name:
            raise parts[played.number].refused(Text("this game is played by {rules}", rules=due.rules))


def _result(reading: Reading, part: JsonValue, awarded_to: Entry | None) -> Game:
    """The game of a result without throws: its seats are given by the keys of the entries."""
    values = values_in(part, RESULT)
    seats = [
        (reading.entry(key, part.at("seats")).player, colours) for key, colours in values.pop("seats").items()
    ]
    name, starter = values.pop("rules", reading.event.rules_name), values.pop("starter", "")
    if name not in RULE_SETS:
        raise part.at("rules").refused(Text("one of {known} is needed", known=", ".join(RULE_SETS)))
    winner = {awarded_to.key: str(awarded_to.player_id)} if awarded_to else {}
    slip = Slip.of({**values, "winner": awarded_to.key if awarded_to else ""})
    payload = result_payload(slip, winner, starter)
    rules, now = reading.event.rules_of(name), reading.now
    try:
        wanted = [EventCommand(EventKind.RESULT, payload)]
        return recorder.create_game(rules=rules, seats=seats, actor=reading.actor, now=now, wanted=wanted)
    except (RulesError, BadRequest) as error:
        raise part.refused(error.message) from error
