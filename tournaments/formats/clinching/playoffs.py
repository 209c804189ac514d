"""The playoffs of a League as a tree: the series being played, and the Final Series after it (§3.5)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from rules import Text
from tournaments.formats import phrases
from tournaments.formats.clinching.tree import Bound, Ending, Open, Winners


@dataclass(frozen=True, slots=True)
class Match:
    """A series of two players and its score, head start included; ``wins`` decide it."""

    name: Text
    players: tuple[str, str]
    score: tuple[int, int]
    wins: int

    @property
    def winner(self) -> str | None:
        return next(
            (key for key, won in zip(self.players, self.score, strict=True) if won == self.wins), None
        )

    def other(self, player: str) -> str:
        first, second = self.players
        return second if player == first else first

    def won_by(self, player: str) -> Match:
        first, second = self.score
        return replace(
            self, score=(first + (player == self.players[0]), second + (player == self.players[1]))
        )


#: The series being played, and who has lost the one before it in this course of games.
Stand = tuple[Match, str | None]


@dataclass(frozen=True)
class Playoffs:
    """``order`` are all players by their places as they stand; who is in no series keeps theirs.

    ``current`` is being played; if it is the Qualifying Series, ``finals`` says by its winner how the Final Series
    begins, else that is empty. Players who are ``gone`` lose their games.
    """

    order: tuple[str, ...]
    current: Match
    finals: Mapping[str, Match]
    gone: Collection[str]

    @property
    def players(self) -> tuple[str, ...]:
        return self.order

    @property
    def root(self) -> Stand:
        return self.current, None

    def next_games(self) -> tuple[Open, ...]:
        return (self.game(self.root),)

    def endings_at_most(self) -> int:
        """Count the states: both scores in each series."""
        return sum((match.wins + 1) ** 2 for match in (self.current, *self.finals.values()))

    def final(self, state: Stand) -> Ending | None:
        """End with the Final Series; who has lost the Qualifying Series is 3rd."""
        match, third = state
        if match.winner is None:
            return None
        places = {player: place for place, player in enumerate(self.order, start=1)}
        places |= {match.winner: 1, match.other(match.winner): 2}
        if third is not None:
            places[third] = 3
        return Ending({player: (place, place) for player, place in places.items()})

    def game(self, state: Stand) -> Open:
        """Return the next game of the series, by the number within it."""
        match = state[0]
        game = phrases.games([sum(match.score) + 1])
        name = Text("{game} of the {match}", game=game, match=match.name)
        here = tuple(player for player in match.players if player not in self.gone)
        return Open.won_by_one_of(name, here)

    def won(self, state: Stand, winners: Winners) -> Stand:
        """Add a win; who wins the Qualifying Series goes on to the Final Series."""
        match, third = state
        after = match.won_by(winners[0])
        if third is None and after.winner is not None and self.finals:
            return self.finals[after.winner], after.other(after.winner)
        return after, third

    def bounds(self) -> Mapping[str, Bound]:
        """Bound the places: who is in no series keeps theirs."""
        playing = {
            *self.current.players,
            *(player for match in self.finals.values() for player in match.players),
        }
        return {
            player: Bound((1, len(playing)) if player in playing else (place, place), None)
            for place, player in enumerate(self.order, start=1)
        }
