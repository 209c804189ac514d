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
from tests.tournaments.conftest import YELLOW_STARTS, start
from tests.tournaments.event_state import everything
from tests.tournaments.slips import enter
from tournaments.models import Event, EventGame
from tournaments.web.entry import games_due_in

pytestmark = pytest.mark.django_db
#: Yellow throws the highest die.
TAPPED = (6, 1, 2, 3, 4, 5)


def by_link(place: str) -> Client:
    """A phone that has opened a link of a recorder, asked for a token against forged requests."""
    _, text = access.issue_token(
        name="Board", role=Role.RECORDER, place=place, by=COMMAND, now=timezone.now()
    )
    client = Client(enforce_csrf_checks=True)
    client.get(f"/enter/{text}/")
    return client


def tap(client: Client, address: str, die: int, dice: str) -> Any:
    sent = {"dice": dice, "die": die, "csrfmiddlewaretoken": client.cookies["csrftoken"].value}
    return client.post(address, sent)


def tap_all(client: Client, address: str) -> Any:
    """Tap one die after the other as the page carries them along; the last answer."""
    carried = ""
    for die in TAPPED:
        answer = tap(client, address, die, carried)
        found = re.search(r'name="dice" value="([\d-]*)"', answer.content.decode())
        carried = found[1] if found else ""
    return answer


def test_the_page_of_a_link_starts_the_game_that_is_due_by_tapped_throws(cup: Event) -> None:
    phone = by_link("event:cup")
    page = assert_is_sound(phone.get("/here/"), "en")
    address = f"/events/{cup.slug}/start/1/"
    assert f'action="{address}"' in page
    assert page.count('class="die-key"') == 6
    answer = tap_all(phone, address)
    played = EventGame.objects.get(event=cup)
    assert answer["Location"] == f"/games/{played.game_id}/referee/"
    (thrown,) = played.throws
    assert (played.game.starter, sorted(thrown.values())) == ("yellow", sorted(TAPPED))
    assert set(GameEvent.objects.values_list("actor", flat=True)) == {f"token:{AccessToken.objects.get().pk}"}
    assert phone.get("/here/")["Location"] == answer["Location"]


def test_the_first_tap_counts_for_the_colour_that_the_page_of_the_link_names(
    series: Event, cup: Event
) -> None:
    for event in (series, cup):
        phone = by_link(f"event:{event.slug}")
        named = phone.get("/here/").context["due_games"][0].dice.colour
        after = tap(phone, f"/events/{event.slug}/start/1/", 4, "").context["dice"]
        assert after.so_far == [(named, 4)]


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


@pytest.mark.parametrize("place", ["round:cup:1", "board:cup:3"])
def test_the_link_of_a_round_or_board_starts_its_game_and_where_nobody_throws_one_tap_is_enough(
    cup: Event, place: str
) -> None:
    phone = by_link(place)
    phone.get("/here/")
    address = tap_all(phone, "/events/cup/start/1/")["Location"]
    played = EventGame.objects.get(event=cup)
    assert (played.game.state, played.board) == (GameState.RUNNING, "3" if "board" in place else "")
    assert phone.get("/here/")["Location"] == address
    enter(cup, 1)
    phone = by_link("event:cup")
    page = assert_is_sound(phone.get("/here/"), "en")
    assert "Start Game 2" in page
    assert "die-key" not in page
    phone.post("/events/cup/start/2/", {"csrfmiddlewaretoken": phone.cookies["csrftoken"].value})
    assert EventGame.objects.get(event=cup, number=2).game.state == GameState.RUNNING


@pytest.mark.parametrize(
    ("place", "role"),
    [
        ("event:gp", Role.REFEREE),
        ("board:gp:3", Role.REFEREE),
        ("round:cup:2", Role.REFEREE),
        ("game:00000000-0000-4000-8000-000000000000", Role.REFEREE),
        ("event:cup", Role.VIEWER),
    ],
)
def test_a_link_of_elsewhere_or_to_see_starts_nothing(
    cup: Event, series: Event, place: str, role: Role
) -> None:
    _, text = AccessToken.issue(name="other", role=role, place=place, expires_at=None)
    phone = Client()
    phone.get(f"/enter/{text}/")
    before = everything()
    assert phone.post("/events/cup/start/1/", {"die": "6"}).status_code == 403
    forged = by_link("event:cup").post("/events/cup/start/1/", {"die": "6"})
    assert forged.status_code == 403
    assert everything() == before


def test_due_games_cost_one_query(cup: Event, series: Event, django_assert_num_queries: Any) -> None:
    for place, found in (("site", 2), ("season:2026", 2), ("event:cup", 1), ("board:cup:2", 1)):
        with django_assert_num_queries(1):
            assert len(games_due_in(place)) == found
