"""Check-in at the door on one's own phone: the code of the poster, one's own name, seen and undone at the desk."""

from typing import Any

import pytest
from django.test import Client

from games.access import RateLimit
from games.enums import Role
from tests.tournaments.conftest import with_role
from tests.tournaments.event_state import everything
from tests.tournaments.hall.halls import WHO, entered, in_seat_order, new_hall, published
from tournaments.hall import services as hall
from tournaments.hall.pages import door
from tournaments.models import Event, Season

pytestmark = pytest.mark.django_db
DESK = "/organise/events/hall/check-in/"


@pytest.fixture
def eight(season: Season) -> Event:
    """A hall of eight people, none of whom is here yet."""
    return new_hall(season, 8)


def code_of(event: Event) -> str:
    return hall.open_door(event_id=event.pk, **WHO).door_code


def presence(event: Event, number: int) -> tuple[str, str]:
    entry = event.entries.get(number=number)
    return entry.presence, entry.arrival


def test_a_phone_finds_its_name_and_the_desk_sees_it(eight: Event) -> None:
    code, phone = code_of(eight), Client()
    page = f"/events/hall/here/{code}/"
    assert "Person 003" in phone.get(page, {"q": "4"}).content.decode()
    assert "Person 003" in phone.get(page, {"q": "person 003"}).content.decode()
    assert "Type at least 3 letters." in phone.get(page, {"q": "pe"}).content.decode()
    assert "Nobody found" in phone.get(page, {"q": "zzz"}).content.decode()
    assert phone.post(page, {"who": "entry-4"}).status_code == 302
    assert presence(eight, 4) == ("present", "phone")
    assert "4 Person 003 is checked in" in phone.get(page).content.decode()
    helper = with_role(Role.REFEREE, "event:hall")
    assert "by phone" in helper.get(DESK, {"show": "present"}).content.decode()
    assert "1 person has checked in by phone." in helper.get(f"{DESK}registration/").content.decode()


def test_whoever_has_registered_on_this_phone_is_known_at_the_door(eight: Event) -> None:
    hall.set_up_registration(event_id=eight.pk, changes={"is_open": True}, **WHO)
    entry = hall.register(event_id=eight.pk, form="form", name="Anna", team="", now=WHO["now"])
    link = f"/events/hall/register/9/{hall.personal_token(eight, entry)}/"
    phone, code = Client(), code_of(eight)
    phone.get(link)
    assert "Check in 9 Anna" in phone.get(f"/events/hall/here/{code}/").content.decode()
    assert "Not the code at the door" not in phone.get(link).content.decode()
    assert phone.post(link, {"do": "here", "code": "WRONG"}).status_code == 400
    assert presence(eight, 9)[0] == "announced"
    typed = f" {code[:3].lower()} {code[3:]}"
    assert phone.post(link, {"do": "here", "code": typed}).status_code == 302
    assert presence(eight, 9) == ("present", "phone")
    assert "Checked in" in phone.get(link).content.decode()


def test_the_code_of_yesterday_and_a_closed_door_open_nothing(eight: Event) -> None:
    phone, old = Client(), code_of(eight)
    new = code_of(eight)
    assert new != old
    for code in (old, "ABC", "x" * 50):
        before = everything()
        assert phone.get(f"/events/hall/here/{code}/").status_code == 404
        assert phone.post(f"/events/hall/here/{code}/", {"who": "entry-1"}).status_code == 404
        assert everything() == before
    assert (
        phone.get("/events/hall/here/", {"code": f" {new.lower()} "})["Location"]
        == f"/events/hall/here/{new}/"
    )
    assert "Code on the poster" in phone.get("/events/hall/here/").content.decode()
    hall.close_door(event_id=eight.pk, **WHO)
    assert "not open" in phone.get(f"/events/hall/here/{new}/").content.decode()
    assert phone.post(f"/events/hall/here/{new}/", {"who": "entry-1"}).status_code == 404
    assert presence(eight, 1)[0] == "announced"


def test_check_in_by_phone_closes_with_the_end_of_the_event(season: Season) -> None:
    event = new_hall(season, 4, settings={"rounds": 1, "finals": "none"})
    code, phone, desk = code_of(event), Client(), with_role(Role.REFEREE, "event:hall")
    hall.check_in_all(event_id=event.pk, **WHO)
    assert code in desk.get(f"{DESK}registration/").content.decode()
    entered(event, in_seat_order(published(event)))
    assert "not open" in phone.get(f"/events/hall/here/{code}/").content.decode()
    page = desk.get(f"{DESK}registration/").content.decode()
    assert code not in page
    assert "Open check-in" not in page
    before = everything()
    answer = desk.post(f"{DESK}registration/door/", {"do": "open"}, follow=True)
    assert "The event is over" in answer.content.decode()
    assert everything() == before


def test_what_the_desk_undoes_no_phone_does_again(eight: Event) -> None:
    code, helper = code_of(eight), with_role(Role.REFEREE, "event:hall")
    page = f"/events/hall/here/{code}/"
    Client().post(page, {"who": "entry-1"})
    helper.post(f"{DESK}tap/", {"who": "entry-1", "do": "announced"})
    assert presence(eight, 1) == ("announced", "undone")
    answer = Client().post(page, {"who": "entry-1"})
    assert answer.status_code == 409
    assert "The desk has to check you in." in answer.content.decode()
    helper.post(f"{DESK}tap/", {"who": "entry-1", "do": "present"})
    assert presence(eight, 1) == ("present", "")


def test_who_waits_or_has_left_or_is_nobody_is_sent_to_the_desk(season: Season) -> None:
    event = new_hall(season, 5, settings={"places": 4})
    hall.leave(event_id=event.pk, who=1, reason="ill", **WHO)
    hall.announce(event_id=event.pk, players=[("Late", hall.Description())], **WHO)
    code = code_of(event)
    for who in ("entry-1", "entry-6", "entry-99", "", "<b>"):
        before = everything()
        assert Client().post(f"/events/hall/here/{code}/", {"who": who}).status_code == 409
        assert everything() == before


def test_one_phone_checks_in_a_family_and_no_more(eight: Event) -> None:
    phone, code = Client(), code_of(eight)
    page = f"/events/hall/here/{code}/"
    told = [phone.post(page, {"who": f"entry-{number}"}).status_code for number in range(1, 8)]
    assert told == [302] * 5 + [409] * 2
    assert phone.post(page, {"who": "entry-1"}).status_code == 302, "once more is nothing new"
    assert eight.entries.filter(presence="present").count() == 5


def test_one_address_guesses_so_many_codes_a_minute_and_then_learns_nothing(
    eight: Event, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(door, "ARRIVING", RateLimit("arriving", clock=lambda: 7.0))
    settings.ARRIVALS_PER_MINUTE = 3
    right, wrong = (f"/events/hall/here/{code}/" for code in (code_of(eight), "ABCDEF"))
    there, elsewhere = (Client(REMOTE_ADDR=f"203.0.113.{number}") for number in (78, 79))
    assert [there.get(right).status_code for _ in range(5)] == [200] * 5
    assert [there.get(wrong).status_code for _ in range(5)] == [404] * 3 + [429] * 2
    assert there.get(right).status_code == 429
    assert elsewhere.get(right).status_code == 200


def test_one_address_says_so_much_a_minute(eight: Event, settings: Any) -> None:
    settings.ARRIVALS_PER_MINUTE = 1
    page = f"/events/hall/here/{code_of(eight)}/"
    client = Client(REMOTE_ADDR="203.0.113.78")
    assert 429 in [client.post(page, {"who": "entry-1"}).status_code for _ in range(3)]
