"""The slip of a table on phones: no account, the code opens one table; one tells, another confirms, or both differ."""

import pytest
from django.test import Client

from tests.tournaments.hall.halls import (
    WHO,
    in_seat_order,
    numbers,
    published,
    states,
)
from tournaments.hall import services as hall
from tournaments.models import Event, ResultClaim
from tournaments.standings.rounds import HallRound, TableState

pytestmark = pytest.mark.django_db


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


def test_one_phone_tells_and_another_confirms(playing: tuple[Event, HallRound]) -> None:
    event, round_ = playing
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
    playing: tuple[Event, HallRound],
) -> None:
    event, round_ = playing
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


def test_a_refused_result_keeps_the_places_that_were_entered(playing: tuple[Event, HallRound]) -> None:
    event, round_ = playing
    where, people = address(round_), numbers(event, round_)
    told = in_order(people) | {f"place-{people[3]}": ""}
    answer = phone_of(people[0], where).post(where, told)
    assert answer.status_code == 400
    page = answer.content.decode()
    for place, who in enumerate(people[:3], start=1):
        select = page.split(f'name="place-{who}"')[1].split("</select>")[0]
        assert f"<option selected>{place}</option>" in select
    assert page.count("<option selected>") == 3


def test_a_phone_is_one_person(playing: tuple[Event, HallRound]) -> None:
    event, round_ = playing
    where, people = address(round_), numbers(event, round_)
    phone = phone_of(people[0], where)
    phone.post(where, in_order(people))
    answer = phone.post(where, {"do": "me", "me": str(people[1])})
    assert answer.status_code == 400
    assert "Take back first" in answer.content.decode()
    phone.post(where, {"do": "confirm", "claim": str(ResultClaim.objects.get().pk)})
    assert states(event)[0] is TableState.CLAIMED


@pytest.mark.parametrize("wrong", ["token", "number", "event"])
def test_another_code_opens_no_table(playing: tuple[Event, HallRound], wrong: str) -> None:
    _, round_ = playing
    token = hall.slip_token(round_.draw, 1)
    where = {
        "token": f"/events/hall/slips/1/{token[:-1]}x/",
        "number": f"/events/hall/slips/2/{token}/",
        "event": f"/events/none/slips/1/{token}/",
    }[wrong]
    assert Client().get(where).status_code == 404
    assert Client().post(where, {"do": "me", "me": "1"}).status_code == 404
    assert Client().get(f"{where}now/").status_code == 404


def test_the_code_of_a_withdrawn_round_opens_nothing_more(playing: tuple[Event, HallRound]) -> None:
    event, round_ = playing
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
def test_nonsense_from_a_phone_changes_nothing(
    playing: tuple[Event, HallRound], told: dict[str, str]
) -> None:
    event, round_ = playing
    where = address(round_)
    for phone in (Client(), phone_of(numbers(event, round_)[0], where)):
        assert phone.post(where, told).status_code in (302, 400)
    assert not ResultClaim.objects.exists()


def test_a_result_of_the_desk_is_seen_on_the_phones(playing: tuple[Event, HallRound]) -> None:
    event, round_ = playing
    hall.enter_slips(event_id=event.pk, slips=in_seat_order(round_)[:1], **WHO)
    page = Client().get(f"{address(round_)}now/").content.decode()
    assert "Result entered" in page
