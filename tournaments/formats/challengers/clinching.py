"""Clinching in Challengers: who can still win, and come 2nd or 3rd (tournament-rules §5)."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import prod

from tournaments.formats import phrases
from tournaments.formats.clinching.tree import Bound, Ending, Open, Tree, Winners

#: The wins of all players, the two at the board, who came first in front, and whether they came together.
Stand = tuple[tuple[int, ...], tuple[str, str], bool]


@dataclass(frozen=True)
class ChallengersTree(Tree[Stand]):
    """The games left, each between the two at the board; ``order`` are the players by their places in Game 0."""

    order: tuple[str, ...]
    wins: Mapping[str, int]
    needed: int
    at_board: tuple[str, str]
    came_together: bool
    next_number: int
    loser_makes_room: bool
    equal_wins_shared: bool

    @property
    def players(self) -> tuple[str, ...]:
        return self.order

    @property
    def root(self) -> Stand:
        return tuple(self.wins[player] for player in self.order), self.at_board, self.came_together

    def endings_at_most(self) -> int:
        """Count the states: wins of all players, and six ways to sit at the board."""
        return 6 * prod(self.needed - won + 1 for won in self.wins.values())

    def final(self, state: Stand) -> Ending | None:
        """End when somebody has the wins needed; equal wins by place in Game 0, or shared [T11]."""
        wins = state[0]
        if max(wins) < self.needed:
            return None
        places = {}
        for at, (player, won) in enumerate(zip(self.order, wins, strict=True)):
            place = 1 + sum(other > won for other in wins)
            if not self.equal_wins_shared:
                place += sum(other == won for other in wins[:at])
            places[player] = (place, place)
        return Ending(places)

    def game(self, state: Stand) -> Open:
        number = self.next_number + sum(state[0]) - sum(self.wins.values())
        return Open.won_by_one_of(phrases.games([number]), state[1])

    def won(self, state: Stand, winners: Winners) -> Stand:
        """Add a win, and let somebody make room for the player who waited [T10]."""
        wins, (first, second), together = state
        (winner,) = winners
        loser = second if winner == first else first
        out = loser if self.loser_makes_room or together else first
        stays = second if out == first else first
        (waiting,) = set(self.order) - {first, second}
        more = tuple(won + (player == winner) for player, won in zip(self.order, wins, strict=True))
        return more, (stays, waiting), False

    def bounds(self) -> Mapping[str, Bound]:
        """Leave all places open until it is over; the wins still needed are enough for 1st place."""
        return {player: Bound((1, len(self.order)), self.needed - self.wins[player]) for player in self.order}
