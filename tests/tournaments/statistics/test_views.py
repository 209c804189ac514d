"""The pages of players, ratings and records."""

import re

import pytest
from django.test import Client

from games.models import Player
from tests.games.pages import assert_is_sound
from tests.tournaments.conftest import YELLOW_STARTS, start, win
from tests.tournaments.statistics.conftest import award, count_all, new_game, played, typed_in
from tournaments.models import Career, Event

pytestmark = pytest.mark.django_db
LANGUAGES = ("en", "de")


def page_of(player: Player) -> str:
    return f"/players/{player.pk}/"


def against(one: Player, other: Player) -> str:
    return f"/players/{one.pk}/against/{other.pk}/"


def read(client: Client, path: str, language: str) -> str:
    text = assert_is_sound(client.get(path, headers={"accept-language": language}), language)
    return re.sub(r"\s+", " ", text)


@pytest.fixture
def history(cup: Event, players: list[Player]) -> list[Player]:
    """A game of an event with its throws, results, a GP game and an award."""
    anna, bert, _ = players
    win(start(cup, rounds=YELLOW_STARTS).game, "yellow")
    for day, winner in enumerate((anna, bert, bert)):
        played(players, winner, day)
    typed_in(
        new_game(players, rules="xmadn-gp"),
        ["yellow", "black", "green", "red", "blue", "violet"],
        4,
        seconds=5400,
    )
    award(new_game([anna, bert], rules="xmadn-2t"), anna)
    count_all()
    return players


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", ["/players/", "/ratings/", "/records/", "/records/?rules=xmadn-2t"])
def test_the_pages_can_be_read_before_anything_was_played(client: Client, path: str, language: str) -> None:
    read(client, path, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_of_a_player_tells_all_there_is(
    client: Client, history: list[Player], cup: Event, language: str
) -> None:
    anna, bert, cora = history
    text = read(client, page_of(anna), language)
    assert "<h1>Änne Öhler</h1>" in text
    assert {"en": "<strong>6</strong> games", "de": "<strong>6</strong> Spiele"}[language] in text
    assert {"en": "1:30 h", "de": "1:30 Std."}[language] in text
    assert against(anna, bert) in text
    assert against(anna, cora) in text
    assert cup.get_absolute_url() in text
    assert {"en": "Game 1", "de": "Spiel 1"}[language] in text
    assert {"en": "awarded", "de": "kampflos"}[language] in text
    assert "XMädn GP" in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rating_is_drawn_and_told_in_words(client: Client, history: list[Player], language: str) -> None:
    text = read(client, page_of(history[0]), language)
    (drawn,) = re.findall(r'<svg [^>]*class="curve".*?</svg>', text)
    mu = Career.objects.get(player=history[0]).mu
    now = f"{mu:.1f}" if language == "en" else f"{mu:.1f}".replace(".", ",")
    title = {
        "en": f"The rating after each of the last 6 games: now {now}",
        "de": f"Die Spielstärke nach jedem der letzten 6 Spiele: jetzt {now}",
    }
    assert f"<title>{title[language]}" in drawn
    assert 'class="curve-band"' in drawn
    assert f"<strong>{now} ±" in text


def test_players_are_searched_for(client: Client, players: list[Player]) -> None:
    text = read(client, "/players/?search=oehler", "en")
    assert "Änne Öhler" in text
    assert "Bert Übel" not in text
    assert "No player of that name" in read(client, "/players/?search=zzz", "en")
    read(client, '/players/?search="><script>', "en")
    read(client, "/players/?page=99999999999", "en")
