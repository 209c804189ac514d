"""What the REST interface refuses, instead of making something of it that was not meant."""

import pytest
from rest_framework.test import APIClient

from games.models import Game, GameEvent, Player

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("rows", ["players", "games", "events", "ratings"])
@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("limit=none", "limit"),
        ("limit=0", "limit"),
        ("limit=5&limit=6", "limit"),
        ("offset=-1", "offset"),
        ("offset=²", "offset"),
        ("limit=99999999999", "limit"),
    ],
)
def test_a_page_that_is_none_is_not_taken_for_the_first(rows: str, query: str, field: str) -> None:
    answer = APIClient().get(f"/api/v1/{rows}/?{query}")
    assert (answer.status_code, answer.json()["field"]) == (400, field)


@pytest.mark.parametrize("zone", ["+19:55", "-23:59", "+05:45", "Z"])
def test_a_moment_in_the_farthest_zone_is_a_moment(writer: APIClient, game: Game, zone: str) -> None:
    throw = {"die": 1, "happened_at": f"2026-11-21T20:15:00{zone}"}
    answer = writer.post(f"/api/v1/games/{game.pk}/throws/?expected={game.number}", throw)
    assert answer.status_code == 201, answer.content
    assert GameEvent.objects.get(game=game, number=game.number + 1).happened_at is not None


@pytest.mark.parametrize(
    ("rules", "field", "needed"), [("mhd-trapdoors", "trapdoors", "4"), ("mhd-wormholes", "wormholes", "3")]
)
def test_a_game_without_what_its_board_needs_is_told_of_the_seed_too(
    writer: APIClient, players: list[Player], rules: str, field: str, needed: str
) -> None:
    pairs = zip(players, ("yellow", "red"), strict=False)
    seats = [{"player": str(player.pk), "colours": [colour]} for player, colour in pairs]
    answer = writer.post("/api/v1/games/", {"rules": rules, "seats": seats, "starter": "yellow"})
    problem = answer.json()
    assert (answer.status_code, problem["field"]) == (400, field)
    assert all("published_seed" in said and needed in said for said in problem["messages"].values())
