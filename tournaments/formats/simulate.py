"""Simulating an event from its present state, game after game, with made-up results."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rules import Ends, Text
from tournaments.formats.contest import Contest, DrawOutcome, Result
from tournaments.formats.verdict import DrawNeeded, NextGame, Verdict

#: An event that has not ended after this many games does not end.
MOST_GAMES = 3_000

#: ``Format.judge``, or an equivalent.
Judges = Callable[[Contest[Any]], Verdict]
#: Makes up how a game ends, from the event before it and the game.
Plays = Callable[[Contest[Any], NextGame], Result]
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
            made_up = [plays(contest, game) for game in games]
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


def finish_game(game: NextGame, order: Sequence[str], ends: Ends) -> Result:
    """Return the game if all its colours came home in that order: it is over as soon as its rules say so."""
    places = tuple(order)
    out = {seat.entrant: len(seat.colours) for seat in game.seating.seats}
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
    led = game.seating.leaders
    return tuple(colour for player in players for colour in led[player])
