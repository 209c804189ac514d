"""The dice of an event: all boards together and each by itself, for those who record."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from rest_framework.test import APIClient

from games import recorder
from games.dice.committing import commit_dice
from games.errors import BadRequest
from games.models import AccessToken, Game
from rules import RULE_SETS
from tests.games.conftest import client_with, random_throws
from tests.games.pages import assert_is_sound
from tests.tournaments.conftest import NOW, YELLOW_STARTS, start, win
from tournaments import conduct
from tournaments.models import Event

ADDRESS = "/api/v1/events/cup/dice/"


@pytest.fixture
def writer(db: None) -> APIClient:
    return client_with(AccessToken.Scope.RECORD)


@pytest.fixture
def referee(client: Client) -> Client:
    client.force_login(User.objects.create_superuser("referee"))
    return client


def test_an_event_without_throws_has_nothing_to_say(cup: Event, writer: APIClient) -> None:
    answer = writer.get(ADDRESS).json()
    assert (answer["event"], answer["together"]["throws"], answer["games"]) == ("cup", 0, [])


@pytest.fixture
def two_games(cup: Event) -> Event:
    """The first game won by yellow, the second running with a few throws."""
    win(start(cup, rounds=YELLOW_STARTS).game, "yellow")
    second = start(cup).game
    record_random(second, 20)
    return cup


def record_random(game: Game, number: int) -> None:
    throws = random_throws(game, number)
    recorder.record_throws(game_id=game.pk, throws=throws, expected=game.number, actor="test", now=NOW)


def test_all_throws_of_an_event_are_one_sample_and_each_game_is_one(
    two_games: Event, writer: APIClient
) -> None:
    answer = writer.get(ADDRESS).json()
    together, games = answer["together"], answer["games"]
    assert [game["number"] for game in games] == [1, 2]
    assert [game["fit"] is None for game in games] == [False, True]
    assert together["throws"] == sum(game["throws"] for game in games)
    for face in range(6):
        counted = sum(game["faces"][face]["counted"] for game in games)
        assert together["faces"][face]["counted"] == counted
    assert together["wait"]["throws"] == max(game["wait"]["throws"] for game in games)


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_page_of_an_event_shows_every_game(two_games: Event, referee: Client, language: str) -> None:
    assert "/events/cup/dice/" in referee.get("/events/cup/").content.decode()
    text = assert_is_sound(referee.get("/events/cup/dice/", headers={"accept-language": language}), language)
    for played in two_games.games.all():
        assert f"/games/{played.game_id}/dice/" in text
    assert ("Jeder zwanzigste" if language == "de" else "Every twentieth") in text
    assert ("zu wenige Würfe" if language == "de" else "too few throws") in text


def test_the_public_does_not_see_the_dice_of_an_event(cup: Event, client: Client) -> None:
    assert APIClient().get(ADDRESS).status_code == 401
    assert client.get("/events/cup/dice/").status_code == 302
    assert "/events/cup/dice/" not in client.get("/events/cup/").content.decode()


def test_there_are_no_dice_of_an_event_that_is_not_there(writer: APIClient, referee: Client) -> None:
    assert writer.get("/api/v1/events/nothing/dice/").status_code == 404
    assert referee.get("/events/nothing/dice/").status_code == 404


# -- games of an event with online dice ------------------------------------------------------------


def waiting(event: Event, *order: int, rules: str = "xmadn-3t") -> Game:
    """A game with online dice that waits to begin; the players take the pairs of colours in this order."""
    players = [entry.player for entry in event.entries.order_by("seed")]
    pairs = [["yellow", "black"], ["blue", "red"], ["green", "violet"]]
    seats = [(players[number], pairs[place]) for place, number in enumerate(order)]
    game = recorder.create_game(rules=RULE_SETS[rules], seats=seats, actor="test", now=NOW)
    return commit_dice(game_id=game.pk, actor="test", now=NOW).game


def test_a_game_whose_dice_were_promised_becomes_the_next_game_of_an_event(cup: Event) -> None:
    game = waiting(cup, 0, 1, 2)
    played = start(cup, rounds=YELLOW_STARTS, game_id=game.pk)
    assert (played.game_id, played.number, played.game.starter) == (game.pk, 1, "yellow")
    assert (played.game.state, played.game.dice["rolls"]) == ("running", 0)
    kinds = list(played.game.events.values_list("kind", flat=True))
    assert kinds == ["created", "dice commitment", "start throws", "start"]
    assert conduct.start_next_game(
        event_id=cup.pk, rounds=YELLOW_STARTS, game_id=game.pk, actor="test", now=NOW
    ).replayed


@pytest.mark.parametrize(("order", "rules"), [((1, 0, 2), "xmadn-3t"), ((0, 1, 2), "xmadn-3t+")])
def test_a_game_with_other_seats_or_rules_does_not(cup: Event, order: tuple[int, ...], rules: str) -> None:
    game = waiting(cup, *order, rules=rules)
    with pytest.raises(BadRequest, match="not one that waits to begin with the rules and seats due now"):
        start(cup, rounds=YELLOW_STARTS, game_id=game.pk)
    assert not cup.games.exists()


def test_a_game_that_has_begun_elsewhere_does_not(cup: Event) -> None:
    game = waiting(cup, 0, 1, 2)
    recorder.start_game(game_id=game.pk, starter="blue", actor="test", now=NOW)
    with pytest.raises(BadRequest, match="another game already"):
        start(cup, rounds=YELLOW_STARTS, game_id=game.pk)
