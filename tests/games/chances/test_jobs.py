"""Whose chances are counted when, and what is kept."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.chances import jobs, queries as reading, tally
from games.chances.tally import ChancesTally
from games.enums import EventKind, GameState
from games.models import Chances, Game, Player
from games.services import recorder
from rules import RULE_SETS
from rules.simulate import version
from tests.games.chances.conftest import LEVEL, NewGame, count_all, count_next, known, latest, numbers, throw
from tests.games.conftest import NOW, take_back
from tests.games.happening import happen

pytestmark = pytest.mark.django_db
OPPOSITE = (("yellow", "red"), ("black", "green"), ("blue", "violet"))


def test_of_throws_that_come_quickly_only_the_newest_board_is_counted(near_the_end: NewGame) -> None:
    game = near_the_end()
    count_all()
    throw(game, 1, 1, 1, 1)
    count_all()
    assert numbers(game) == [2, 6]
    assert latest(game).margin <= tally.TARGET_MARGIN
    assert latest(game).engine == version()


def test_the_game_that_has_waited_longest_comes_first(near_the_end: NewGame) -> None:
    one, other, third = near_the_end(), near_the_end(), near_the_end()
    counted: list[Game] = []
    for at in range(6):
        for game in (one, other, third):
            throw(game, 1)
        before = {game.pk: numbers(game) for game in (one, other, third)}
        assert count_next(now=NOW + timedelta(seconds=at))
        counted += [game for game in (one, other, third) if numbers(game) != before[game.pk]]
    assert set(counted[:3]) == {one, other, third}
    assert counted[3:] == counted[:3]


@pytest.mark.parametrize("most", [100, 101, 10_000])
@pytest.mark.parametrize("wins", [(1, 0), (50, 50), (100, 0), (100, 1), (300, 300)])
def test_a_board_is_counted_again_until_its_figures_are_enough(
    near_the_end: NewGame, monkeypatch: pytest.MonkeyPatch, wins: tuple[int, int], most: int
) -> None:
    monkeypatch.setattr(tally, "MOST_PLAYOUTS", most)
    game = near_the_end()
    figures = ChancesTally(sum(wins), dict(zip(game.seating, wins, strict=True)), {}, {})
    counted = known(game, *wins)
    counted.margin = figures.margin
    counted.save()
    assert [key for key, _ in jobs.WORK.due(NOW)] == ([] if tally.is_enough(figures) else [str(game.pk)])


def test_what_is_new_comes_before_what_is_to_be_more_certain(
    near_the_end: NewGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "SECONDS", 0)
    monkeypatch.setattr(jobs, "SECONDS_MORE", 0)
    uncertain = near_the_end(LEVEL)
    count_next(now=NOW)
    first = latest(uncertain)
    assert first.margin > tally.TARGET_MARGIN
    new = near_the_end()
    count_next(now=NOW)
    assert (numbers(new), latest(uncertain)) == ([2], first)
    count_all()
    assert latest(uncertain).games > first.games
    assert latest(uncertain).pk > first.pk
    assert numbers(uncertain) == [2]


def test_where_nothing_is_compiled_a_board_is_given_up_after_some_passes_and_the_next_one_is_not(
    near_the_end: NewGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tally, "TARGET_MARGIN", 0)
    for name, value in {
        "SECONDS": 0,
        "SECONDS_MORE": 0,
        "MOST_PASSES": 3,
        "is_compiled": lambda: False,
    }.items():
        monkeypatch.setattr(jobs, name, value)
    game = near_the_end(LEVEL)
    for _ in range(2):
        for passes in (1, 2, 3):
            assert count_next(now=NOW)
            assert latest(game).passes == passes
        assert not count_next(now=NOW)
        game = throw(game, 1)


def test_they_can_be_turned_off_and_are_not_counted_after_the_end(
    near_the_end: NewGame, settings: Any
) -> None:
    game = near_the_end("4x10 36,b,c,d/-/B,B,B,B/- Y0")
    settings.CHANCES = False
    assert not count_next(now=NOW)
    settings.CHANCES = True
    assert throw(game, 4).state == GameState.ENDED
    assert not count_next(now=NOW)
    assert not Chances.objects.exists()


def test_what_was_taken_back_is_as_it_was_and_stays_out_of_the_course(near_the_end: NewGame) -> None:
    game = near_the_end()
    count_all()
    begun = latest(game)
    game = throw(game, 1)
    count_all()
    happen(take_back(game), EventKind.NOTE, text="tea")
    assert count_next(now=NOW)
    assert numbers(game) == [2, 3, 5]
    assert latest(game).figures == begun.figures
    course = reading.course(Game.objects.get(pk=game.pk))
    assert [(point.number, point.throw) for point in course] == [(2, 0), (5, 0)]


def test_the_same_board_with_another_finishing_order_is_counted_anew(players: list[Player]) -> None:
    game = recorder.create_game(
        rules=RULE_SETS["xmadn-gp"],
        seats=list(zip(players, OPPOSITE, strict=True)),
        title="Grand Prix",
        actor="test",
        now=NOW,
    )
    # A colour of Änne's and one of Bert's are home, all others one field before it.
    board = "6x8 a,b,c,d/a,b,c,d/47,b,c,d/47,b,c,d/47,b,c,d/47,b,c,d R0"
    yellow, black = ("yellow", "black"), ("black", "yellow")
    found = {}
    for finished in (yellow, black, yellow):
        game = happen(game, EventKind.POSITION, position=board, finished=list(finished), reason="seen")
        assert game.finished == list(finished)
        count_all()
        found[game.number] = latest(game).figures["colours"]
    one, other, again = found.values()
    for counted in (one, again):
        games = sum(counted["yellow"])
        assert (counted["yellow"], counted["black"]) == ([games, 0, 0, 0, 0, 0], [0, games, 0, 0, 0, 0])
    assert (other["black"][0], other["yellow"][0]) == (sum(other["black"]), 0)
    # Back at the first order: what was counted then is kept, and added to on a machine that did not count enough.
    assert sum(again["yellow"]) >= sum(one["yellow"])


def test_at_the_end_the_winner_has_won_and_what_was_counted_stays(near_the_end: NewGame) -> None:
    game = near_the_end("4x10 36,b,c,d/-/B,B,B,B/- Y0")
    count_all()
    game = Game.objects.get(pk=throw(game, 4).pk)
    count_all()
    first, last = reading.course(game)
    assert 0.9 < first.chances[str(game.winner_id)] < 1
    assert (last.number, last.throw, last.margin) == (game.number, 1, 0)
    assert set(last.chances.items()) == {
        (player, float(player == str(game.winner_id))) for player in game.seating
    }


def test_figures_of_other_rules_or_policies_are_not_taken_for_ours(near_the_end: NewGame) -> None:
    game = near_the_end()
    count_all()
    nothing: dict[str, Any] = {"wins": {}, "places": {}, "colours": {}}
    Chances.objects.update(engine="of earlier days", figures=nothing, margin=1)
    count_all()
    assert ChancesTally(latest(game).games, **latest(game).figures).wins
    assert latest(game).engine == version()


def test_counting_costs_as_many_statements_late_in_a_game_as_early(near_the_end: NewGame) -> None:
    game = near_the_end()
    costs = []
    for _ in range(4):
        with CaptureQueriesContext(connection) as queries:
            count_next(now=NOW)
        costs.append(len(queries))
        throw(game, 1, 1)
    assert costs[1:] == costs[1:2] * 3
    assert max(costs) <= 22
