"""The game tree of what can still happen: the one thing that a format has to describe."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from math import prod
from typing import Protocol, Self, TypeVar

from rules import Text
from tournaments.formats import phrases

#: The best and the worst place that a player can have in one ending. They differ where players are level until
#: a lot, or until something decides that the tree does not look at.
Places = tuple[int, int]

#: Who wins a game: one player, or several who share the win.
Winners = tuple[str, ...]

State = TypeVar("State", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Open:
    """A game still to be played: its name, and the ways in which it can end."""

    name: Text
    outcomes: tuple[Winners, ...]

    @classmethod
    def won_by_one_of(cls, name: Text, players: tuple[str, ...]) -> Self:
        """Make a game that one of these players wins."""
        return cls(name, tuple((player,) for player in players))


@dataclass(frozen=True, slots=True)
class Ending:
    """The places once it is over; ``exact`` unless a range of places may be wider than what can come of it."""

    places: Mapping[str, Places]
    exact: bool = True


@dataclass(frozen=True, slots=True)
class Bound:
    """Bounds that hold for a player in every ending, without a search; the places may be wider than need be.

    ``magic`` own wins are enough for 1st place, perhaps fewer; None where that is unknown.
    """

    places: Places
    magic: int | None


class Tree(Protocol[State]):
    """The endings still possible. Equal states have the same future, so they should hold nothing else."""

    @property
    def players(self) -> tuple[str, ...]:
        """List the players whose places are searched."""

    @property
    def root(self) -> State:
        """Return the present state."""

    def next_games(self) -> tuple[Open, ...]:
        """List the games that are all played whatever happens, in the order in which ``won`` plays them.

        The next one alone where it may be the last; none where there are too many to put into words.
        """
        return (self.game(self.root),)

    def endings_at_most(self) -> int:
        """Return an upper bound on the states, so that no search is begun that would not end."""

    def final(self, state: State) -> Ending | None:
        """Return the places once it is over; None while there is a next game."""

    def game(self, state: State) -> Open:
        """Return the next game; where the order is free, any of those left."""

    def won(self, state: State, winners: Winners) -> State:
        """Return the state when that game has ended so."""

    def bounds(self) -> Mapping[str, Bound]:
        """Bound the places in every ending, without a search."""


# -- first-to-x: every game has one winner, and it is over when somebody has the wins needed (§3.1, §3.5)


Wins = tuple[int, ...]


@dataclass(frozen=True)
class FirstTo(Tree[Wins]):
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

    def endings_at_most(self) -> int:
        """Count the states: no player wins more often than needed."""
        return prod(self.needed - won + 1 for won in self.root)

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
