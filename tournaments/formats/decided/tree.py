"""What can still happen, as a game tree: the one thing that a format has to describe."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Protocol, TypeVar

#: The best and the worst place that a player can have in one ending. They differ where players share the place
#: for 1st until an extra game, or where something decides that the tree does not look at (counted pawns, a lot).
Places = tuple[int, int]

State = TypeVar("State", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Open:
    """A game still to be played: its number, and who can win it."""

    number: int
    winners: tuple[str, ...]


class Tree(Protocol[State]):
    """The endings still possible. Equal states have the same future, so they should hold nothing else."""

    @property
    def players(self) -> tuple[str, ...]:
        """Everybody whose place is asked for."""
        ...

    @property
    def root(self) -> State:
        """How it stands now."""
        ...

    def next_games(self) -> tuple[Open, ...]:
        """The games now left of which all are played whatever happens, in the order in which ``won`` plays them.

        The next one alone where it may be the last; none where there are too many to put into words.
        """
        ...

    def endings_at_most(self) -> int:
        """How many different states there can be, so that nobody begins a search that would not end."""
        ...

    def final(self, state: State) -> Mapping[str, Places] | None:
        """The places once it is over; None while there is a next game."""
        ...

    def game(self, state: State) -> Open:
        """The next game; where the order is free, any of those left."""
        ...

    def won(self, state: State, winner: str) -> State:
        """How it stands when ``winner`` has won that game."""
        ...

    def bounds(self) -> Mapping[str, Places]:
        """Places that hold in every ending without a search; they may be wider than need be."""
        ...
