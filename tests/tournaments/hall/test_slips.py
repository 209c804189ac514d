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
def helper(event: Event) -> Client:
    """Somebody who types slips."""
    return with_role(Role.REFEREE, "event:hall")


def said(client: Client, number: int, **told: str) -> str:
    """What the page says after a slip was sent."""
    answer = client.post(f"{DESK}{number}/", told, follow=True)
    return answer.content.decode()


def seen_on(page: str) -> str:
    """What the page shows before it is saved."""
    return page.split('name="seen" value="')[1].split('"')[0].replace("&quot;", '"')


def lines(round_: HallRound, *told: str) -> dict[str, str]:
    """A form with a line for every colour."""
    return {f"line-{c}": each for c, each in zip(round_.stage.tables[0].seating.colours, told, strict=True)}


def test_lines_show_their_arithmetic_before_they_are_saved(
    event: Event, round_: HallRound, helper: Client
) -> None:
    told = lines(round_, "2 1 17", "0 4", "3 1", "0 3 A")
    page = said(helper, 1, **told)
    assert "2 × 75 + (10 + 17) = <strong>177</strong>" in page
    assert "75 for a pawn at home" in page
    assert states(event)[0] is TableState.MISSING
    # Lines that were changed after they were seen are shown again.
    said(helper, 1, **lines(round_, "2 2", "0 4", "3 1", "1 3"), seen=seen_on(page))
    assert states(event)[0] is TableState.MISSING
    assert "Table 1 entered: " in said(helper, 1, **told, seen=seen_on(page))
    assert states(event)[0] is TableState.ENTERED


def test_a_contradiction_is_shown_side_by_side_and_decided(
    event: Event, round_: HallRound, helper: Client
) -> None:
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
    event: Event, round_: HallRound, helper: Client
) -> None:
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
    event: Event, round_: HallRound, helper: Client, by_lines: bool | str
) -> None:
    told = {"places": " ".join(map(str, numbers(event, round_)))}
    if by_lines:
        told = lines(round_, "2 2", "0 4", "3 1", "0 4")
        if by_lines == "to the end":
            told = lines(round_, "4 0", "4 0", "4 0", "0 4")
            told["finished"] = "".join(LETTERS[c] for c in round_.stage.tables[0].seating.colours[:3])
        page = said(helper, 1, **told)
        told["seen"] = seen_on(page)
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
    event: Event, helper: Client, told: dict[str, str]
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


def address(round_: HallRound, number: int = 1) -> str:
    """What the slip of a table leads to."""
    return f"/events/hall/slips/{number}/{hall.slip_token(round_.draw, number)}/"


def phone_of(number: int, where: str) -> Client:
    """A phone whose holder has said who they are."""
    phone = Client()
    assert phone.post(where, {"do": "me", "me": str(number)}).status_code == 302
    return phone


def in_order(order: list[int]) -> dict[str, str]:
    """What is sent when people are tapped in that order."""
    return {"do": "tell", "way": "places"} | {
        f"place-{who}": str(at) for at, who in enumerate(order, start=1)
    }


def test_one_phone_tells_and_another_confirms(event: Event, round_: HallRound) -> None:
    where, people = address(round_), numbers(event, round_)
    one, other = phone_of(people[0], where), phone_of(people[1], where)
    one.post(where, in_order(people))
    assert states(event)[0] is TableState.CLAIMED
    assert 'value="confirm"' not in one.get(where).content.decode(), "nobody confirms what they told"
    page = other.get(where).content.decode()
    assert 'value="confirm"' in page
    other.post(where, {"do": "confirm", "claim": str(ResultClaim.objects.get().pk)})
    assert states(event)[0] is TableState.CONFIRMED
    assert "Result confirmed" in one.get(where).content.decode()


def test_two_phones_that_differ_are_shown_side_by_side_and_one_takes_back(
    event: Event,
    round_: HallRound,
) -> None:
    where, people = address(round_), numbers(event, round_)
    one, other = phone_of(people[0], where), phone_of(people[1], where)
    one.post(where, in_order(people))
    other.post(where, in_order(people[::-1]))
    assert states(event)[0] is TableState.CONTRADICTORY
    page = one.get(where).content.decode()
    assert page.count('class="claim"') == 2
    one.post(where, {"do": "withdraw"})
    left = ResultClaim.objects.exclude(state="withdrawn").get()
    one.post(where, {"do": "confirm", "claim": str(left.pk)})
    assert states(event)[0] is TableState.CONFIRMED


def test_a_refused_result_keeps_the_places_that_were_entered(event: Event, round_: HallRound) -> None:
    where, people = address(round_), numbers(event, round_)
    told = in_order(people) | {f"place-{people[3]}": ""}
    answer = phone_of(people[0], where).post(where, told)
    assert answer.status_code == 400
    page = answer.content.decode()
    for place, who in enumerate(people[:3], start=1):
        select = page.split(f'name="place-{who}"')[1].split("</select>")[0]
        assert f"<option selected>{place}</option>" in select
    assert page.count("<option selected>") == 3


def test_a_phone_is_one_person(event: Event, round_: HallRound) -> None:
    where, people = address(round_), numbers(event, round_)
    phone = phone_of(people[0], where)
    phone.post(where, in_order(people))
    answer = phone.post(where, {"do": "me", "me": str(people[1])})
    assert answer.status_code == 400
    assert "Take back first" in answer.content.decode()
    phone.post(where, {"do": "confirm", "claim": str(ResultClaim.objects.get().pk)})
    assert states(event)[0] is TableState.CLAIMED


@pytest.mark.parametrize("wrong", ["token", "number", "event"])
def test_another_code_opens_no_table(round_: HallRound, wrong: str) -> None:
    token = hall.slip_token(round_.draw, 1)
    where = {
        "token": f"/events/hall/slips/1/{token[:-1]}x/",
        "number": f"/events/hall/slips/2/{token}/",
        "event": f"/events/none/slips/1/{token}/",
    }[wrong]
    assert Client().get(where).status_code == 404
    assert Client().post(where, {"do": "me", "me": "1"}).status_code == 404
    assert Client().get(f"{where}now/").status_code == 404


def test_the_code_of_a_withdrawn_round_opens_nothing_more(event: Event, round_: HallRound) -> None:
    where = address(round_)
    hall.withdraw_round(event_id=event.pk, subject="round-1", reason="test", **WHO)
    published(event)
    answer = Client().get(where)
    assert answer.status_code == 404
    assert "newest slip" in answer.content.decode()


@pytest.mark.parametrize(
    "told",
    [
        {},
        {"do": "tell"},
        {"do": "tell", "place-1": "x"},
        {"do": "tell", "way": "pawns", "home-yellow": "9"},
        {"do": "look", "way": "pawns", "fields-yellow": "🎲" * 50},
        {"do": "confirm", "claim": "x"},
        {"do": "withdraw"},
        {"do": "me", "me": "12345678901234567890"},
        {"do": "nothing"},
    ],
)
def test_nonsense_from_a_phone_changes_nothing(event: Event, round_: HallRound, told: dict[str, str]) -> None:
    where = address(round_)
    for phone in (Client(), phone_of(numbers(event, round_)[0], where)):
        assert phone.post(where, told).status_code in (302, 400)
    assert not ResultClaim.objects.exists()
