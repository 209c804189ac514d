"""Who is likely to win, in frames of other pages and over videos: beside what is shown there, and never too early."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games.chances.queries import now_in
from games.models import Game, Player
from games.services import recorder
from rules import RULE_SETS
from tests.games.chances.conftest import NewGame, known, near_the_end, throw
from tests.games.conftest import NOW
from tests.games.embedding import address

__all__ = ["near_the_end"]  # the fixture of the room beside

PAGES = ("embedded", "overlay")
MINUTE = timedelta(minutes=1)


@pytest.fixture(autouse=True)
def clock() -> Iterator[Any]:
    with time_machine.travel(NOW + 20 * MINUTE, tick=False) as traveller:
        yield traveller


def shown(client: Client, name: str, game: Game, query: str = "") -> str:
    answer = client.get(address(name, game) + query)
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.parametrize("name", PAGES)
def test_the_chance_of_every_player_is_shown_as_a_figure_and_a_bar(
    client: Client, near_the_end: NewGame, name: str
) -> None:
    game = near_the_end()
    known(game, 64, 36)
    page = shown(client, name, game, "?language=de")
    part = shown(client, "chances-elsewhere", game, "?language=de")
    assert " ".join(part.split()) in " ".join(page.split())
    assert "Gewinnchancen" in part
    for player, chance in (("Änne Öhler", "64 %"), ("Bert Übel", "36 %")):
        assert player in part
        assert chance in part
    assert part.count('class="chance-bar"') == part.count('class="badge"') == 2
    assert "style=" not in part


@pytest.mark.parametrize("name", PAGES)
def test_where_nothing_is_known_nothing_is_shown(client: Client, near_the_end: NewGame, name: str) -> None:
    game = near_the_end()
    assert "likely" not in shown(client, name, game)
    assert shown(client, "chances-elsewhere", game).strip() == ""
    assert f'data-live="{address("chances-elsewhere", game)}?' in shown(client, name, game)


@pytest.mark.parametrize("name", PAGES)
def test_chances_can_be_left_out(client: Client, near_the_end: NewGame, name: str) -> None:
    game = near_the_end()
    known(game, 64, 36)
    page = shown(client, name, game, "?chances=no")
    assert "64 %" not in page
    assert "data-beside" not in page
    assert shown(client, "chances-elsewhere", game, "?chances=no").strip() == ""


@pytest.mark.parametrize("name", [*PAGES, "chances-elsewhere"])
def test_chances_are_wanted_or_not_and_nothing_between(
    client: Client, near_the_end: NewGame, name: str
) -> None:
    answer = client.get(address(name, near_the_end()) + "?chances=maybe")
    assert (answer.status_code, answer.json()["field"]) == (400, "chances")


@pytest.mark.parametrize("name", PAGES)
def test_after_the_end_the_result_is_shown_and_no_chances(
    client: Client, near_the_end: NewGame, name: str
) -> None:
    game = near_the_end("4x10 36,b,c,d/-/B,B,B,B/- Y0")
    known(game, 99, 1)
    part = client.get(address("chances-elsewhere", game))
    throw(game, 4)
    page = shown(client, name, game)
    assert "Änne Öhler" in page
    assert "99 %" not in page
    after = client.get(address("chances-elsewhere", game), headers={"if-none-match": part["ETag"]})
    assert (after.status_code, after.content.strip()) == (200, b"")


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_another_one_with_new_chances_and_its_live_part_is_not(
    client: Client, near_the_end: NewGame, name: str
) -> None:
    game = near_the_end()
    addresses = [address(each, game) for each in (name, f"{name}-live", "chances-elsewhere")]

    def asked(tags: list[str]) -> list[int]:
        pairs = zip(addresses, tags, strict=True)
        return [client.get(path, headers={"if-none-match": tag}).status_code for path, tag in pairs]

    tags = [client.get(path)["ETag"] for path in addresses]
    assert f'data-etag="{tags[1]}"' in shown(client, name, game).replace("&quot;", '"')
    assert asked(tags) == [304, 304, 304]
    known(game, 64, 36)
    assert asked(tags) == [200, 304, 200]
    tags = [client.get(path)["ETag"] for path in addresses]
    assert asked(tags) == [304, 304, 304]


def test_a_game_that_has_not_begun_has_no_chances(client: Client, players: list[Player]) -> None:
    seats = [(players[0], ["yellow"]), (players[1], ["red"])]
    game = recorder.create_game(rules=RULE_SETS["schmidt"], seats=seats, actor="test", now=NOW)
    assert shown(client, "chances-elsewhere", game).strip() == ""


def test_the_chances_in_many_games_are_one_query(
    near_the_end: NewGame, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    games = [near_the_end() for _ in range(3)]
    for game in games:
        known(game, 50, 50)
    # As somebody sees the last one who may not know its last throw yet.
    later = throw(games[2], 1)
    known(later, 70, 30)
    for asked in (games[:1], games, [*games[:2], later]):
        with django_assert_num_queries(1):
            found = now_in(asked)
        assert {counted.game_id: counted.number for counted in found.values()} == {
            game.pk: game.number for game in asked
        }
