"""Playing an event through before it begins, to see that it comes to an end with these players and settings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from rules import RULE_SETS
from rules.options import Ends
from rules.text import Text
from tournaments.formats import draws
from tournaments.formats.contest import Contest, Result
from tournaments.formats.format import Format
from tournaments.formats.verdict import NextGame, Verdict

#: An event that has not ended after so many games does not end.
MOST_GAMES = 3_000
_SEED = "rehearsal"

#: Who wins a game: the game, and how it stood before.
Wins = Callable[[NextGame, Verdict], str]


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """How an event went that was played through: after how many games it ended, or what it was stopped by."""

    games: int
    stopped_by: Text | None


def best_seed_wins(game: NextGame, verdict: Verdict) -> str:
    """Of those at the board the one highest in the table wins: the event ends as early as can be."""
    return min(game.seating.entrants, key=lambda key: _rank(verdict)[key])


def last_one_wins(game: NextGame, verdict: Verdict) -> str:
    """Of those at the board the one lowest in the table wins: everybody stays level as long as can be."""
    return max(game.seating.entrants, key=lambda key: _rank(verdict)[key])


def rehearse(format: Format[Any], contest: Contest[Any], wins: Wins) -> Rehearsal:
    """Play the event through from where it stands: draws are held, games won as ``wins`` says.

    What the format says is taken at its word, game after game, so an end that is reached is a proof that the
    event can be finished.
    """
    begun = len(contest.results)
    while (played := len(contest.results) - begun) < MOST_GAMES:
        verdict = format.judge(contest)
        if verdict.finished:
            return Rehearsal(played, None)
        if verdict.missing:
            return Rehearsal(played, verdict.missing[0])
        if verdict.draws:
            held = [draws.from_published_seed(needed, _SEED) for needed in verdict.draws]
            contest = replace(contest, draws=(*contest.draws, *held))
        elif verdict.next_games:
            game = verdict.next_games[0]
            contest = replace(contest, results=(*contest.results, won(game, wins(game, verdict))))
        else:
            return Rehearsal(played, Text("no game can be started any more", "kein Spiel kann mehr beginnen"))
    return Rehearsal(played, Text(f"no end after {played} games", f"kein Ende nach {played} Spielen"))


def won(game: NextGame, winner: str) -> Result:
    """The game with ``winner`` first and the others behind him in the order of their seats."""
    seats = sorted(game.seating.seats, key=lambda seat: seat.entrant != winner)
    places = tuple(colour for seat in seats for colour in seat.colours)
    match RULE_SETS[game.rules].ends:
        case Ends.FIRST_COLOUR:
            places = places[:1]
        case Ends.FIRST_PLAYER:
            places = seats[0].colours
        case Ends.ALL_PLAYERS:
            places = places[: -len(seats[-1].colours)]
        case Ends.ALL_COLOURS:
            pass
    return Result(game.number, game.rules, game.seating, places)


def _rank(verdict: Verdict) -> Mapping[str, int]:
    return {row.entrant: number for number, row in enumerate(verdict.standings.rows)}
