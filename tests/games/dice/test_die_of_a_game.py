"""The statistics of a game's die: what stands is counted, referees see it and the public does not."""

from collections import Counter
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.test import Client
from rest_framework.test import APIClient

from games.access.scopes import SITE
from games.dice.queries import tally_of
from games.enums import Role
from games.models import Game, Permit
from tests.games.conftest import NOW, client_with, random_throws, take_back

pytestmark = pytest.mark.django_db


def waits(dice: list[int]) -> int:
    """The most dice in a row without a 6."""
    return max(map(len, "".join("6" if die == 6 else "." for die in dice).split("6")))


@pytest.fixture
def referee(client: Client) -> Client:
    """A browser in which somebody is logged in who is a referee everywhere."""
    person = User.objects.create_user("referee")
    Permit.objects.create(person=person, role=Role.REFEREE, place=SITE, granted_at=NOW)
    client.force_login(person)
    return client


def test_the_throws_of_a_game_are_counted_with_the_longest_wait(
    game: Game, recorded: Callable[[int], Game]
) -> None:
    dice = [throw.die for throw in random_throws(game, 300)]
    found = tally_of(recorded(300))
    assert found.counts == Counter(dice)
    assert (found.longest_wait, found.series) == (waits(dice), (300,))


def test_what_was_taken_back_does_not_count(game: Game, recorded: Callable[[int], Game]) -> None:
    dice = [throw.die for throw in random_throws(game, 100)]
    found = tally_of(take_back(recorded(100), 60))
    assert found.counts == Counter(dice[:40])
    assert (found.longest_wait, found.series) == (waits(dice[:40]), (40,))


def test_a_game_without_throws_has_nothing_to_say(game: Game, writer: APIClient) -> None:
    answer = writer.get(f"/api/v1/games/{game.pk}/dice/").json()
    assert (answer["throws"], answer["fit"], answer["needed"]) == (0, None, 60)
    assert [face["counted"] for face in answer["faces"]] == [0] * 6
    assert answer["wait"] == {
        "throws": 0,
        "chance": None,
        "meaning": {"en": "Nobody had to wait for a 6.", "de": "Niemand musste auf eine 6 warten."},
    }


def test_rest_tells_the_figures_and_what_they_mean(
    writer: APIClient, recorded: Callable[[int], Game]
) -> None:
    game = recorded(300)
    answer = writer.get(f"/api/v1/games/{game.pk}/dice/").json()
    assert (answer["game"], answer["number"], answer["throws"]) == (str(game.pk), game.number, 300)
    assert {face["expected"] for face in answer["faces"]} == {50.0}
    statistic = sum((face["counted"] - 50) ** 2 / 50 for face in answer["faces"])
    assert answer["fit"]["chi_square"] == pytest.approx(statistic)
    assert 0 < answer["fit"]["p"] < 1
    assert "a fair die gives" in answer["meaning"]["en"]
    assert "Ein fairer Würfel ergibt" in answer["meaning"]["de"]
    assert 0 < answer["wait"]["chance"] <= 1


def test_the_public_does_not_see_what_dice_show(game: Game, client: Client) -> None:
    assert APIClient().get(f"/api/v1/games/{game.pk}/dice/").status_code == 401
    assert client.get(f"/games/{game.pk}/dice/").status_code == 302
    client.force_login(User.objects.create_user("anybody"))
    assert client.get(f"/games/{game.pk}/dice/").status_code == 403
    assert f"/games/{game.pk}/dice/" not in client.get(f"/games/{game.pk}/").content.decode()
    assert client_with(Role.RECORDER).get(f"/api/v1/games/{game.pk}/dice/").status_code == 403


def test_the_referee_sees_it_in_both_languages(referee: Client, recorded: Callable[[int], Game]) -> None:
    game = recorded(300)
    address = f"/games/{game.pk}/dice/"
    assert address in referee.get(f"/games/{game.pk}/").content.decode()
    english = referee.get(address, headers={"Accept-Language": "en"}).content.decode()
    german = referee.get(address, headers={"Accept-Language": "de"}).content.decode()
    assert "a fair die gives" in english
    assert "Ein fairer Würfel ergibt" in german
    assert "Würfelstatistik" in german
    assert '<td class="figure">50,0</td>' in german


def test_there_are_no_statistics_of_a_game_that_is_not_there(referee: Client, writer: APIClient) -> None:
    nowhere = "00000000-0000-4000-8000-000000000000"
    assert referee.get(f"/games/{nowhere}/dice/").status_code == 404
    assert writer.get(f"/api/v1/games/{nowhere}/dice/").status_code == 404
