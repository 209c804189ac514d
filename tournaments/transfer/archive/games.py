"""Reading the games of an event file: with their logs, or as results without throws."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from games.errors import BadRequest
from games.models import Game
from games.services.import_game import import_game, import_result
from games.validation.json_value import Part
from rules import RULE_SETS, RulesError, RuleSet
from rules.i18n import Text
from tournaments.formats import phrases
from tournaments.models import Entry, Event, EventGame
from tournaments.models.event_game import LONGEST_BOARD
from tournaments.standings.event_state import Course
from tournaments.transfer.archive.storage import kept, said

_NOT_RECORDED = Text("not recorded")


def read_game(event: Event, entries: Mapping[str, Entry], part: Part, actor: str, now: datetime) -> EventGame:
    """The game of an event that a part of a file tells; ``entries`` are all of them, by their keys in the file."""
    told = part.members(
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
    if ("game" in told) == ("result" in told):
        raise part.refused(
            Text("either “game” (with its log) or “result” (without throws) is needed"),
        )
    number = told["number"].whole()
    awarded_to = _awarded(entries, told.get("awarded_to"))
    played = EventGame(
        event=event,
        number=number,
        name=said(entries, told["name"]) if "name" in told else phrases.games([number]),
        game=import_game(told["game"])
        if "game" in told
        else _result(event, entries, told["result"], awarded_to, actor, now),
        board=told["board"].text(LONGEST_BOARD) if "board" in told else "",
        due_starter=told["due_starter"].text(10) if "due_starter" in told else "",
        starter_reason=said(entries, told["starter_reason"]) if "starter_reason" in told else _NOT_RECORDED,
        throws=rounds_in(told["throws"]) if "throws" in told else [],
        override_reason=told["override_reason"].text(200) if "override_reason" in told else "",
        awarded_to=awarded_to,
        award_reason=told["award_reason"].text(200) if "award_reason" in told else "",
    )
    if played.game.rules != event.rules_of(played.game.rules_name):
        options = ", ".join(event.options) or "–"
        raise part.refused(
            Text("the games of this event are played with these options changed: {options}", options=options),
        )
    if not set(played.game.seating) <= {str(entry.player_id) for entry in entries.values()}:
        raise part.refused(Text("somebody plays who is not entered"))
    return kept(played, part, actor)


def check_rules(event: Event, parts: Mapping[int, Part]) -> None:
    """Every game without a result is played by the rules that its number has; ``parts`` tell the games, by number.

    Those that have a result are judged by the format itself.
    """
    course = Course.of(event)
    results = {result.number for result in course.contest.results}
    for played in course.games:
        due = None if played.number in results else course.due_before(played.number)
        if due is not None and due.rules != played.game.rules_name:
            raise parts[played.number].refused(Text("this game is played by {rules}", rules=due.rules))


def _result(
    event: Event,
    entries: Mapping[str, Entry],
    part: Part,
    awarded_to: Entry | None,
    actor: str,
    now: datetime,
) -> Game:
    """The game of a result without throws: its seats are told by the keys of the entries."""
    told = part.members("seats", optional=("rules", "places", "pawns", "seconds", "starter", "played_at"))
    seats = []
    for key in told["seats"].mapping():
        if key not in entries:
            raise _not_entered(told["seats"], entries)
        seats.append(
            (entries[key].player, Part(told["seats"].value[key], f"{part.place}.seats.{key}").texts())
        )
    wanted: dict[str, Any] = {
        "places": told["places"].texts() if "places" in told else [],
        "pawns": _numbers(told["pawns"]) if "pawns" in told else {},
        "seconds": told["seconds"].whole() if "seconds" in told and not told["seconds"].is_null else None,
        "starter": told["starter"].text(10) if "starter" in told else "",
        "played_at": told["played_at"].moment() if "played_at" in told else None,
        "awarded_to": awarded_to.player if awarded_to else None,
    }
    rules = _rules(event, told["rules"]) if "rules" in told else event.rules
    try:
        return import_result(rules=rules, seats=seats, actor=actor, now=now, **wanted)
    except (RulesError, BadRequest) as error:
        raise part.refused(error.message) from error


def _rules(event: Event, part: Part) -> RuleSet:
    if part.value not in RULE_SETS:
        known = ", ".join(RULE_SETS)
        raise part.refused(Text("one of {known} is needed", known=known))
    return event.rules_of(part.text())


def _not_entered(part: Part, entries: Mapping[str, Entry]) -> BadRequest:
    known = ", ".join(entries)
    return part.refused(Text("entered are {known}", known=known))


def _awarded(entries: Mapping[str, Entry], part: Part | None) -> Entry | None:
    if part is None or part.is_null:
        return None
    if part.text() not in entries:
        raise _not_entered(part, entries)
    return entries[part.text()]


def rounds_in(part: Part) -> list[dict[str, int]]:
    """Rounds of throws: who threw → die."""
    return [_numbers(each) for each in part.items()]


def _numbers(part: Part) -> dict[str, int]:
    return {name: Part(value, f"{part.place}.{name}").whole() for name, value in part.mapping().items()}
