"""Chances come true as often as they say: the reliability curve of real games lies within its band."""

from __future__ import annotations

from random import Random

import pytest

from rules import RULE_SETS, Game
from rules.simulate import jit, warm_up
from tests.endurance.size import patient, sized
from tests.rules.simulate.reliability import FOUR, THREE, Forecast, reliability, told_and_came


@patient
@pytest.mark.skipif(not jit.available(), reason="numba is not installed")
@pytest.mark.parametrize(
    ("rules", "seats", "games"),
    [("xmadn-2t", FOUR, sized(60, 2_000)), ("xmadn-gp+", THREE, sized(10, 500))],
)
def test_chances_come_true_as_often_as_they_say(rules: str, seats: dict[str, list[str]], games: int) -> None:
    warm_up().join()
    game = Game.start(RULE_SETS[rules], seats, starter="yellow")
    for forecasts in told_and_came(game, games, sized(100, 400)):
        outside = [each for each in reliability(forecasts, Random(1)) if not each.within]
        assert not outside


def forecasts_of_right_chances(games: int) -> list[Forecast]:
    """Made up: what happens is drawn by the chances told."""
    lots = Random(5)
    found = []
    for _ in range(games):
        weights = [lots.random() ** 2 for _ in range(4)]
        chances = tuple(weight / sum(weights) for weight in weights)
        found.append(Forecast(chances, lots.choices(range(4), chances)[0]))
    return found


def test_right_chances_lie_within_the_band_and_boastful_ones_do_not() -> None:
    right = forecasts_of_right_chances(300)
    assert all(each.within for each in reliability(right, Random(1)))
    boastful = []
    for forecast in right:
        sharpened = [chance**2 for chance in forecast.chances]
        boastful.append(Forecast(tuple(chance / sum(sharpened) for chance in sharpened), forecast.came))
    assert not all(each.within for each in reliability(boastful, Random(1)))
