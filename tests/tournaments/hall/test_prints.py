"""Prints of a hall, read back: everybody has a place on them, in both languages, and only organisers get them."""

import re

import pytest
from django.test import Client

from games.enums import Role
from tests.tournaments.conftest import with_role
from tests.tournaments.dashboard import organiser as organiser
from tests.tournaments.files.pdf_text import pages
from tests.tournaments.hall.halls import WHO, again, entered, in_seat_order, new_hall, published
from tournaments.hall import services as hall
from tournaments.hall.prints.prints import PRINTS
from tournaments.models import Event, Season
from tournaments.services import say_youngest

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("standing_clock")]


def printed(client: Client, name: str, query: str = "") -> list[str]:
    answer = client.get(f"/organise/events/hall/prints/{name}.pdf{query}")
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf"), answer.content[:200]
    return pages(answer.content)


def names_of(event: Event) -> list[str]:
    return [entry.player.name for entry in event.entries.select_related("player")]


def test_everything_of_a_round_prints_in_one_go(organiser: Client, season: Season) -> None:
    event = new_hall(season, are_present=True)
    assert "No round has been published yet" in printed(organiser, "round")[0]
    published(event)
    whole = "\n".join(printed(organiser, "round"))
    for kind in ("Seats by name", "Seats by table", "Fields of the others"):
        assert kind in whole


def test_an_earlier_round_can_be_printed_again_and_none_that_is_not_there(
    organiser: Client, season: Season
) -> None:
    event = new_hall(season, are_present=True)
    entered(event, in_seat_order(published(event)))
    published(event)
    assert "Round 2" in printed(organiser, "seats-by-name")[0]
    assert "Round 1" in printed(organiser, "seats-by-name", "?round=round-1")[0]
    refusal = organiser.get("/organise/events/hall/prints/round.pdf?round=round-9")
    assert refusal.status_code == 400
    assert "round-1, round-2" in refusal.content.decode()


def test_start_passes_are_ten_on_a_page_and_begin_where_late_comers_do(
    organiser: Client, season: Season
) -> None:
    event = new_hall(season, 23, are_present=True)
    found = printed(organiser, "start-passes")
    assert len(found) == 3
    text = "\n".join(found)
    for name in names_of(event):
        assert text.count(name) == 1
    late = printed(organiser, "start-passes", "?from=22")
    assert len(late) == 1
    assert late[0].count("Person") == 2
    assert organiser.get("/organise/events/hall/prints/start-passes.pdf?from=x").status_code == 400


@pytest.mark.parametrize(("language", "first"), [("en", "1st place"), ("de", "1. Platz")])
def test_diplomas_are_written_when_the_event_is_over(
    organiser: Client, season: Season, language: str, first: str
) -> None:
    event = new_hall(season, 4, settings={"rounds": 1, "finals": "none", "prizes": 2}, are_present=True)
    round_ = published(event)
    assert len(printed(organiser, "diplomas")) == 1
    entered(event, in_seat_order(round_))
    found = printed(organiser, "diplomas", f"?language={language}")
    # Two of the players, one of the only team.
    assert len(found) == 3
    for page in found:
        assert "Hall" in page
        assert "http" not in page
        assert "version" not in page.casefold()
    assert first in found[0]


def test_a_team_is_honoured_with_its_points_and_the_members_whose_results_count(
    organiser: Client, season: Season
) -> None:
    event = new_hall(
        season, 4, settings={"rounds": 1, "finals": "none", "prizes": 1, "team_size": 2}, are_present=True
    )
    round_ = published(event)
    entered(event, in_seat_order(round_))
    names = {entry.key: entry.player.name for entry in event.entries.select_related("player")}
    order = [names[key] for key in round_.stage.tables[0].seating.entrants]
    of_team = printed(organiser, "diplomas")[1]
    assert "8 points" in of_team
    assert [name in of_team for name in order] == [True, True, False, False]


@pytest.mark.parametrize(("language", "youngest"), [("en", "Youngest player"), ("de", "Jüngste Person")])
def test_groups_and_the_youngest_have_diplomas_too(
    organiser: Client, season: Season, language: str, youngest: str
) -> None:
    event = new_hall(season, 4, settings={"rounds": 1, "finals": "none", "prizes": 1}, are_present=True)
    hall.describe(event_id=event.pk, who=4, description=hall.Description(groups=["Youth"]), **WHO)
    say_youngest(event_id=event.pk, keys=["entry-3"], **WHO)
    entered(event, in_seat_order(published(event)))
    found = printed(organiser, "diplomas", f"?language={language}")
    assert len(found) == 4
    assert any("Youth" in page and "Person 003" in page for page in found)
    assert youngest in found[-1]
    assert "Person 002" in found[-1]


@pytest.mark.parametrize(("language", "day"), [("en", "21 November 2026"), ("de", "21. November 2026")])
def test_the_posters_to_hang_up_say_when_and_where_and_have_no_foot(
    organiser: Client, season: Season, language: str, day: str
) -> None:
    event = new_hall(season, 4, are_present=True)
    told = "Doors open at 13:00\nParish hall, Wiesloch"
    hall.set_up_registration(event_id=event.pk, changes={"conditions": told}, **WHO)
    hall.open_door(event_id=event.pk, **WHO)
    for name in ("registration-poster", "door-poster"):
        for paper in ("a4", "a3"):
            (page,) = printed(organiser, name, f"?language={language}&paper={paper}")
            assert day in page
            assert "version" not in page.casefold()
            assert all(line in page for line in told.splitlines()) == (name == "registration-poster")


def test_the_desk_leads_to_all_prints(organiser: Client, season: Season) -> None:
    event = new_hall(season, are_present=True)
    published(event)
    text = organiser.get("/organise/events/hall/files/").content.decode()
    links = set(re.findall(r'href="(/organise/events/hall/prints/[^"]+)"', text))
    assert {link.partition("prints/")[2].partition(".pdf")[0] for link in links} == PRINTS.keys() - {
        "diplomas"
    }
    for link in links:
        assert organiser.get(link.replace("&amp;", "&")).status_code == 200


def test_the_desk_offers_no_prints_of_people_before_there_are_any(organiser: Client, season: Season) -> None:
    new_hall(season, 0)
    text = organiser.get("/organise/events/hall/files/").content.decode()
    assert re.findall(r"/hall/prints/([^.]+)\.pdf", text) == ["registration-poster", "door-poster"]


def test_slips_have_room_for_captures_where_these_count(organiser: Client, season: Season) -> None:
    counted = {"scoring": "home-yard-capture", "unfinished": "home-yard-capture"}
    event = new_hall(season, settings=counted, are_present=True)
    published(event)
    assert "Captures" in printed(organiser, "table-slips")[0]
    Event.objects.filter(pk=event.pk).update(settings={})
    assert "Captures" not in printed(organiser, "table-slips")[0]


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
