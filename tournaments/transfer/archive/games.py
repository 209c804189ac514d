"""Reading the games of an event file: with their logs, or as results without throws."""

from collections.abc import Mapping
from datetime import datetime

from games.enums import EventKind
from games.errors import BadRequest
from games.models import Game
from games.services import recorder
from games.services.commands import EventCommand
from games.services.import_game import import_game
from games.validation.json_value import JsonValue
from rules import RULE_SETS, RulesError, RuleSet
from rules.i18n import Text
from tournaments.formats import FormatError, phrases
from tournaments.models import Entry, Event, EventGame
from tournaments.models.event_game import LONGEST_BOARD
from tournaments.services.slip import Slip, result_payload
from tournaments.standings.event_state import EventState
from tournaments.transfer.archive.storage import read_text, save_part

_NOT_RECORDED = Text("not recorded")


def read_game(
    event: Event, entries: Mapping[str, Entry], part: JsonValue, actor: str, now: datetime
) -> EventGame:
    """The game of an event that a part of a file tells; ``entries`` are all of them, by their keys in the file."""
    data = part.members(
        "number",
        optional=(
            "name",
            "board",
            "due_starter",
            "starter_reason",
            "throws",
            "override_reason",
            "awarded_to",
            "award_reason",
            "game",
            "result",
        ),
    )
    if ("game" in data) == ("result" in data):
        raise part.refused(
            Text("either “game” (with its log) or “result” (without throws) is needed"),
        )
    number = data["number"].integer()
    awarded_to = _awarded(entries, data.get("awarded_to"))
    played = EventGame(
        event=event,
        number=number,
        name=read_text(entries, data["name"]) if "name" in data else phrases.games([number]),
        game=import_game(data["game"])
        if "game" in data
        else _result(event, entries, data["result"], awarded_to, actor, now),
        board=data["board"].text(LONGEST_BOARD) if "board" in data else "",
        due_starter=data["due_starter"].text(10) if "due_starter" in data else "",
        starter_reason=read_text(entries, data["starter_reason"])
        if "starter_reason" in data
        else _NOT_RECORDED,
        throws=rounds_in(data["throws"]) if "throws" in data else [],
        override_reason=data["override_reason"].text(200) if "override_reason" in data else "",
        awarded_to=awarded_to,
        award_reason=data["award_reason"].text(200) if "award_reason" in data else "",
    )
    if played.game.rules != event.rules_of(played.game.rules_name):
        options = ", ".join(event.options) or "–"
        raise part.refused(
            Text("the games of this event are played with these options changed: {options}", options=options),
        )
    if not set(played.game.seating) <= {str(entry.player_id) for entry in entries.values()}:
        raise part.refused(Text("somebody plays who is not entered"))
    return save_part(played, part, actor)


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


def _result(
    event: Event,
    entries: Mapping[str, Entry],
    part: JsonValue,
    awarded_to: Entry | None,
    actor: str,
    now: datetime,
) -> Game:
    """The game of a result without throws: its seats are told by the keys of the entries."""
    data = part.members("seats", optional=("rules", "places", "pawns", "seconds", "starter", "played_at"))
    seats = []
    for key in data["seats"].mapping():
        if key not in entries:
            raise _not_entered(data["seats"], entries)
        seats.append(
            (entries[key].player, JsonValue(data["seats"].value[key], f"{part.place}.seats.{key}").texts())
        )
    slip = Slip(
        places=tuple(data["places"].texts()) if "places" in data else (),
        winner=awarded_to.key if awarded_to else "",
        pawns=_numbers(data["pawns"]) if "pawns" in data else {},
        seconds=data["seconds"].or_none(JsonValue.integer) if "seconds" in data else None,
        played_at=data["played_at"].datetime() if "played_at" in data else None,
    )
    winner = {awarded_to.key: str(awarded_to.player_id)} if awarded_to else {}
    payload = result_payload(slip, winner, data["starter"].text(10) if "starter" in data else "")
    rules = _rules(event, data["rules"]) if "rules" in data else event.rules
    try:
        game = recorder.seated_game(rules=rules, seats=seats, title="", game_id=None, now=now)
        return recorder.begin_log(game, actor, now, wanted=[EventCommand(EventKind.RESULT, payload)])
    except (RulesError, BadRequest) as error:
        raise part.refused(error.message) from error


def _rules(event: Event, part: JsonValue) -> RuleSet:
    if part.value not in RULE_SETS:
        known = ", ".join(RULE_SETS)
        raise part.refused(Text("one of {known} is needed", known=known))
    return event.rules_of(part.text())


def _not_entered(part: JsonValue, entries: Mapping[str, Entry]) -> BadRequest:
    known = ", ".join(entries)
    return part.refused(Text("entered are {known}", known=known))


def _awarded(entries: Mapping[str, Entry], part: JsonValue | None) -> Entry | None:
    if part is None or part.is_null:
        return None
    if part.text() not in entries:
        raise _not_entered(part, entries)
    return entries[part.text()]


def rounds_in(part: JsonValue) -> list[dict[str, int]]:
    """Rounds of throws: who threw → die."""
    return [_numbers(each) for each in part.items()]


def _numbers(part: JsonValue) -> dict[str, int]:
    return {
        name: JsonValue(value, f"{part.place}.{name}").integer() for name, value in part.mapping().items()
    }
