"""A game looked at throw by throw: every event of its log has a board and an address."""

import re
from collections.abc import Callable

from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from games.enums import EventKind
from games.models import Game
from tests.games.chances.conftest import known
from tests.games.conftest import take_back
from tests.games.happening import happen, throw
from tests.games.pages import assert_is_sound


def replay(game: Game) -> str:
    return reverse("games:replay", args=[game.pk])


def frame(game: Game, number: int) -> str:
    return reverse("games:replay-frame", args=[game.pk, number])


def test_the_page_shows_the_board_after_the_event_asked_for(
    client: Client, recorded: Callable[[int], Game]
) -> None:
    game = recorded(30)
    event = game.log.filter(kind="throw").exclude(payload__move=None)[5]
    response = client.get(replay(game), {"number": event.number})
    text = assert_is_sound(response, "en")
    assert f'href="{reverse("games:game", args=[game.pk])}"' in text
    assert f'data-number="{event.number}"' in text
    assert f'href="?number={event.number}" data-to="{event.number}" aria-current="true"' in text
    assert response.context["frame"].shown.game.position == event.position


def test_what_came_later_is_not_told(client: Client, recorded: Callable[[int], Game]) -> None:
    game = recorded(30)
    early = client.get(frame(game, 4)).context["frame"].shown
    assert {event.number for event in early.latest.happened} <= {1, 2, 3, 4}
    assert early.game.winner is None
    assert game.head not in client.get(frame(game, 4)).content.decode()


def test_every_event_after_the_start_has_a_board(client: Client, recorded: Callable[[int], Game]) -> None:
    game = recorded(12)
    boards = {event.number for event in game.log if event.position}
    answered = {
        number for number in range(game.number + 2) if client.get(frame(game, number)).status_code == 200
    }
    assert answered == boards
    assert boards


def test_an_event_that_there_is_not_leads_to_the_nearest(
    client: Client, recorded: Callable[[int], Game]
) -> None:
    game = recorded(5)
    first = client.get(replay(game)).context["frame"].number
    assert client.get(replay(game), {"number": "0"}).context["frame"].number == first
    assert client.get(replay(game), {"number": "999"}).context["frame"].number == game.number
    for nonsense in ("-3", "x", "", "1e3", "9" * 40, "²"):
        assert client.get(replay(game), {"number": nonsense}).context["frame"].number == first


def test_the_last_event_of_an_ended_game_tells_who_has_won(
    client: Client, recorded: Callable[[int], Game]
) -> None:
    game = recorded(100_000)
    assert game.winner is not None
    won = f"{game.winner.shown_as} has won"
    deciding = game.log.filter(kind="throw").last()
    assert deciding is not None
    for number, told in ((game.number, True), (deciding.number, True), (deciding.number - 1, False)):
        assert (won in client.get(frame(game, number)).content.decode()) is told


def test_after_an_adjudication_nobody_throws(client: Client, recorded: Callable[[int], Game]) -> None:
    game = happen(recorded(20), EventKind.ABANDON, reason="Fire alarm")
    game = happen(game, EventKind.NOTE, text="Everybody is out")
    assert "turn-words" in client.get(frame(game, game.number - 2)).content.decode()
    assert "turn-words" not in client.get(frame(game, game.number - 1)).content.decode()
    assert "turn-abandoned" in client.get(frame(game, game.number)).content.decode()


def test_a_game_without_a_board_has_no_replay(client: Client, created: Game) -> None:
    assert client.get(replay(created)).status_code == 404
    assert client.get(frame(created, 1)).status_code == 404
    assert replay(created) not in client.get(reverse("games:game", args=[created.pk])).content.decode()


def test_a_board_costs_the_same_however_late_it_is(
    client: Client, recorded: Callable[[int], Game], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    game = recorded(60)
    for number in (6, game.number // 2, game.number - 1):
        with django_assert_num_queries(8):
            client.get(frame(game, number))


def test_the_list_of_moves_has_every_throw_that_stands_and_none_that_was_taken_back(
    client: Client, recorded: Callable[[int], Game]
) -> None:
    game = recorded(60)
    stood = game.number
    game = take_back(game, 3)
    told = client.get(replay(game)).content.decode().partition("data-list")[2]
    listed = {int(number) for number in re.findall(r'data-to="(\d+)"', told)}
    thrown = set(game.log.filter(kind="throw").values_list("number", flat=True))
    assert listed == {number for number in thrown if number <= stood - 3}


def test_chances_stand_behind_the_slider_and_beside_the_board_as_far_as_it_is_played(
    client: Client, recorded: Callable[[int], Game]
) -> None:
    game = recorded(5)
    known(game, 6, 3, 1)
    assert "slider-curve" not in client.get(replay(game)).content.decode(), "of one point there is no curve"
    seen = game.number
    game = throw(game, 5)
    known(game, 1, 1, 8)
    text = assert_is_sound(client.get(replay(game)), "en")
    curve = text.partition('class="slider-curve"')[2].partition("</svg>")[0]
    assert (curve.count('class="chance-line"'), curve.count(' 1000.0,20.0"')) == (len(game.seating), 2)
    then, now = ["60 %", "30 %", "10 %"], ["10 %", "10 %", "80 %"]
    for number, told in ((seen - 1, []), (seen, then), (game.number - 1, then), (game.number, now)):
        shown = client.get(frame(game, number)).context["frame"].chances
        assert [each.chance for each in shown] == told
