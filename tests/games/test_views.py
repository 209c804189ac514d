"""The pages of games."""

from collections.abc import Callable

import pytest
from django.core.cache import caches
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from games.enums import EventKind
from games.models import Game, Player
from games.services import recorder
from rules import RULE_SETS
from tests.games.chances.conftest import known
from tests.games.conftest import NOW
from tests.games.happening import happen, player
from tests.games.pages import assert_is_sound


def page(name: str, game: Game) -> str:
    return reverse(f"games:{name}", args=[game.pk])


# -- the public page -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["mhd-trapdoors", "mhd-wormholes", "schmidt"])
def test_a_game_that_has_not_begun_has_a_page_and_a_board(
    client: Client, players: list[Player], name: str
) -> None:
    created = recorder.create_game(
        rules=RULE_SETS[name], seats=[(players[0], ["yellow"]), (players[1], ["red"])], actor="test", now=NOW
    )
    text = assert_is_sound(client.get(page("game", created)), "en")
    assert "Not begun yet" in text
    assert "Änne Öhler – Bert Übel" in text


def test_a_game_of_which_only_the_result_is_known_shows_no_board(client: Client, created: Game) -> None:
    happen(created, EventKind.RESULT, places=["red"])
    text = assert_is_sound(client.get(page("game", created)), "en")
    assert "Only the result is known" in text
    assert 'class="board"' not in text
    assert client.get(page("board", created)).status_code == 404


def test_what_people_write_is_escaped(client: Client, game: Game) -> None:
    Player.objects.filter(pk=player(game, 0)).update(name='<script>alert("1")</script>')
    Game.objects.filter(pk=game.pk).update(title="</title><img src=x onerror=alert(1)>")
    assert_is_sound(client.get(page("game", game)), "en")


@pytest.mark.parametrize("throws", [1, 60])
def test_a_page_costs_the_same_few_queries_however_long_the_game(
    client: Client,
    recorded: Callable[[int], Game],
    throws: int,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    game = recorded(throws)
    # The page also says what the game belongs to.
    with django_assert_num_queries(6):
        client.get(page("game", game))
    with django_assert_num_queries(4):
        client.get(page("game", game))
    with django_assert_num_queries(2):
        client.get(page("live", game))
    caches["parts"].clear()
    with django_assert_num_queries(4):
        client.get(page("live", game))


# -- what follows the game ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        *("games:live", "games:board", "games:board-png", "games:chances", "games:embedded-live"),
        *("api:game-detail", "api:game-chances"),
    ],
)
def test_what_changes_is_sent_again_only_when_it_has_changed(
    client: Client, game: Game, recorded: Callable[[int], Game], name: str
) -> None:
    address = reverse(name, args=[game.pk])
    tag = client.get(address)["ETag"]
    unchanged = client.get(address, headers={"if-none-match": tag})
    assert (unchanged.status_code, unchanged.content, unchanged["ETag"]) == (304, b"", tag)
    known(recorded(1), 6, 3, 1)
    changed = client.get(address, headers={"if-none-match": tag})
    assert (changed.status_code, changed["ETag"] != tag) == (200, True)


def test_the_two_languages_have_tags_of_their_own(client: Client, game: Game) -> None:
    german = client.get(page("live", game), headers={"accept-language": "de"})["ETag"]
    english = client.get(page("live", game), headers={"if-none-match": german, "accept-language": "en"})
    assert english.status_code == 200
