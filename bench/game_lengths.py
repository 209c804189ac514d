"""How many throws games take, by which evenings are planned (docs/use/planning.md).

`python -m bench.game_lengths` plays games of every rule set by `sensible` players (2,000 with RAUSWURF_BENCH=whole) and
compares their lengths with those kept in `tournaments/forecasting/game_lengths.json`; `--write` plays 2,000 and writes
that file anew.
"""

from __future__ import annotations

import json
import sys

from bench.size import sized
from rules import RULE_SETS
from rules.simulate import Outcome, playouts, warm_up
from tests.rules.simulate.tables import usual_game
from tournaments.forecasting.planning import FILE

GAMES, POLICY, SEED = 2_000, "sensible", 1


def played(name: str, games: int) -> Outcome:
    """The games of one rule set."""
    return playouts(usual_game(name), games, policy=POLICY, seed=SEED)


def compared() -> None:
    """Print how long games are, beside how long those were that are kept."""
    games, kept = sized(200, GAMES), json.loads(FILE.read_text(encoding="utf-8"))
    for name in RULE_SETS:
        lengths = dict(kept[name]["lengths"])
        mean = sum(throws * often for throws, often in lengths.items()) / sum(lengths.values())
        found = played(name, games)
        margin = 1.96 * found.throws_deviation / games**0.5
        print(f"{name}: {found.throws:.0f} ± {margin:.0f} throws a game, kept {mean:.0f}")


def line(name: str) -> str:
    """The games of one rule set, as they are kept."""
    found = played(name, GAMES)
    data = {"players": len(found.wins), "lengths": list(found.lengths.items())}
    return f'"{name}": {json.dumps(data, separators=(",", ":"))}'


if __name__ == "__main__":
    warm_up().join()
    if sys.argv[1:] == ["--write"]:
        FILE.write_text("{\n" + ",\n".join(map(line, RULE_SETS)) + "\n}\n", encoding="utf-8")
    else:
        compared()
