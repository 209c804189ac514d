"""What an ended game leads to on the referee's page: its points, the game that follows, the table."""

import pytest

from games.enums import Role
from tests.games.pages import assert_is_sound
from tests.tournaments.conftest import YELLOW_STARTS, start, with_role
from tests.tournaments.slips import enter
from tournaments.models import Event
from tournaments.services import Slip

pytestmark = pytest.mark.django_db


def test_an_ended_game_leads_to_the_one_that_can_be_started(cup: Event) -> None:
    played = enter(cup, 1)
    referee = with_role(Role.REFEREE, "site")
    page = assert_is_sound(referee.get(f"/games/{played.game_id}/referee/"), "en")
    assert "Next: Game 2" in page
    assert "Table of " in page


def test_a_referee_starts_the_next_game_from_the_one_that_has_ended_where_they_may(cup: Event) -> None:
    played = enter(cup, 1)
    address = f"/games/{played.game_id}/referee/"
    button = f'href="/events/{cup.slug}/start/2/">Start Game 2</a>'
    assert button in assert_is_sound(with_role(Role.REFEREE, "site").get(address), "en")
    assert button not in assert_is_sound(with_role(Role.REFEREE, f"game:{played.game_id}").get(address), "en")


def test_an_ended_game_leads_to_the_one_that_runs_and_tells_its_points(series: Event) -> None:
    played = enter(series, 1, Slip(places=("yellow", "red", "black", "green", "blue", "violet")))
    running = start(series)
    referee = with_role(Role.REFEREE, "site")
    page = assert_is_sound(referee.get(f"/games/{played.game_id}/referee/"), "en")
    assert f'href="/games/{running.game_id}/referee/">On to ' in page
    assert "GPP" in page
    assert page.count('class="points"') == 3


def test_a_game_that_runs_leads_nowhere(cup: Event) -> None:
    running = start(cup, rounds=YELLOW_STARTS)
    referee = with_role(Role.REFEREE, "site")
    assert "after-end" not in assert_is_sound(referee.get(f"/games/{running.game_id}/referee/"), "en")


def test_the_winner_of_an_event_is_told_where_its_last_game_ended(cup: Event) -> None:
    for number in (1, 2):
        played = enter(cup, number)
    referee = with_role(Role.REFEREE, "site")
    page = assert_is_sound(referee.get(f"/games/{played.game_id}/referee/"), "en")
    assert "has won the event" in page
