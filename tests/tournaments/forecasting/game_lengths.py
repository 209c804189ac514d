"""Write `tournaments/forecasting/game_lengths.json`: the throws of games of every rule set by `sensible` players.

`python -m tests.tournaments.forecasting.game_lengths`, after a change of the rules or of what `sensible` players weigh.
"""

import json

from rules import RULE_SETS
from rules.simulate import playouts, warm_up
from tests.rules.simulate.tables import usual_game
from tournaments.forecasting.planning import FILE


def line(name: str) -> str:
    """Play 2,000 games of one rule set and return its line of the file."""
    found = playouts(usual_game(name), 2_000, policy="sensible", seed=1)
    data = {"players": len(found.wins), "lengths": list(found.lengths.items())}
    return f'"{name}": {json.dumps(data, separators=(",", ":"))}'


if __name__ == "__main__":
    warm_up().join()
    FILE.write_text("{\n" + ",\n".join(map(line, RULE_SETS)) + "\n}\n", encoding="utf-8")
