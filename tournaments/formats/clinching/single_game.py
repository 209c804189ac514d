"""A single game: nothing is decided before it, everything after it (tournament-rules §3.7)."""

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.formats import phrases
from tournaments.formats.clinching.tree import Bound, Ending, Open, Places, Winners


@dataclass(frozen=True)
class SingleGame:
    """Anybody can win it; ``below`` are the places that each of the others can have then."""

    players: tuple[str, ...]
    below: Places

    @property
    def root(self) -> Winners:
        return ()

    def next_games(self) -> tuple[Open, ...]:
        return (self.game(self.root),)

    def endings_at_most(self) -> int:
        """Count the states: one for each winner, and the beginning."""
        return len(self.players) + 1

    def final(self, state: Winners) -> Ending | None:
        """Place the winner 1st; None before the game."""
        if not state:
            return None
        return Ending({player: (1, 1) if player in state else self.below for player in self.players})

    def game(self, state: Winners) -> Open:
        """Return Game 1."""
        return Open.won_by_one_of(phrases.games([1]), self.players)

    def won(self, state: Winners, winners: Winners) -> Winners:
        return winners

    def bounds(self) -> Mapping[str, Bound]:
        """Bound nothing: anybody can have any place; a win is enough."""
        return {player: Bound((1, self.below[1]), 1) for player in self.players}
