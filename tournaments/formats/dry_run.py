"""Dry run of an event: played through beforehand to see that it ends with these players and settings."""

from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from tournaments.formats import draws, simulate
from tournaments.formats.base import Format
from tournaments.formats.contest import Contest, Result
from tournaments.formats.verdict import NextGame, Verdict

_SEED = "rehearsal"

#: How the entrants stand before a game, more being better: wins since the table was last made, and the place in it.
Stand = Mapping[str, tuple[int, int]]
#: Chooses the winner of a game, from the game and how they stand.
Wins = Callable[[NextGame, Stand], str]


def best_seed_wins(game: NextGame, stand: Stand) -> str:
    """Let the one at the board who is highest in the table win: the event ends as early as can be."""
    return max(game.seating.entrants, key=lambda key: stand[key][1])


def last_one_wins(game: NextGame, stand: Stand) -> str:
    """Let the one at the board who has won least win: all stay level as long as can be."""
    return min(game.seating.entrants, key=stand.__getitem__)


def rehearse(format: Format[Any], contest: Contest[Any], wins: Wins) -> simulate.PlayedOn:
    """Play the event through from its present state: draws are held, games won as ``wins`` says."""
    judged: Verdict | None = None
    won: Counter[str] = Counter()

    def plays(played: Contest[Any], verdict: Verdict, game: NextGame) -> Result:
        nonlocal judged
        if verdict is not judged:
            judged = verdict
            won.clear()
        places = {row.entrant: -number for number, row in enumerate(verdict.standings.rows)}
        winner = wins(game, {key: (won[key], places[key]) for key in game.seating.entrants})
        won[winner] += 1
        players = sorted(game.seating.entrants, key=lambda key: key != winner)
        order = simulate.one_after_the_other(game, players)
        return simulate.finish_game(game, order, played.ends_of(game.rules))

    return simulate.play_on(contest, format.judge, plays, partial(draws.draw_from_seed, seed=_SEED))
