"""The pages of the organisation."""

from hashlib import sha256

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from games.models import Player
from tests.games.pages import assert_is_sound
from tests.tournaments.conftest import NOW, YELLOW_STARTS, new_event, start, win
from tournaments import services
from tournaments.models import Event, Season

LANGUAGES = ("en", "de")


def address(event: Event) -> str:
    return reverse("tournaments:event", args=[event.slug])


# -- the first page and seasons ------------------------------------------------------------------------


def test_the_first_page_shows_what_is_going_on(client: Client, cup: Event) -> None:
    game = start(cup, rounds=YELLOW_STARTS).game
    text = assert_is_sound(client.get("/", headers={"accept-language": "de"}), "de")
    assert "Gelb ist am Wurf" in text
    for where in (address(cup), game.get_absolute_url(), reverse("games:board", args=[game.pk])):
        assert where in text


@pytest.mark.parametrize(("games", "queries"), [(1, 4), (2, 5), (3, 5)])
def test_the_first_page_looks_for_the_most_exciting_of_several_boards_at_a_cost_that_stays(
    client: Client,
    season: Season,
    players: list[Player],
    games: int,
    queries: int,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    for number in range(games):
        event = new_event(season, slug=f"cup-{number}")
        services.enter_all(event_id=event.pk, players=players, actor="test", now=NOW)
        services.draw_in_seed_order(event_id=event.pk, actor="test", now=NOW)
        start(event, rounds=YELLOW_STARTS)
    with django_assert_num_queries(queries):
        assert len(client.get("/").context["games"]) == games


# -- an event --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_event_tells_its_reasons(client: Client, cup: Event, language: str) -> None:
    """Who starts next, each row of the table, and in the end the winner, with the proof."""
    win(start(cup, rounds=YELLOW_STARTS).game, "yellow")
    headers = {"accept-language": language}
    running = client.get(address(cup), headers=headers)
    text, rows = assert_is_sound(running, language), running.context["shown"].projection["rows"]
    assert {"en": "Yellow clinched Game 1", "de": "Gelb hat Spiel 1 entschieden"}[language] in text
    assert [row["reason"][language] in text for row in rows] == [True] * 3
    win(start(cup).game, "black")
    over = client.get(address(cup), headers=headers)
    text = assert_is_sound(over, language)
    assert f"Änne Öhler {'has won' if language == 'en' else 'hat gewonnen'}" in text
    assert over.context["shown"].projection["finished"]["reason"][language] in text


def test_a_draw_shows_its_seed_and_what_to_sort_to_check_it(
    client: Client, season: Season, players: list[Player]
) -> None:
    event = new_event(season)
    services.enter_all(event_id=event.pk, players=players, actor="test", now=NOW)
    held = services.draw_from_seed(event_id=event.pk, seed="lottery 3 17 22", actor="test", now=NOW)
    response = client.get(f"{address(event)}about/")
    text = assert_is_sound(response, "en")
    assert "random draw, verifiable with the seed “lottery 3 17 22”" in text
    lots = response.context["shown"].draws[0].lots
    for lot, whose in lots:
        assert f"<code>{lot}</code> {whose}" in text
    by_fingerprint = sorted((lot for lot, _ in lots), key=lambda lot: sha256(lot.encode()).hexdigest())
    assert [lot.rpartition("|")[2] for lot in by_fingerprint] == held.order


@pytest.mark.parametrize("games", [1, 2])
def test_an_event_costs_two_queries_at_most_however_much_was_played(
    client: Client, cup: Event, games: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    win(start(cup, rounds=YELLOW_STARTS).game, "yellow")
    if games == 2:
        win(start(cup).game, "blue")
    # The event, and its chances.
    for part, queries in (("", 1), ("games/", 1), ("schedule/", 1), ("chances/", 2), ("about/", 1)):
        with django_assert_num_queries(queries):
            client.get(address(cup) + part)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_part_of_an_event_has_an_address_and_leads_to_the_others(
    client: Client, cup: Event, language: str
) -> None:
    win(start(cup, rounds=YELLOW_STARTS).game, "yellow")
    start(cup)
    parts = ("", "games/", "schedule/", "chances/", "about/")
    for part in parts:
        page = client.get(address(cup) + part, headers={"accept-language": language})
        text = assert_is_sound(page, language)
        assert all(f'href="{address(cup)}{other}"' in text for other in parts)
        assert text.count(f'href="{address(cup)}{part}" aria-current="page"') == 1
        live = f"{address(cup)}{part}live/"
        assert f'data-live="{live}"' in text
        tag = client.get(live)["ETag"]
        assert client.get(live, headers={"if-none-match": tag}).status_code == 304


def test_a_game_leads_to_the_game_before_it_and_the_one_after(client: Client, cup: Event) -> None:
    first = start(cup, rounds=YELLOW_STARTS).game
    win(first, "yellow")
    second = start(cup).game
    for game, rel, other in ((first, "next", second), (second, "prev", first)):
        for page in (game.get_absolute_url(), reverse("games:analysis", args=[game.pk])):
            text = client.get(page).content.decode()
            assert f'<a rel="{rel}" href="{other.get_absolute_url()}"' in text
            assert text.count('<a rel="') == 1


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "path", ["/events/nothing/", "/events/nothing/live/", "/seasons/nothing/", "/nothing/"]
)
@pytest.mark.usefixtures("db")
def test_what_does_not_exist_is_not_found(client: Client, path: str, language: str) -> None:
    response = client.get(path, headers={"accept-language": language})
    assert response.status_code == 404
    assert_is_sound(response, language)
