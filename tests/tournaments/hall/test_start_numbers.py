"""Everybody's page by start number: table, colour, opponents, results, for everybody and for nobody's index."""

import pytest
from django.test import Client
from django.utils import timezone

from games.domain.clock import ClockAction
from tests.games.pages import assert_is_sound
from tests.tournaments.conftest import NOW, new_event
from tests.tournaments.hall.halls import WHO, again, entered, in_seat_order, new_hall, published, state
from tests.tournaments.query_counts import queries
from tournaments.hall import services as hall
from tournaments.hall.pages.start_numbers import EVERY, EVERY_WHILE_PLAYING
from tournaments.models import Event, Season
from tournaments.standings.rounds import HallRound

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("standing_clock")]


def page(client: Client, number: int, language: str = "en", slug: str = "hall") -> str:
    answer = client.get(f"/events/{slug}/w/{number}/", headers={"accept-language": language})
    assert answer["X-Robots-Tag"] == "noindex"
    return assert_is_sound(answer, language)


def number_of(event: Event, key: str) -> int:
    return event.entries.get(key=key).number


def first_table(round_: HallRound) -> tuple[str, ...]:
    return round_.stage.tables[0].seating.entrants


def test_a_round_from_the_check_in_to_its_result(client: Client, season: Season) -> None:
    event = new_hall(season)
    assert "Not checked in yet" in page(client, 1)
    hall.check_in_all(event_id=event.pk, **WHO)
    assert "First round: not drawn yet" in page(client, 1)
    round_ = published(event)
    number = number_of(event, first_table(round_)[0])
    text = page(client, number)
    assert "Clock not started" in text
    assert f'data-every="{EVERY}"' in text
    hall.turn_clock(event_id=event.pk, subject="round-1", action=ClockAction.START, **WHO)
    text = page(client, number)
    assert 'data-limit="1800"' in text
    assert f'data-every="{EVERY_WHILE_PLAYING}"' in text
    entered(event, in_seat_order(round_))
    text = page(client, number)
    assert '<p class="points">5</p>' in text
    assert "of 16" in text
    assert "Next round: not drawn yet" in text
    assert "own-seat" not in text


def test_it_is_asked_with_one_query_and_304_until_it_changes_for_this_person(
    client: Client, season: Season
) -> None:
    event = new_hall(season, are_present=True)
    round_ = published(event)
    own = number_of(event, first_table(round_)[0])
    path = f"/events/hall/w/{own}/live/"
    answer = client.get(path)
    assert queries(client, path) <= 1
    assert client.get(path, headers={"if-none-match": answer["ETag"]}).status_code == 304
    # The clock starts: something new.
    hall.turn_clock(event_id=event.pk, subject="round-1", action=ClockAction.START, **WHO)
    changed = client.get(path, headers={"if-none-match": answer["ETag"]})
    assert (changed.status_code, changed["Cache-Control"]) == (200, "no-cache")
    # A change of the event that is not theirs is nothing new.
    other = number_of(event, first_table(round_)[1])
    hall.describe(event_id=event.pk, who=other, description=hall.Description(team="Others"), **WHO)
    assert client.get(path, headers={"if-none-match": changed["ETag"]}).status_code == 304


def test_a_number_that_nobody_has_is_told_with_the_field_for_another(client: Client, season: Season) -> None:
    new_hall(season, are_present=True)
    for path in ("/events/hall/w/99/", "/events/hall/w/?number=99", "/events/hall/w/?number=abc"):
        answer = client.get(path)
        assert answer.status_code == 404
        assert "there are numbers from 1 to 16" in answer.content.decode()
    assert client.get("/events/hall/w/", {"number": " 7 "})["Location"] == "/events/hall/w/7/"
    assert assert_is_sound(client.get("/events/hall/w/"), "en")


def test_the_short_address_leads_to_the_one_event_that_is_under_way(client: Client, season: Season) -> None:
    assert client.get("/w/7/").status_code == 404
    event = new_hall(season, are_present=True)
    assert client.get("/w/7/")["Location"] == "/events/hall/w/7/"
    assert client.get("/w/")["Location"] == "/events/hall/w/"
    other = {"slug": "other", "name": "Other hall", "format_key": "open", "rules_name": "schmidt-classic"}
    new_event(season, settings={}, **other)
    both = assert_is_sound(client.get("/w/7/"), "en")
    assert "/events/hall/w/7/" in both
    assert "/events/other/w/7/" in both
    published(event)
    assert client.get("/w/7/")["Location"] == "/events/hall/w/7/"


def test_whoever_left_for_good_is_told_so_for_the_rounds_after(client: Client, season: Season) -> None:
    event = new_hall(season, are_present=True)
    hall.set_away(event_id=event.pk, who=[3], **WHO)
    entered(event, in_seat_order(published(event)))
    hall.check_in(event_id=event.pk, who=[3], **WHO)
    entered(event, in_seat_order(published(event)))
    hall.leave(event_id=event.pk, who=3, reason="bus", **WHO)
    assert "has left" not in results_of(client, 3)
    published(event)
    told = results_of(client, 3)
    assert "no seat" in told.split("Round 2")[0], "away is not gone"
    assert "has left" in told.split("Round 3")[1]


def results_of(client: Client, number: int) -> str:
    """What the page says of somebody's rounds."""
    return page(client, number).split('class="own-results"')[1].split("</ul>")[0]


def test_the_page_of_a_hall_that_is_over_asks_no_more(client: Client, season: Season) -> None:
    event = new_hall(season, 4, settings={"rounds": 1, "finals": "none", "prizes": 1}, are_present=True)
    round_ = published(event)
    entered(event, in_seat_order(round_))
    assert state(event).verdict.finished
    winner = number_of(again(event), first_table(round_)[0])
    text = page(client, winner)
    assert "data-over" in text
    assert timezone.now() == NOW
