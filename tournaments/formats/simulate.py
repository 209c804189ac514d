"""Simulating an event from its present state, game after game, with made-up results."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from rules import RULE_SETS, Ends, Text
from tournaments.formats import draws, simulate
from tournaments.formats.base import Format
from tournaments.formats.contest import Contest, DrawOutcome, Result
from tournaments.formats.verdict import DrawNeeded, NextGame, Verdict

#: An event that has not ended after this many games does not end.
MOST_GAMES = 3_000

#: ``Format.judge``, or an equivalent.
Judges = Callable[[Contest[Any]], Verdict]
#: Makes up how a game ends, from the event before it, its verdict and the game.
Plays = Callable[[Contest[Any], Verdict, NextGame], Result]
#: Makes up how a draw ends.
Holds = Callable[[DrawNeeded], DrawOutcome]


@dataclass(frozen=True, slots=True)
class PlayedOn:
    """The outcome of a simulation: how many games were played, the final verdict, and what stopped it."""

    games: int
    verdict: Verdict
    stopped_by: Text | None


def play_on(contest: Contest[Any], judges: Judges, plays: Plays, holds: Holds) -> PlayedOn:
    """Play the event to its end, draws included.

    What the format says is taken at its word, game after game, so an end that is reached is a proof that the
    event can be finished. Of games that can be started at the same time, and of those that are fixed, none makes
    another superfluous: all of them are played before it is judged again.
    """
    played = 0
    while True:
        verdict = judges(contest)
        if verdict.finished:
            return PlayedOn(played, verdict, None)
        if verdict.missing:
            return PlayedOn(played, verdict, verdict.missing[0])
        if played >= MOST_GAMES:
            text = Text("no end after {played} games", played=played)
            return PlayedOn(played, verdict, text)
        if verdict.draws:
            contest = replace(contest, draws=(*contest.draws, *map(holds, verdict.draws)))
        elif verdict.next_games:
            games = verdict.fixed_games() or verdict.next_games
            made_up = [plays(contest, verdict, game) for game in games]
            contest = with_results(contest, made_up)
            played += len(made_up)
        else:
            text = Text("no game can be started any more")
            return PlayedOn(played, verdict, text)


def with_results(contest: Contest[Any], results: Sequence[Result]) -> Contest[Any]:
    """Return the event with these results added; they replace those of the same number that did not count."""
    numbers = {result.number for result in results}
    others = (result for result in contest.results if result.number not in numbers)
    return replace(contest, results=(*others, *results))


def finish_game(game: NextGame, order: Sequence[str], ends: Ends | None = None) -> Result:
    """Return the game if all its colours came home in that order: it is over as soon as its rules say so.

    ``ends`` is given where that is not as the rule set has it.
    """
    places = tuple(order)
    out = {seat.entrant: len(seat.colours) for seat in game.seating.seats}
    ends = ends or RULE_SETS[game.rules].ends
    #: With this many players still out the game is over.
    enough = {Ends.FIRST_PLAYER: len(out) - 1, Ends.ALL_PLAYERS: 1}
    if ends is Ends.FIRST_COLOUR:
        places = places[:1]
    elif ends in enough:
        for number, colour in enumerate(order, start=1):
            out[game.seating.leader(colour)] -= 1
            if sum(map(bool, out.values())) <= enough[ends]:
                places = places[:number]
                break
    return Result(game.number, game.rules, game.seating, places)


def one_after_the_other(game: NextGame, players: Sequence[str]) -> tuple[str, ...]:
    """List the colours of the first of these players, then those of the second …"""
    led = {seat.entrant: seat.colours for seat in game.seating.seats}
    return tuple(colour for player in players for colour in led[player])


# -- dry run: whether an event ends with these players and settings --------------------------------


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
