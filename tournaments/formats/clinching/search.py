"""Exhaustive search of what can still happen, every state once (tournament-rules §5)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic

from rules import Text
from tournaments.formats.clinching import place_bounds, scenarios
from tournaments.formats.clinching.place_bounds import WINS, Decided, Proof, Prospect
from tournaments.formats.clinching.scenarios import FIRST_PLACE, Goal
from tournaments.formats.clinching.tree import State, Tree

#: More situations than this are not searched: bounds take their place. A verdict is computed after each result
#: and should not take more than some hundredths of a second.
MOST_STATES = 3_000

#: Wins in an ending that does not exist.
_NEVER = -1


@dataclass(frozen=True, slots=True)
class _Future:
    """A summary of all endings from a state, player by player in the order of the tree.

    ``missed``: the most own wins on a way that leaves 1st place open; ``had``: the most on any way; ``exact``: all
    endings are.
    """

    best: tuple[int, ...]
    worst: tuple[int, ...]
    missed: tuple[int, ...]
    had: tuple[int, ...]
    exact: bool


class Search(Generic[State]):
    """The memoised futures of a tree."""

    def __init__(self, tree: Tree[State]) -> None:
        self._tree = tree
        self._known: dict[State, _Future] = {}

    @property
    def states(self) -> int:
        return len(self._known)

    def future(self, state: State) -> _Future:
        """Summarise all endings from ``state``."""
        known = self._known.get(state)
        if known is None:
            known = self._known[state] = self._look(state)
        return known

    def _look(self, state: State) -> _Future:
        players = self._tree.players
        final = self._tree.final(state)
        if final is not None:
            places = [final.places[player] for player in players]
            return _Future(
                best=tuple(best for best, _ in places),
                worst=tuple(worst for _, worst in places),
                missed=tuple(_NEVER if worst == 1 else 0 for _, worst in places),
                had=(0,) * len(players),
                exact=final.exact,
            )
        branches = [
            (winners, self.future(self._tree.won(state, winners)))
            for winners in self._tree.game(state).outcomes
        ]
        every = [each for _, each in branches]
        return _Future(
            best=tuple(map(min, zip(*(each.best for each in every), strict=True))),
            worst=tuple(map(max, zip(*(each.worst for each in every), strict=True))),
            missed=tuple(
                max(
                    each.missed[i] if each.missed[i] == _NEVER else each.missed[i] + (winners == (player,))
                    for winners, each in branches
                )
                for i, player in enumerate(players)
            ),
            had=tuple(
                max(each.had[i] + (winners == (player,)) for winners, each in branches)
                for i, player in enumerate(players)
            ),
            exact=all(each.exact for each in every),
        )


def decide(
    tree: Tree[State],
    names: Mapping[str, str],
    subject: Text,
    *,
    unit: Text = WINS,
    goals: Sequence[Goal] = (FIRST_PLACE,),
) -> Decided:
    """Decide by search where there are at most ``MOST_STATES`` states, else by bounds.

    The scenarios are described for each of the ``goals``.
    """
    if tree.endings_at_most() > MOST_STATES:
        return _by_bounds(tree, names, subject, unit)
    search = Search(tree)
    future = search.future(tree.root)
    found = []
    for i, player in enumerate(tree.players):
        magic = (
            future.missed[i] + 1 if future.missed[i] < future.had[i] or future.missed[i] == _NEVER else None
        )
        best, worst = future.best[i], future.worst[i]
        found.append(
            Prospect(player, best, worst, magic, place_bounds.describe_places(names[player], best, worst))
        )
    text = Text("all {states} possible outcomes checked", states=search.states)
    if not future.exact:
        text = Text("{told}; players level in them may finish in either order", told=text)
    must_happen = () if tree.final(tree.root) else scenarios.describe_goals(tree, search.future, names, goals)
    return Decided(subject, unit, tuple(found), must_happen, Proof(search.states, future.exact, text))


def _by_bounds(tree: Tree[State], names: Mapping[str, str], subject: Text, unit: Text) -> Decided:
    bounds = tree.bounds()
    text = Text("too many outcomes to check; nobody gains more wins than games left")
    found = tuple(
        Prospect(
            player, *bound.places, bound.magic, place_bounds.describe_places(names[player], *bound.places)
        )
        for player, bound in ((player, bounds[player]) for player in tree.players)
    )
    return Decided(subject, unit, found, (), Proof(0, exact=False, text=text))
