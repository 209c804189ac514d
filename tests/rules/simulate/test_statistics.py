"""Random games are as long and end as they did: the figures kept in `statistics.json`, from other games."""

import json
import math

import pytest

from rules import RULE_SETS
from rules.simulate import playouts
from tests.endurance.size import patient, sized
from tests.rules.simulate.statistics import FILE, GAMES, SEED
from tests.rules.simulate.tables import usual_game

KEPT = json.loads(FILE.read_text(encoding="utf-8"))
PLAYED = sized(40, GAMES)
#: Some forty figures are compared at fixed seeds; so far off is none by chance.
DEVIATIONS = 5


def test_figures_of_every_rule_set_are_kept() -> None:
    assert list(KEPT) == list(RULE_SETS)
    assert {kept["games"] for kept in KEPT.values()} == {GAMES}


@patient
@pytest.mark.parametrize("name", RULE_SETS)
def test_random_games_are_as_they_were(name: str) -> None:
    kept = KEPT[name]
    found = playouts(usual_game(name), PLAYED, seed=SEED + 1)
    share = 1 / GAMES + 1 / PLAYED
    assert abs(found.throws - kept["throws"]) < DEVIATIONS * kept["throws_deviation"] * math.sqrt(share)
    for player, won in kept["wins"].items():
        chance = won / GAMES
        allowed = DEVIATIONS * math.sqrt(chance * (1 - chance) * share)
        assert abs(found.wins[player] / PLAYED - chance) < allowed
