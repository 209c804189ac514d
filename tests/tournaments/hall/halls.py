"""Halls for tests: an open tournament with so many people, and days that are played in it."""

import html
from collections.abc import Sequence
from typing import Any

from django.test import Client

from tests.replay import once
from tests.tournaments.conftest import NOW, new_event
from tournaments.hall import services as hall
from tournaments.hall.services.people import Description
from tournaments.hall.services.results import EnteredSlip, TableSlip
from tournaments.models import Event, RoundPlan, Season
from tournaments.services.slip import PawnLine, Slip
from tournaments.standings.event_state import EventState
from tournaments.standings.rounds import HallRound, TableState, round_of_subject, tables_of

WHO: dict[str, Any] = {"actor": "test", "now": NOW}
SETTINGS = {"rounds": 3, "place_points": [5, 3, 1, 0, 0, 0], "finals": "final", "minutes": 30}


def new_hall(
    season: Season,
    people: int = 16,
    *,
    are_present: bool = False,
    settings: dict[str, Any] | None = None,
    **more: Any,
) -> Event:
    """An open tournament with so many people announced, or checked in, four of each team."""
    told = (season.pk, people, are_present, settings, more)
    return once(_new_hall, season, people, are_present, settings or {}, more, told=told)


def _new_hall(
    season: Season, people: int, are_present: bool, settings: dict[str, Any], more: dict[str, Any]
) -> Event:
    event = new_event(
        season,
        slug="hall",
        name="Hall",
        format_key="open",
        rules_name="schmidt-classic",
        settings={**SETTINGS, **settings},
        **more,
    )
    players = [(f"Person {number:03}", Description(team=f"Team {number // 4}")) for number in range(people)]
    hall.announce(event_id=event.pk, players=players, **WHO)
    if are_present:
        hall.check_in_all(event_id=event.pk, **WHO)
    return again(event)


def page(client: Client, address: str, **query: Any) -> str:
    """What a page that opens says."""
    answer = client.get(address, query)
    assert answer.status_code == 200, address
    return html.unescape(answer.content.decode())


def again(event: Event) -> Event:
    """The event as the database has it now."""
    return Event.objects.get(pk=event.pk)


def state(event: Event) -> EventState:
    """The state of the event as it is now."""
    return EventState.load(again(event))


def published(event: Event, subject: str = "") -> HallRound:
    """The round that is due, planned and published."""
    due = once(_publish, event.pk, subject, told=(event.pk, subject))
    return round_of_subject(state(event), due)


def _publish(event_id: int, subject: str) -> str:
    plan: RoundPlan = hall.plan_round(event_id=event_id, subject=subject, **WHO).plan
    hall.publish_round(event_id=event_id, subject=plan.subject, **WHO)
    return plan.subject


def in_seat_order(round_: HallRound) -> list[TableSlip]:
    """Slips of a round in which everybody comes in in the order of their seats."""
    return [TableSlip(table.number, Slip(order=table.seating.entrants)) for table in round_.stage.tables]


def entered(event: Event, sheets: Sequence[TableSlip]) -> list[EnteredSlip]:
    """What became of slips."""
    return once(_enter, event.pk, sheets, told=(event.pk, sheets))


def _enter(event_id: int, sheets: Sequence[TableSlip]) -> list[EnteredSlip]:
    return hall.enter_slips(event_id=event_id, slips=sheets, **WHO)


def standing(colours: Sequence[str], home: Sequence[int]) -> Slip:
    """A slip on which each colour has so many pawns at home and the others in the yard."""
    return Slip(
        lines={colour: PawnLine(at_home, 4 - at_home) for colour, at_home in zip(colours, home, strict=True)}
    )


def numbers(event: Event, round_: HallRound, table: int = 0) -> list[int]:
    """The start numbers at a table."""
    by_key = {entry.key: entry.number for entry in event.entries.all()}
    return [by_key[key] for key in round_.stage.tables[table].seating.entrants]


def states(event: Event) -> list[TableState]:
    """What there is of each table of the first round."""
    now = state(event)
    return [table.state for table in tables_of(now, round_of_subject(now, "round-1"))]
