"""Clinching in a TripleAthlon: halves of wins, and playing on from a tie at the top (§3.4, §5)."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import lcm

from rules import Text
from tournaments.formats import phrases
from tournaments.formats.clinching.tree import Bound, Ending, Open, Winners
from tournaments.formats.grand_prix.points import GrandPrixPoints, dealings
from tournaments.formats.verdict import Points

#: What magic numbers count: a shared win is none of them.
UNDIVIDED = Text("undivided wins")

#: The wins of all players, in parts of a win that are whole numbers.
Parts = tuple[int, ...]


@lru_cache(maxsize=64)
def winners_of_a_gp_game(points: GrandPrixPoints, shared: bool) -> frozenset[tuple[int, ...]]:
    """Enumerate who of three players can win a GP game, in every way the places can be dealt.

    Of several with the most GPP all, or – unless the win is ``shared`` – the one whose best colour was higher [T5].
    """
    found = set()
    for dealt in dealings():
        gpp = points.dealt(dealt)
        best = tuple(i for i, own in enumerate(gpp) if own == max(gpp))
        found.add(best if shared else (min(best, key=lambda i: min(dealt[i])),))
    return frozenset(found)


@dataclass(frozen=True)
class TripleAthlonTree:
    """``wins`` so far, halves among them; ``gp_winners`` are the ways to win a GP game, by index of the players.

    Every third game is one, ``gp_place`` in the turn (from 0). A game gives one win in all, so how many have been
    played follows from the wins.

    The tree ends, though two who reach the wins needed at once play on: while they are level neither wins a 3T or
    3T+ game, else they lead and it is over. So the third player wins both of them in each turn, and gains two
    wins on players who share no more than the one of the GP game.
    """

    wins: Mapping[str, Points]
    needed: int
    played: int
    gp_place: int
    gp_winners: frozenset[tuple[int, ...]]

    @property
    def players(self) -> tuple[str, ...]:
        """List all players, in the order of ``wins``."""
        return tuple(self.wins)

    @cached_property
    def _parts(self) -> int:
        """Return into how many parts a win can be divided, so that all shares are whole numbers of them."""
        shares = [Fraction(1, len(winners)) for winners in self.gp_winners]
        return lcm(
            *(share.denominator for share in shares),
            *(Fraction(won).denominator for won in self.wins.values()),
        )

    @property
    def root(self) -> Parts:
        return tuple(int(won * self._parts) for won in self.wins.values())

    def next_games(self) -> tuple[Open, ...]:
        return (self.game(self.root),)

    def endings_at_most(self) -> int:
        """Count the states: every share of the wins of a whole number of games; and those when two play on."""
        states = 1
        for won in self.root:
            states *= max(1, self.needed * self._parts - won + 1)
        return states // self._parts + 9 * self.needed * self._parts

    def final(self, state: Parts) -> Ending | None:
        """End when one player alone is at the top with the wins needed; below, equal wins share the place."""
        most = max(state)
        if most < self.needed * self._parts or state.count(most) > 1:
            return None
        places = (1 + sum(other > won for other in state) for won in state)
        return Ending({player: (place, place) for player, place in zip(self.players, places, strict=True)})

    def game(self, state: Parts) -> Open:
        """Let anybody win in 3T and 3T+; in GP several can share the win."""
        played = self.played + (sum(state) - sum(self.root)) // self._parts
        name = phrases.games([played + 1])
        if played % 3 != self.gp_place:
            return Open.won_by_one_of(name, self.players)
        outcomes = (tuple(self.players[i] for i in winners) for winners in sorted(self.gp_winners))
        return Open(name, tuple(outcomes))

    def won(self, state: Parts, winners: Winners) -> Parts:
        """Add a win, or a share of it for each winner."""
        share = self._parts // len(winners)
        return tuple(
            won + share * (player in winners) for player, won in zip(self.players, state, strict=True)
        )

    def bounds(self) -> Mapping[str, Bound]:
        """Leave all places open until it is over."""
        return {player: Bound((1, len(self.players)), None) for player in self.players}
