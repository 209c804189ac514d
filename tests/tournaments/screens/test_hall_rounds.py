"""What the screen of a hall shows of rounds of many tables: seats by name, the clock, the table, the finals."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from games.domain.clock import ClockAction
from games.errors import BadRequest
from tests.tournaments.conftest import NOW
from tests.tournaments.hall.halls import WHO, entered, in_seat_order, new_hall, published
from tests.tournaments.query_counts import queries
from tests.tournaments.screens.conftest import add
from tournaments.hall import services as running
from tournaments.models import Event, Hall, Season

pytestmark = pytest.mark.django_db


def shown(client: Client) -> str:
    text: str = client.get("/halls/great-hall/now/").content.decode()
    return text


def test_many_seats_are_shown_on_several_pages_by_turns(
    client: Client, hall: Hall, season: Season, clock: Any
) -> None:
    event = new_hall(season, 100, are_present=True)
    published(event)
    add(hall, kind="seats", event=event, seconds=10)
    seen = []
    for seconds in (1, 11):
        clock.move_to(NOW + timedelta(seconds=seconds))
        text = shown(client)
        seen.append({number for number in range(100) if f"Person {number:03}" in text})
        assert "hall-seats-4" in text
    assert (len(seen[0]), len(seen[1]), len(seen[0] | seen[1])) == (50, 50, 100)


def test_the_clock_of_the_round_counts_for_the_whole_hall_and_says_when_time_is_up(
    client: Client, hall: Hall, season: Season, clock: Any
) -> None:
    event = new_hall(season, are_present=True)
    round_ = published(event)
    add(hall, kind="round", event=event)
    assert "Clock not started" in shown(client)
    running.turn_clock(event_id=event.pk, subject="round-1", action=ClockAction.START, **WHO)
    entered(event, in_seat_order(round_)[:1])
    clock.move_to(NOW + timedelta(minutes=5))
    text = shown(client)
    assert "25:00" in text
    assert "3 of 4 tables without a result" in text
    clock.move_to(NOW + timedelta(minutes=31))
    assert "Time is up" in shown(client)


def test_the_end_of_a_round_is_told_to_the_screen_whichever_slide_is_shown(
    client: Client, hall: Hall, season: Season, clock: Any
) -> None:
    event = new_hall(season, are_present=True)
    published(event)
    add(hall, kind="table", event=event, seconds=600)
    add(hall, kind="round", event=event)
    assert 'data-ends=""' in shown(client)
    running.turn_clock(event_id=event.pk, subject="round-1", action=ClockAction.START, **WHO)
    text = shown(client)
    assert "picture-table" in text
    told = text.partition('data-ends="')[2].partition('"')[0]
    assert datetime.fromisoformat(told.strip()) == NOW + timedelta(minutes=30)
    clock.move_to(NOW + timedelta(minutes=31))
    assert 'data-ends=""' in shown(client)


def test_the_table_of_a_hall_stands_in_two_columns(
    client: Client, hall: Hall, season: Season, clock: Any
) -> None:
    event = new_hall(season, 40, are_present=True)
    add(hall, kind="table", event=event, seconds=10)
    text = shown(client)
    assert text.count("<tbody>") == 2
    assert text.count('<th scope="row">') == 20
    assert "1/2" in text


def test_finals_are_shown_with_who_would_be_in_them_and_then_with_their_seats(
    client: Client, hall: Hall, season: Season
) -> None:
    event = new_hall(season, 8, settings={"rounds": 1}, are_present=True)
    add(hall, kind="finals", event=event)
    entered(event, in_seat_order(published(event)))
    assert "Final, if it ended now" in shown(client)
    published(event, "final")
    text = shown(client)
    assert "if it ended now" not in text
    assert text.count("<li") == 4


def test_slides_of_rounds_are_of_events_that_have_some(hall: Hall, cup: Event) -> None:
    for kind in ("seats", "round", "finals"):
        with pytest.raises(BadRequest, match="many tables"):
            add(hall, kind=kind, event=cup)


def test_the_number_of_queries_does_not_grow_with_the_people(
    client: Client, hall: Hall, season: Season
) -> None:
    event = new_hall(season, 8, are_present=True)
    published(event)
    for kind in ("seats", "round", "finals"):
        add(hall, kind=kind, event=event)
    assert queries(client, "/halls/great-hall/now/") <= 4
