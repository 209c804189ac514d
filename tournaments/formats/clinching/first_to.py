"""First-to-x: every game has one winner, and it is over when somebody has the wins needed (§3.1, §3.5)."""

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.formats import phrases
from tournaments.formats.clinching.tree import Bound, Ending, Open, Winners

Wins = tuple[int, ...]


@dataclass(frozen=True)
class FirstTo:
    """``wins`` of each player so far, a head start included; ``next_number`` is that of the next game.

    The winner is 1st; the others are placed by wins, equal ones share the place, or can have any place up to the
    last where the one game that decides goes on ``for_places`` (tournament-rules §3.7).
    """

    wins: Mapping[str, int]
    needed: int
    next_number: int
    for_places: bool = False

    @property
    def players(self) -> tuple[str, ...]:
        """List all players, in the order of ``wins``."""
        return tuple(self.wins)

    @property
    def root(self) -> Wins:
        return tuple(self.wins.values())

    def next_games(self) -> tuple[Open, ...]:
        return (self.game(self.root),)

    def endings_at_most(self) -> int:
        """Count the states: no player wins more often than needed."""
        states = 1
        for won in self.root:
            states *= self.needed - won + 1
        return states

    def final(self, state: Wins) -> Ending | None:
        if max(state) < self.needed:
            return None
        return Ending(
            {
                player: (place, len(state) if self.for_places and place > 1 else place)
                for player, won in zip(self.players, state, strict=True)
                for place in [1 + sum(other > won for other in state)]
            }
        )

    def game(self, state: Wins) -> Open:
        number = self.next_number + sum(state) - sum(self.root)
        return Open.won_by_one_of(phrases.games([number]), self.players)

    def won(self, state: Wins, winners: Winners) -> Wins:
        at = self.players.index(winners[0])
        return (*state[:at], state[at] + 1, *state[at + 1 :])

    def bounds(self) -> Mapping[str, Bound]:
        """Until it is over all can be 1st, with the wins they still need.

        Players who lack one win are overtaken only by the winner: no other has more than they have. Of all
        others, every other player can come to lie above them.
        """
        return {
            player: Bound(
                (1, 2 if won == self.needed - 1 and not self.for_places else len(self.players)),
                self.needed - won,
            )
            for player, won in self.wins.items()
        }
