"""The game that is due begins on the page of a referee's link: by the rules, or by tapping the throws for the start."""

import re
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.access import COMMAND, services as access
from games.enums import GameState, Role
from games.models import AccessToken, GameEvent
from tests.games.pages import assert_is_sound
from tests.tournaments.conftest import YELLOW_STARTS, start, with_role
from tests.tournaments.event_state import everything
from tests.tournaments.slips import enter
from tournaments.models import Event, EventGame
from tournaments.web.entry import games_due_in

pytestmark = pytest.mark.django_db
#: Yellow throws the highest die.
TAPPED = (6, 1, 2, 3, 4, 5)


def by_link(place: str, role: Role = Role.RECORDER, language: str = "en") -> Client:
    """A phone that has opened a link, asked for a token against forged requests."""
    _, text = access.issue_token(name="Board", role=role, place=place, by=COMMAND, now=timezone.now())
    client = Client(headers={"accept-language": language}, enforce_csrf_checks=True)
    client.get(f"/enter/{text}/")
    return client


def tap(client: Client, address: str, die: int, dice: str) -> Any:
    sent = {"dice": dice, "die": die, "csrfmiddlewaretoken": client.cookies["csrftoken"].value}
    return client.post(address, sent)


def tap_all(client: Client, address: str, dice: tuple[int, ...] = TAPPED) -> Any:
    """Tap one die after the other as the page carries them along; the last answer."""
    carried, answer = "", None
    for die in dice:
        answer = tap(client, address, die, carried)
        if answer.status_code != 200:
            return answer
        found = re.search(r'name="dice" value="([\d-]*)"', answer.content.decode())
        assert found is not None
        carried = found[1]
    return answer


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_page_of_a_link_starts_the_game_that_is_due_by_tapped_throws(cup: Event, language: str) -> None:
    phone = by_link("event:cup", language=language)
    page = assert_is_sound(phone.get("/here/"), language)
    address = f"/events/{cup.slug}/start/1/"
    assert f'action="{address}"' in page
    assert page.count('class="die-key"') == 6
    answer = tap_all(phone, address)
    played = EventGame.objects.get(event=cup)
    assert answer["Location"] == f"/games/{played.game_id}/referee/"
    assert (played.game.state, played.game.starter) == (GameState.RUNNING, "yellow")
    (thrown,) = played.throws
    assert sorted(thrown.values()) == sorted(TAPPED)
    assert set(GameEvent.objects.values_list("actor", flat=True)) == {f"token:{AccessToken.objects.get().pk}"}
    assert phone.get("/here/")["Location"] == answer["Location"]


def test_the_first_tap_counts_for_the_colour_that_the_page_of_the_link_names(
    series: Event, cup: Event
) -> None:
    for event in (series, cup):
        phone = by_link(f"event:{event.slug}")
        named = phone.get("/here/").context["due_games"][0].dice.colour
        after = tap(phone, f"/events/{event.slug}/start/1/", 4, "").context["throws"]
        assert after.keys.so_far == [(named, 4)]


def test_a_page_left_open_leads_to_the_game_that_another_device_has_started(cup: Event) -> None:
    phone = by_link("event:cup")
    phone.get("/here/")
    played = start(cup, rounds=YELLOW_STARTS)
    before = everything()
    board = f"/games/{played.game_id}/referee/"
    for answer in (phone.get("/events/cup/start/1/"), tap(phone, "/events/cup/start/1/", 5, "6-1-2-3-4")):
        assert answer["Location"] == board
    assert everything() == before
    assert phone.get("/here/")["Location"] == board


def test_where_the_rules_say_who_starts_one_tap_is_enough(cup: Event) -> None:
    enter(cup, 1)
    phone = by_link("event:cup")
    page = assert_is_sound(phone.get("/here/"), "en")
    assert "Start Game 2" in page
    assert "die-key" not in page
    phone.post("/events/cup/start/2/", {"csrfmiddlewaretoken": phone.cookies["csrftoken"].value})
    assert EventGame.objects.get(event=cup, number=2).game.state == GameState.RUNNING


def test_a_game_started_by_the_link_of_a_board_is_played_at_it(cup: Event) -> None:
    phone = by_link("board:cup:3")
    phone.get("/here/")
    tap_all(phone, "/events/cup/start/1/")
    played = EventGame.objects.get(event=cup)
    assert played.board == "3"
    assert phone.get("/here/")["Location"] == f"/games/{played.game_id}/referee/"


def test_the_link_of_a_round_starts_its_game_and_no_other(cup: Event) -> None:
    other, own = by_link("round:cup:2"), by_link("round:cup:1")
    assert "No game yet." in assert_is_sound(other.get("/here/"), "en")
    own.get("/here/")
    assert tap_all(own, "/events/cup/start/1/").status_code == 302
    assert EventGame.objects.get(event=cup).game.state == GameState.RUNNING


def test_whoever_only_sees_starts_nothing(cup: Event) -> None:
    phone = by_link("event:cup", Role.VIEWER)
    assert "No game yet." in assert_is_sound(phone.get("/here/"), "en")
    before = everything()
    assert tap(phone, "/events/cup/start/1/", 6, "").status_code == 403
    assert everything() == before


_OTHERS = ("event:gp", "board:gp:3", "round:cup:2", "game:00000000-0000-4000-8000-000000000000")


@pytest.mark.parametrize("place", _OTHERS)
def test_a_link_of_elsewhere_starts_nothing(cup: Event, series: Event, place: str) -> None:
    phone = Client()
    _, text = AccessToken.issue(name="other", role=Role.REFEREE, place=place, expires_at=None)
    phone.get(f"/enter/{text}/")
    before = everything()
    assert phone.get("/events/cup/start/1/").status_code == 403
    assert phone.post("/events/cup/start/1/", {"die": "6"}).status_code == 403
    assert everything() == before


def test_nobody_and_forged_requests_start_nothing(cup: Event) -> None:
    assert Client().get("/events/cup/start/1/")["Location"].startswith("/accounts/login/")
    phone = by_link("event:cup")
    assert phone.post("/events/cup/start/1/", {"die": "6"}).status_code == 403
    assert not EventGame.objects.exists()


@pytest.mark.parametrize("dice", ["", "7-0-x", "6-1-2-3-4-5-6-6-6", "\x00", "-" * 5000])
def test_odd_dice_are_left_out(cup: Event, dice: str) -> None:
    referee = with_role(Role.REFEREE, "event:cup")
    answer = referee.post("/events/cup/start/1/", {"dice": dice, "die": "9"})
    assert answer.status_code in (200, 302)


def test_due_games_cost_one_query(cup: Event, series: Event, django_assert_num_queries: Any) -> None:
    for place, found in (("site", 2), ("season:2026", 2), ("event:cup", 1), ("board:cup:2", 1)):
        with django_assert_num_queries(1):
            assert len(games_due_in(place)) == found
