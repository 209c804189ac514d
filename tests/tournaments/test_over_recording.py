"""A result typed in over a game that somebody records: it says by whom and how many throws, and asks if it is meant."""

from typing import Any

import pytest

from games.enums import Role
from games.models import AccessToken, Game
from games.services.projections import differences
from tests.games.conftest import as_json, client_of, client_with, random_throws
from tests.games.requests import refused
from tests.tournaments.conftest import YELLOW_STARTS, start
from tests.tournaments.event_state import assert_fresh, everything, figures
from tournaments.models import Event, EventGame

pytestmark = pytest.mark.django_db


@pytest.fixture
def recorded(cup: Event) -> EventGame:
    """Game 1, of which a phone has recorded eight throws."""
    played = start(cup, rounds=YELLOW_STARTS)
    _, text = AccessToken.issue(name="phone at board 3", role="recorder", place="site")
    throws = [as_json(each) for each in random_throws(played.game, 8)]
    address = f"/api/v1/games/{played.game_id}/throws/?expected={played.game.number}"
    answer = client_of(text).post(address, throws)
    assert answer.status_code == 201, answer.content
    return EventGame.objects.select_related("game").get(pk=played.pk)


def both_doors(recorded: EventGame) -> list[tuple[str, dict[str, Any]]]:
    """The result by the event and by the game itself."""
    return [
        (f"/api/v1/events/{recorded.event.slug}/results/", {"number": 1, "places": ["red"]}),
        (f"/api/v1/games/{recorded.game_id}/result/", {"places": ["red"]}),
    ]


@pytest.mark.parametrize("door", [0, 1])
def test_it_is_refused_with_who_records_and_taken_once_it_is_meant(recorded: EventGame, door: int) -> None:
    referee = client_with(Role.REFEREE)
    address, body = both_doors(recorded)[door]
    for sent in (body, {**body, "over_throws": False}):
        before = everything()
        problem = refused(referee.post(address, sent), 409, "being-recorded")
        assert (problem["throws"], problem["recorded_by"]) == (8, "phone at board 3")
        assert "8 throws, by phone at board 3" in problem["messages"]["en"]
        assert "8 Würfe, von phone at board 3" in problem["messages"]["de"]
        assert everything() == before
    answer = referee.post(address, {**body, "over_throws": True})
    assert answer.status_code == 201, answer.content
    game = Game.objects.get(pk=recorded.game_id)
    assert game.events.last().payload["over_throws"] is True  # type: ignore[union-attr]
    assert figures(recorded.event)["entry-2"] == 1
    assert differences(game) == []
    assert_fresh(recorded.event)


def test_a_game_of_which_nothing_is_recorded_needs_no_such_word(cup: Event) -> None:
    played = start(cup, rounds=YELLOW_STARTS)
    body = {"number": 1, "places": ["red"]}
    answer = client_with(Role.REFEREE).post(f"/api/v1/events/{cup.slug}/results/", body)
    assert answer.status_code == 201, answer.content
    last = Game.objects.get(pk=played.game_id).events.last()
    assert "over_throws" not in last.payload  # type: ignore[union-attr]
