"""What finishing places are worth in games of events, and what players can expect of them."""

import pytest
import time_machine
from django.test import Client

from games.chances.queries import worth_of_places
from games.domain.place_points import PlacePoints
from games.models import Chances, Game, Player
from rules.simulate import version
from tests.tournaments.conftest import NOW, YELLOW_STARTS, new_event, start
from tournaments import services
from tournaments.models import Event, Season

#: As if ten games had been played on: yellow was always first, then green, red, black, violet, blue.
ORDER = ("yellow", "green", "red", "black", "violet", "blue")


def counted(game: Game) -> None:
    """Keep chances of a GP game as they would be if it ended in this order for certain."""
    leaders = {colour: player for player, colours in game.seating.items() for colour in colours}
    first = leaders["red"]  # yellow and red are home first
    Chances.objects.create(
        game=game,
        number=game.number,
        games=10,
        figures={
            "wins": {player: 10 * (player == first) for player in game.seating},
            "places": {player: [10 * (player == first), 0, 0] for player in game.seating},
            "colours": {
                colour: [10 * (at == place) for at in range(6)] for place, colour in enumerate(ORDER)
            },
        },
        margin=0.3,
        swing=0.4,
        engine=version(),
        recorded_at=NOW,
        counted_at=NOW,
    )


def test_places_of_a_gp_game_are_worth_what_the_event_says(series: Event, cup: Event) -> None:
    gp, other = start(series, rounds=YELLOW_STARTS).game, start(cup, rounds=YELLOW_STARTS).game
    assert worth_of_places([gp, other]) == {gp.pk: PlacePoints((10, 6, 4, 3, 2, 1), 2)}
    assert worth_of_places([]) == {}


def test_points_that_can_be_expected_are_told_by_rest_and_on_the_page(client: Client, series: Event) -> None:
    game = start(series, rounds=YELLOW_STARTS).game
    counted(game)
    (now,) = client.get(f"/api/v1/games/{game.pk}/chances/").json()["results"]
    points = [each["points"]["value"] for each in now["players"]]
    assert points == pytest.approx([10 + 4 + 2, 3 + 6, 1 + 2])
    assert [each["colour"] for each in now["colours"]] != []
    part = client.get(f"/games/{game.pk}/chances/").content.decode()
    assert "points" in part
    assert "16.0" in part


@pytest.mark.parametrize("boards", [1, 2])
def test_the_page_of_an_event_names_the_most_exciting_of_its_boards_where_there_are_several(
    client: Client, season: Season, players: list[Player], boards: int
) -> None:
    players = [*players, Player.objects.create(name="Dora Groß")]
    league = new_event(
        season,
        slug="league",
        name="League",
        format_key="league",
        rules_name="xmadn-2t",
        settings={"boards": 2},
    )
    services.enter_all(event_id=league.pk, players=players, actor="test", now=NOW)
    services.draw_in_seed_order(event_id=league.pk, actor="test", now=NOW)
    for number in range(1, boards + 1):
        game = start(league).game
        Chances.objects.create(
            game=game,
            number=game.number,
            games=10,
            figures={"wins": dict.fromkeys(game.seating, 5), "places": {}, "colours": {}},
            margin=0.3,
            swing=0.1 * number,
            engine=version(),
            recorded_at=NOW,
            counted_at=NOW,
        )
    with time_machine.travel(NOW, tick=False):
        page = client.get("/events/league/").content.decode()
    assert ("Most exciting board now" in page) == (boards == 2)
    if boards == 2:
        assert "moved 20 points" in page
