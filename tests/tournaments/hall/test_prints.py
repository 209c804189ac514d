"""Prints of a hall, read back: everybody has a place on them, in both languages, and only organisers get them."""

import re
from typing import Any

import pytest
from django.test import Client

from tests.tournaments.dashboard import organiser as organiser
from tests.tournaments.exports.pdf_text import pages
from tests.tournaments.hall.halls import WHO, again, entered, in_seat_order, new_hall, published, state
from tournaments.exports.pdf.hall.prints import PRINTS
from tournaments.models import Event, Season
from tournaments.organiser.hall_screens import slip_paths
from tournaments.services import hall, say_youngest
from tournaments.standings.presenters import EventPresenter
from tournaments.standings.seat_plan import SeatPlan

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("standing_clock")]
ROUND_PRINTS = ("round", "seats-by-name", "seats-by-table", "table-slips")


def hall_of(season: Season, people: int = 16, **more: Any) -> Event:
    return new_hall(season, people, **more, are_present=True)


def printed(client: Client, name: str, query: str = "") -> list[str]:
    answer = client.get(f"/organise/events/hall/prints/{name}.pdf{query}")
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf"), answer.content[:200]
    return pages(answer.content)


def names_of(event: Event) -> list[str]:
    return [entry.player.name for entry in event.entries.select_related("player")]


def test_posters_are_sized_by_number_and_by_paper(organiser: Client, season: Season) -> None:
    event = hall_of(season, 120)
    published(event)
    assert len(printed(organiser, "seats-by-name", "?paper=a3")) == 1
    on_small = printed(organiser, "seats-by-name")
    assert len(on_small) <= 2
    for name in names_of(event):
        assert sum(page.count(name) for page in on_small) == 1
    assert len(printed(organiser, "seats-by-table")) <= 2


def test_the_code_of_a_slip_opens_its_own_table_and_no_other(season: Season) -> None:
    event = hall_of(season)
    round_ = published(event)
    plan = SeatPlan(EventPresenter(again(event)))
    paths = slip_paths(again(event), plan.current)
    assert list(paths) == list(round_.playing)
    for number, path in paths.items():
        token = path.rstrip("/").rpartition("/")[2]
        assert path == f"/events/hall/slips/{number}/{token}/"
        assert [each for each in paths if hall.is_slip_token(state(event), each, token)] == [number]


def test_everything_of_a_round_prints_in_one_go(organiser: Client, season: Season) -> None:
    event = hall_of(season)
    assert "No round has been published yet" in printed(organiser, "round")[0]
    published(event)
    whole = "\n".join(printed(organiser, "round"))
    for kind in ("Seats by name", "Seats by table", "Fields of the others"):
        assert kind in whole


def test_an_earlier_round_can_be_printed_again_and_none_that_is_not_there(
    organiser: Client, season: Season
) -> None:
    event = hall_of(season)
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
    event = hall_of(season, 23)
    found = printed(organiser, "start-passes")
    assert len(found) == 3
    text = "\n".join(found)
    for name in names_of(event):
        assert text.count(name) == 1
    late = printed(organiser, "start-passes", "?from=22")
    assert len(late) == 1
    assert late[0].count("Person") == 2
    assert organiser.get("/organise/events/hall/prints/start-passes.pdf?from=x").status_code == 400


def test_the_list_of_names_has_boxes_numbers_and_teams(organiser: Client, season: Season) -> None:
    event = new_hall(season, 8)
    hall.check_in(event_id=event.pk, who=[1], **WHO)
    text = "\n".join(printed(organiser, "names"))
    for name in names_of(event):
        assert name in text
    assert "Team 1" in text


@pytest.mark.parametrize(("language", "first"), [("en", "1st place"), ("de", "1. Platz")])
def test_diplomas_are_written_when_the_event_is_over(
    organiser: Client, season: Season, language: str, first: str
) -> None:
    event = hall_of(season, 4, settings={"rounds": 1, "finals": "none", "prizes": 2})
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
    event = hall_of(season, 4, settings={"rounds": 1, "finals": "none", "prizes": 1, "team_size": 2})
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
    event = hall_of(season, 4, settings={"rounds": 1, "finals": "none", "prizes": 1})
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
    event = hall_of(season, 4)
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
    event = hall_of(season)
    published(event)
    text = organiser.get("/organise/events/hall/files/").content.decode()
    links = set(re.findall(r'href="(/organise/events/hall/prints/[^"]+)"', text))
    assert {link.partition("prints/")[2].partition(".pdf")[0] for link in links} == PRINTS.keys() - {
        "diplomas"
    }
    for link in links:
        assert organiser.get(link.replace("&amp;", "&")).status_code == 200


def test_long_names_stay_on_the_paper(organiser: Client, season: Season) -> None:
    event = hall_of(season, 8)
    player = event.entries.select_related("player").first().player  # type: ignore[union-attr]
    player.name = "Maximiliane-Friederike von und zu Hohenstein-Waldenburg der Ältere Nachkommen"
    player.save()
    published(event)
    for name in (*ROUND_PRINTS, "start-passes"):
        assert printed(organiser, name)


def test_slips_have_room_for_captures_where_these_count(organiser: Client, season: Season) -> None:
    counted = {"scoring": "home-yard-capture", "unfinished": "home-yard-capture"}
    event = hall_of(season, settings=counted)
    published(event)
    assert "Captures" in printed(organiser, "table-slips")[0]
    Event.objects.filter(pk=event.pk).update(settings={})
    assert "Captures" not in printed(organiser, "table-slips")[0]
