"""How many throws games take, by which evenings are planned (docs/planning.md).

`python -m bench.game_lengths` plays 2,000 games of every rule set by `sensible` players and writes
`tournaments/forecasting/game_lengths.json` anew.
"""

from __future__ import annotations

import json

from rules import RULE_SETS
from rules.simulate import playouts, warm_up
from tests.rules.simulate.tables import usual_game
from tournaments.forecasting.planning import FILE

GAMES, POLICY, SEED = 2_000, "sensible", 1


def line(name: str) -> str:
    """The games of one rule set."""
    found = playouts(usual_game(name), GAMES, policy=POLICY, seed=SEED)
    told = {"players": len(found.wins), "lengths": list(found.lengths.items())}
    return f'"{name}": {json.dumps(told, separators=(",", ":"))}'


if __name__ == "__main__":
    warm_up().join()
    FILE.write_text("{\n" + ",\n".join(map(line, RULE_SETS)) + "\n}\n", encoding="utf-8")
