"""The end of a hall: who is in the final, who is level at the cut, the lists of prizes."""

import pytest
from django.test import Client

from games.enums import Role
from tests.tournaments.conftest import with_role
from tests.tournaments.hall.halls import WHO, again, in_seat_order, new_hall, published
from tournaments.hall import services as hall
from tournaments.models import Event, Season

pytestmark = pytest.mark.django_db
DESK = "/organise/events/hall/"
PAGE = f"{DESK}prizes/"


def played(season: Season, people: int = 8, **settings: object) -> Event:
    """A hall, of eight, with one round, in which everybody has come in in the order of their seats."""
    event = new_hall(season, people, settings={"rounds": 1, **settings}, are_present=True)
    round_ = published(event)
    hall.enter_slips(event_id=event.pk, slips=in_seat_order(round_), **WHO)
    return again(event)


def text(client: Client | None = None) -> str:
    """What the page of an organiser says."""
    return (client or with_role(Role.ORGANISER, "event:hall")).get(PAGE).content.decode()


def test_the_final_is_named_and_prizes_follow_its_end(season: Season) -> None:
    event = played(season, prizes=1)
    organiser = with_role(Role.ORGANISER, "event:hall")
    page = text(organiser)
    assert "<h4>Final</h4>" in page
    assert "provisional" in page
    final = published(event, "final")
    hall.enter_slips(event_id=event.pk, slips=in_seat_order(final), **WHO)
    overview = organiser.get(DESK).content.decode()
    assert f'href="{DESK}prizes/">Finals and prizes</a>' in overview.split("Next step")[1]
    page = text(organiser)
    assert "Biggest team or club" not in page, "two teams of four are no biggest"
    assert "Last place" in page
    first = final.stage.tables[0].seating.entrants[0]
    number = event.entries.get(key=first).number
    assert f'<span class="given-name">{number} Person' in page.split("Places</h4>")[1].split("</ol>")[0]


def test_the_prize_of_the_last_place_goes_to_nobody_who_has_left(season: Season) -> None:
    event = played(season, finals="none", place_points=[9, 7, 5, 1, 0, 0])
    organiser = with_role(Role.ORGANISER, "event:hall")
    for last in last_places(organiser):
        hall.leave(event_id=event.pk, who=last, reason="bus", **WHO)
        assert last not in last_places(organiser)
        assert last_places(organiser), "somebody who is there is last"


def last_places(organiser: Client) -> list[int]:
    """The start numbers to which the page gives the last place."""
    told = text(organiser).split("Last place</h4>")[1].split("</ol>")[0]
    return [int(each.split(" ")[0]) for each in told.split('<span class="given-name">')[1:]]


def test_the_youngest_and_the_biggest_club_are_told_where_they_are_known(season: Season) -> None:
    event = new_hall(season, 9, settings={"rounds": 1})
    young = event.entries.all()[2]
    young.player.born = "2015-05-05"
    young.player.save()
    hall.check_in_all(event_id=event.pk, **WHO)
    round_ = published(event)
    hall.enter_slips(event_id=event.pk, slips=in_seat_order(round_), **WHO)
    page = text()
    told = page.split("Youngest</h4>")[1].split("</ol>")[0]
    assert f"{young.number} Person" in told
    assert "of 1 whose day of birth is known" in told


def test_the_youngest_is_said_by_start_number_without_a_day_of_birth(season: Season) -> None:
    event = played(season)
    organiser = with_role(Role.ORGANISER, "event:hall")
    assert "Youngest</h4>" not in text(organiser)
    assert "The youngest: Person 002" in said(organiser, "3")
    told = text(organiser).split("Youngest</h4>")[1].split("</ol>")[0]
    assert "3 Person 002" in told
    for wrong in ("99", "x", "1" * 400):
        assert 'class="trouble' in said(organiser, wrong)
        assert [entry.number for entry in again(event).entries.all() if entry.youngest] == [3]
    assert (
        with_role(Role.REFEREE, "event:hall").post(f"{PAGE}youngest/", {"youngest": "1"}).status_code == 403
    )
    said(organiser, "")
    assert not again(event).entries.filter(youngest=True).exists()


def said(client: Client, youngest: str) -> str:
    """What the page says when somebody is told to be the youngest."""
    return client.post(f"{PAGE}youngest/", {"youngest": youngest}, follow=True).content.decode()
