"""What a verdict costs with all that is decided already: CPU of ``Format.judge`` and ``Verdict.decided``.

`python -m bench.clinching`. Each line is an event as it stands after so many games; medians of several runs of one
judgement each, with the spread.
"""

import time
from itertools import chain
from random import Random
from statistics import median
from typing import Any

from bench.calibration import calibrate
from bench.size import sized
from tests.tournaments.formats.entered import DRAWN, OPPOSITE, contest, gp_game, won_by
from tests.tournaments.formats.leagues import FOUR, THREE, drawn, won
from tournaments.formats import FORMATS, Contest, DrawMethod, DrawOutcome, Entrant, Result
from tournaments.formats.league.round_robin import double_round_robin

RUNS = sized(3, 15)
XLEAGUE = {"drrs": 6, "playoffs": "qualifying and final", "qualifying_wins": 3, "final_wins": 4}
#: Points as different as they can be: a table that makes as many endings as there are.
ODD_TABLE = {"table": [997, 499, 241, 113, 31, 7], "bonus": 3}


def league(drrs_left: int, entrants: tuple[Entrant, ...] = THREE, drrs: int = 6) -> Contest[Any]:
    """An XLeague, or one of four players, with so many double round-robins left and even results before them."""
    keys = [entrant.key for entrant in entrants]
    each = len(keys) * (len(keys) - 1)
    lots = Random(0)
    results = []
    for number in range(drrs - drrs_left):
        for game in chain.from_iterable(double_round_robin(keys, number * each + 1)):
            winner, loser = lots.sample(sorted(game.players), 2)
            results.append(won(game.number, winner, loser, lots.randint(0, 3)))
    return Contest(
        FORMATS["league"].settings.read({**XLEAGUE, "drrs": drrs}),
        "xmadn-2t",
        entrants,
        tuple(drawn(f"drr-{number}", keys) for number in range(1, drrs + 1)),
        tuple(results),
    )


def series(left: int, games: int = 12, **chosen: object) -> Contest[Any]:
    """A GP series with so many games left, everybody about level."""
    orders = ("YKUVRG", "KGUVYR", "UYVKRG")
    results = [gp_game(number, *orders[number % 3]) for number in range(1, games - left + 1)]
    return contest("gp-series", results, {"games": games, **chosen})


def tied_series() -> Contest[Any]:
    """A GP series before an extra game."""
    return contest("gp-series", [gp_game(1, *"KYURVG")], {"games": 1})


def gp_plus(left: int) -> Contest[Any]:
    """A GP+ series with so many games left."""
    won_by_anna = Result(1, "xmadn-gp+", OPPOSITE, ("yellow", "red", "black", "green"))
    return contest("gp-plus-series", [won_by_anna], {"games": left + 1})


def triple_athlon(wins: int) -> Contest[Any]:
    """A TripleAthlon before its first game."""
    letters = DrawOutcome("letters", ("xmadn-3t", "xmadn-3t+", "xmadn-gp"), DrawMethod.BY_HAND)
    return contest("triple-athlon", settings={"wins": wins}, draws=(DRAWN, letters))


EVENTS: dict[str, tuple[str, Contest[Any]]] = {
    "XLeague, 1 double round-robin left (6 games)": ("league", league(1)),
    "XLeague, 2 double round-robins left (12 games)": ("league", league(2)),
    "XLeague, 3 double round-robins left (18 games)": ("league", league(3)),
    "XLeague, 6 double round-robins left (36 games)": ("league", league(6)),
    "XLeague, Qualifying Series before its first game": ("league", league(0)),
    "League of four, the last double round-robin (12 games)": ("league", league(1, FOUR, drrs=2)),
    "GP series, 1 game left": ("gp-series", series(1)),
    "GP series, 2 games left": ("gp-series", series(2)),
    "GP series, 3 games left": ("gp-series", series(3)),
    "GP series, 8 games left": ("gp-series", series(8)),
    "GP series, an extra game": ("gp-series", tied_series()),
    "GP series, 3 games left, the oddest table": ("gp-series", series(3, 4, **ODD_TABLE)),
    "GP+ series, 3 games left": ("gp-plus-series", gp_plus(3)),
    "Championship, first to 3, Game 1": ("championship", contest("championship", settings={"wins": 3})),
    "Championship, first to 9, Game 2": (
        "championship",
        contest("championship", [won_by(1, "red")], {"wins": 9}),
    ),
    "TripleAthlon, first to 3, Game 1": ("triple-athlon", triple_athlon(3)),
    "TripleAthlon, first to 5, Game 1": ("triple-athlon", triple_athlon(5)),
    "Challengers, first to 4, Game 1": (
        "challengers",
        contest("challengers", [gp_game(1, *"YKUVRG")], {"wins": 4}),
    ),
}


def milliseconds(format: str, event: Contest[Any]) -> list[float]:
    """CPU time of each run; the first, which fills what is kept for a table of points, is left out."""
    times = []
    for _ in range(RUNS + 1):
        started = time.process_time()
        FORMATS[format].judge(event).decided()
        times.append((time.process_time() - started) * 1000)
    return times[1:]


def main() -> None:
    """Measure and print."""
    print(calibrate())
    for name, (format, event) in EVENTS.items():
        times = milliseconds(format, event)
        decided = FORMATS[format].judge(event).decided()
        proofs = ", ".join(
            f"{proof.states} situations" if proof.states else "bounds"
            for proof in dict.fromkeys(each.proof for each in decided)
        )
        print(f"{name}: {median(times):.1f} ms ({min(times):.1f}-{max(times):.1f}); {proofs}")


if __name__ == "__main__":
    main()
