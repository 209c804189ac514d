"""What an ended game leads to on the referee's page: its points, the game that follows, the winner of the event."""

import pytest

from games.enums import Role
from tests.games.pages import assert_is_sound
from tests.tournaments.conftest import start, with_role
from tests.tournaments.slips import enter
from tournaments.models import Event
from tournaments.services import Slip

pytestmark = pytest.mark.django_db


def page(game_id: object, place: str = "site") -> str:
    return assert_is_sound(with_role(Role.REFEREE, place).get(f"/games/{game_id}/referee/"), "en")


def test_an_ended_game_leads_to_the_next_where_the_referee_may_start_it(cup: Event) -> None:
    first = enter(cup, 1)
    button = f'href="/events/{cup.slug}/start/2/">Start Game 2</a>'
    assert button in page(first.game_id)
    assert button not in page(first.game_id, f"game:{first.game_id}")
    assert "has won the event" in page(enter(cup, 2).game_id, "season:2026")


def test_an_ended_game_leads_to_the_one_that_runs_and_tells_its_points(series: Event) -> None:
    played = enter(series, 1, Slip(places=("yellow", "red", "black", "green", "blue", "violet")))
    running = start(series)
    text = page(played.game_id)
    assert f'href="/games/{running.game_id}/referee/">On to ' in text
    assert text.count('class="points"') == 3
    assert "after-end" not in page(running.game_id, "season:2026")
