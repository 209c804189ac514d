"""Prints of a hall, read back: everybody has a place on them, in both languages, and only organisers get them."""

import re

import pytest
from django.test import Client

from tests.tournaments.dashboard import organiser as organiser
from tests.tournaments.exports.pdf_text import pages
from tests.tournaments.hall.halls import WHO, entered, in_seat_order, new_hall, published
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


def test_slips_have_room_for_captures_where_these_count(organiser: Client, season: Season) -> None:
    counted = {"scoring": "home-yard-capture", "unfinished": "home-yard-capture"}
    event = new_hall(season, settings=counted, are_present=True)
    published(event)
    assert "Captures" in printed(organiser, "table-slips")[0]
    Event.objects.filter(pk=event.pk).update(settings={})
    assert "Captures" not in printed(organiser, "table-slips")[0]
