"""Statistics of random games, kept from version to version.

`python -m tests.rules.simulate.statistics` plays 20,000 games of every rule set and writes `statistics.json` anew:
mean and standard deviation of the number of throws with the 95 % interval of the mean, and for every player
how many of the games he won with the 95 % interval of the share.
"""

import json
from pathlib import Path
from typing import Any

from rules import RULE_SETS, stats
from rules.simulate import Outcome, playouts, warm_up
from tests.rules.simulate.tables import usual_game

FILE = Path(__file__).with_name("statistics.json")
GAMES = 20_000
SEED = 20_261_121


def told(outcome: Outcome) -> dict[str, Any]:
    """The figures of one rule set."""
    squares = sum(games * (throws - outcome.throws) ** 2 for throws, games in outcome.lengths.items())
    deviation = (squares / outcome.games) ** 0.5
    half = stats.DEVIATIONS * deviation / outcome.games**0.5
    return {
        "games": outcome.games,
        "throws": round(outcome.throws, 3),
        "throws_interval": [round(outcome.throws - half, 3), round(outcome.throws + half, 3)],
        "throws_deviation": round(deviation, 3),
        "throws_deciles": [stats.quantile(outcome.lengths, tenth / 10) for tenth in range(1, 10)],
        "wins": dict(outcome.wins),
        "chance_intervals": {player: interval(outcome, player) for player in outcome.wins},
    }


def interval(outcome: Outcome, player: str) -> list[float]:
    """The Wilson interval of a player's share of wins."""
    return [round(end, 5) for end in stats.interval(outcome.wins[player], outcome.games)]


if __name__ == "__main__":
    warm_up().join()
    figures = {name: told(playouts(usual_game(name), GAMES, seed=SEED)) for name in RULE_SETS}
    lines = [f'"{name}": {json.dumps(told_so)}' for name, told_so in figures.items()]
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
