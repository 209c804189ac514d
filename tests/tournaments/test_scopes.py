"""Where a right can hold: seasons, events, boards and rounds around the games."""

import uuid

import pytest

from games.access import scopes
from games.errors import BadRequest
from games.models import AccessToken, Game
from tests.tournaments.conftest import YELLOW_STARTS, new_event, start
from tournaments.models import Event, Season

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(cup: Event) -> Game:
    return start(cup, rounds=YELLOW_STARTS, board="Hall 2: A").game


def test_a_game_of_an_event_lies_in_all_that_is_around_it(game: Game) -> None:
    around = {*scopes.scope_of_game(game.pk).known, *scopes.scope_of_game(game.pk).further()}
    assert around == {
        "site",
        "season:2026",
        "event:cup",
        "round:cup:1",
        "board:cup:Hall 2: A",
        f"game:{game.pk}",
    }


def test_a_game_of_no_event_lies_in_the_site_alone() -> None:
    number = uuid.UUID(int=7)
    assert (*scopes.scope_of_game(number).known, *scopes.scope_of_game(number).further()) == (
        "site",
        f"game:{number}",
    )


@pytest.mark.parametrize(
    "place",
    ["site", "season:2026", "event:cup", "board:cup:Hall 2: A", "board:cup:77", "round:cup:1", "round:cup:9"],
)
def test_a_place_that_is_there_can_be_told(game: Game, place: str) -> None:
    assert scopes.check_place(place) == place
    assert scopes.scope_around(place).is_within([place])
    assert scopes.scope_around(place).is_within(["site"])
    assert "{" not in scopes.describe_place(place).en + scopes.describe_place(place).de


@pytest.mark.parametrize(
    "place",
    [
        "",
        "Site",
        "season",
        "season:",
        "season:1999",
        "event:CUP",
        "event:cup:1",
        "board:cup",
        "board:cup:",
        "board:cup: 3",
        "board:none:3",
        "board:cup:" + "x" * 31,
        "round:cup:0",
        "round:cup:01",
        "round:cup:one",
        "round:cup:²",
        "game:1",
        "game:00000000-0000-0000-0000-000000000007",
        "event:\x00",
        "event:\ud800",
        "{0}:{1}",
    ],
)
def test_what_is_no_place_is_refused_by_name(cup: Event, place: str) -> None:
    with pytest.raises(BadRequest, match="place: there is no place"):
        scopes.check_place(place)
    assert scopes.scope_around(place).is_within(["site"])
    scopes.describe_place(place)


def test_places_within_an_event_are_its_own_and_no_other_ones(game: Game, season: Season) -> None:
    new_event(season, slug="CUP", name="Other")
    inside = ["event:cup", "board:cup:3", "round:cup:1", f"game:{game.pk}"]
    outside = ["site", "season:2026", "event:CUP", "board:CUP:3", "event:cup2", f"game:{uuid.UUID(int=7)}"]
    for place in (*inside, *outside):
        AccessToken.issue(name=place, place=place)
    found = AccessToken.objects.filter(scopes.places_within("event:cup"))
    assert sorted(token.name for token in found) == sorted(inside)
    everywhere = AccessToken.objects.filter(scopes.places_within("season:2026"))
    assert {token.name for token in everywhere} == {*inside, "season:2026", "event:CUP", "board:CUP:3"}
    at_the_board = AccessToken.objects.filter(scopes.places_within("board:cup:Hall 2: A"))
    assert [token.name for token in at_the_board] == [f"game:{game.pk}"]


@pytest.mark.parametrize("place", ["site", "season:2026", "event:cup", "board:cup:Hall 2: A", "round:cup:1"])
def test_the_games_of_a_place_are_found(game: Game, place: str) -> None:
    assert list(scopes.games_in(place)) == [game]
    assert not scopes.games_in("board:cup:3").exists()
    assert scopes.games_in(f"game:{game.pk}").get() == game


def test_places_within_are_proposed(game: Game, cup: Event) -> None:
    assert scopes.suggest_places("season:2026") == ("season:2026", "event:cup")
    inside = ("board:cup:Hall 2: A", "round:cup:1")
    assert scopes.suggest_places("event:cup") == ("event:cup", *inside)
