"""Slips typed at the desk: places, lines with their arithmetic, the same twice, contradictions, undone in place."""

import pytest
from django.test import Client

from games.enums import EventKind, Role
from rules import LETTERS
from tests.tournaments.conftest import with_role
from tests.tournaments.event_state import happen
from tests.tournaments.hall.halls import (
    WHO,
    in_seat_order,
    new_hall,
    numbers,
    published,
    states,
)
from tournaments.hall import services as hall
from tournaments.models import Event, ResultClaim, Season
from tournaments.standings.rounds import HallRound, TableState

pytestmark = pytest.mark.django_db
DESK = "/organise/events/hall/slips/"


@pytest.fixture
def helper(playing: tuple[Event, HallRound]) -> Client:
    """Somebody who types slips."""
    return with_role(Role.REFEREE, "event:hall")


def said(client: Client, number: int, **told: str) -> str:
    """What the page says after a slip was sent."""
    answer = client.post(f"{DESK}{number}/", told, follow=True)
    return answer.content.decode()


def lines(round_: HallRound, *told: str) -> dict[str, str]:
    """A form with a line for every colour."""
    return {f"line-{c}": each for c, each in zip(round_.stage.tables[0].seating.colours, told, strict=True)}


def test_lines_show_their_arithmetic_before_they_are_saved(
    playing: tuple[Event, HallRound], helper: Client
) -> None:
    event, round_ = playing
    told = lines(round_, "2 1 17", "0 4", "3 1", "0 3 A")
    page = said(helper, 1, **told)
    assert "2 × 75 + (10 + 17) = <strong>177</strong>" in page
    assert "75 for a pawn at home" in page
    assert states(event)[0] is TableState.MISSING
    seen = page.split('name="seen" value="')[1].split('"')[0].replace("&quot;", '"')
    assert "Table 1 entered: " in said(helper, 1, **told, seen=seen)
    assert states(event)[0] is TableState.ENTERED


def test_lines_that_were_changed_after_they_were_seen_are_shown_again(
    playing: tuple[Event, HallRound], helper: Client
) -> None:
    event, round_ = playing
    page = said(helper, 1, **lines(round_, "2 2", "0 4", "3 1", "0 4"))
    seen = page.split('name="seen" value="')[1].split('"')[0].replace("&quot;", '"')
    said(helper, 1, **lines(round_, "2 2", "0 4", "3 1", "1 3"), seen=seen)
    assert states(event)[0] is TableState.MISSING


def test_a_contradiction_is_shown_side_by_side_and_decided(
    playing: tuple[Event, HallRound], helper: Client
) -> None:
    event, round_ = playing
    order = numbers(event, round_)
    said(helper, 1, places=" ".join(map(str, order)))
    page = said(helper, 1, places=" ".join(map(str, reversed(order))))
    assert page.count('class="claim"') == 2
    assert states(event)[0] is TableState.CONTRADICTORY
    wrong = ResultClaim.objects.get(state="contradicted")
    answer = helper.post(f"{DESK}claims/{wrong.pk}/", {"back": "slips"}, follow=True)
    assert "Table 1: this result counts." in answer.content.decode()
    assert states(event)[0] is TableState.ENTERED


def test_a_result_of_another_desk_is_only_corrected_and_the_page_leads_there(
    playing: tuple[Event, HallRound], helper: Client
) -> None:
    event, round_ = playing
    order = numbers(event, round_)
    said(helper, 1, places=" ".join(map(str, order)))
    other = with_role(Role.ORGANISER, "event:hall")
    said(other, 1, places=" ".join(map(str, reversed(order))))
    wrong = ResultClaim.objects.get(state="contradicted")
    answer = other.post(f"{DESK}claims/{wrong.pk}/", {"back": "slips"}, follow=True)
    assert answer.request["PATH_INFO"] == "/organise/events/hall/games/1/correct/"
    assert "Somebody else has recorded how this game ended" in answer.content.decode()
    assert states(event)[0] is TableState.CONTRADICTORY
    assert not ResultClaim.objects.filter(pk=wrong.pk, state="confirmed").exists()
    # Once it is corrected nothing that was said before waits any more.
    game = event.games.get(number=1).game
    letters = list(reversed(round_.stage.tables[0].seating.colours))
    proposed = happen(game, EventKind.CORRECTION, actor="a", places=letters, reason="read wrongly")
    happen(proposed, EventKind.APPROVAL, actor="b", correction=proposed.number)
    assert states(event)[0] is TableState.CONFIRMED
    assert 'class="claim"' not in helper.get(DESK, {"table": "1"}).content.decode()


@pytest.mark.parametrize("by_lines", [False, True, "to the end"])
def test_a_result_is_undone_in_place_and_typed_again(
    playing: tuple[Event, HallRound], helper: Client, by_lines: bool | str
) -> None:
    event, round_ = playing
    told = {"places": " ".join(map(str, numbers(event, round_)))}
    if by_lines:
        told = lines(round_, "2 2", "0 4", "3 1", "0 4")
        if by_lines == "to the end":
            told = lines(round_, "4 0", "4 0", "4 0", "0 4")
            told["finished"] = "".join(LETTERS[c] for c in round_.stage.tables[0].seating.colours[:3])
        page = said(helper, 1, **told)
        told["seen"] = page.split('name="seen" value="')[1].split('"')[0].replace("&quot;", '"')
    said(helper, 1, **told)
    page = helper.post(f"{DESK}1/undo/", follow=True).content.decode()
    assert "Table 1: result taken back." in page
    assert states(event)[0] is not TableState.ENTERED
    assert "Table 1 entered: " in said(helper, 1, **told)
    assert "No slip has given" in helper.post(f"{DESK}2/undo/", follow=True).content.decode()


@pytest.mark.parametrize(
    "told",
    [
        {},
        {"places": "1 2"},
        {"places": "999 998 997 996"},
        {"places": "YYYY"},
        {"places": "x" * 500},
        {"places": "\u0661 \u0007"},
        {"line-yellow": "2 1"},
        {"line-yellow": "5 0", "line-green": "0 4", "line-red": "0 4", "line-black": "0 4"},
        {"line-yellow": "0 3 99", "line-green": "0 4", "line-red": "0 4", "line-black": "0 4"},
        {"line-yellow": "0 2 5 5", "line-green": "0 4", "line-red": "0 4", "line-black": "0 4"},
        {"line-yellow": "4 0", "line-green": "4 0", "line-red": "0 4", "line-black": "0 4", "finished": "Q"},
        {"line-yellow": "4 0", "line-green": "4 0", "line-red": "0 4", "line-black": "0 4"},
        *(
            {"line-yellow": f"2 2 {made}", "line-green": "0 4", "line-red": "0 4", "line-black": "0 4"}
            for made in ("x100", "x", "3x", "x-1")
        ),
    ],
)
def test_a_slip_that_cannot_be_changes_nothing_and_says_why(
    playing: tuple[Event, HallRound], helper: Client, told: dict[str, str]
) -> None:
    answer = helper.post(f"{DESK}1/", told)
    assert answer.status_code == 400
    assert 'role="alert"' in answer.content.decode()
    assert not ResultClaim.objects.exists()


@pytest.mark.parametrize("table", ["99", "x", "0", "-1", "²", "1" * 400])
def test_a_table_that_is_not_there_is_told(helper: Client, table: str) -> None:
    answer = helper.get(DESK, {"table": table})
    assert answer.status_code == 400
    assert "there are 1–2" in answer.content.decode()


def test_captures_are_typed_and_tapped_where_they_count(season: Season) -> None:
    told = {"scoring": "home-yard-capture", "unfinished": "home-yard-capture"}
    event = new_hall(season, 8, settings=told, are_present=True)
    round_ = published(event)
    helper = with_role(Role.REFEREE, "event:hall")
    page = helper.get(DESK, {"table": "1"}).content.decode()
    assert "captures: 2 1 17 x3" in page
    assert 'id="places"' not in page, "places alone give nobody anything here"
    typed = lines(round_, "3 1 x5", "2 2 x3", "0 4", "0 3 A ×12")
    assert "10 × (3 − 1) + 5 = <strong>25</strong>" in said(helper, 1, **typed)
    phone, where = Client(), f"/events/hall/slips/1/{hall.slip_token(round_.draw, 1)}/"
    phone.post(where, {"do": "me", "me": str(numbers(event, round_)[0])})
    assert phone.get(where).content.decode().count('name="captures-') == 4


def test_the_slips_of_a_team_final_ask_for_the_boards(season: Season) -> None:
    event = new_hall(season, 8, settings={"rounds": 1, "finals": "none", "team_final": "final"})
    for entry in event.entries.all():
        entry.team = f"Team {entry.number % 2}"
        entry.save()
    hall.check_in_all(event_id=event.pk, **WHO)
    hall.enter_slips(event_id=event.pk, slips=in_seat_order(published(event)), **WHO)
    final = published(event, "team-final")
    first = final.stage.first
    helper = with_role(Role.REFEREE, "event:hall")
    assert 'id="places"' not in helper.get(DESK, {"table": "1"}).content.decode()
    places = " ".join(map(str, numbers(event, final)))
    assert "the boards count here" in said(helper, first, places=places)
    assert not ResultClaim.objects.filter(number=first).exists()
