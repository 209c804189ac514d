"""Searching what can still happen, every different situation once (tournament-rules §5)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic

from rules.text import Text
from tournaments.formats import wording
from tournaments.formats.decided import conditions
from tournaments.formats.decided.prospects import Decided, Proof, Prospect
from tournaments.formats.decided.tree import Places, State, Tree

#: More situations than this are not searched: bounds take their place. A verdict is worked out several times
#: after each result and should not take more than some hundredths of a second.
MOST_STATES = 1_350

#: Wins in an ending that does not exist.
_NEVER = -1


@dataclass(frozen=True, slots=True)
class _Future:
    """Over all endings from a state, player by player in the order of the tree.

    ``missed``: the most own wins on a way that leaves 1st place open; ``had``: the most on any way; ``exact``: every
    ending has one place for everybody.
    """

    best: tuple[int, ...]
    worst: tuple[int, ...]
    missed: tuple[int, ...]
    had: tuple[int, ...]
    exact: bool


class Search(Generic[State]):
    """The futures of a tree, each worked out once."""

    def __init__(self, tree: Tree[State]) -> None:
        self._tree = tree
        self._known: dict[State, _Future] = {}

    @property
    def states(self) -> int:
        """How many different situations have been looked at."""
        return len(self._known)

    def future(self, state: State) -> _Future:
        """All endings from ``state``, summed up."""
        known = self._known.get(state)
        if known is None:
            known = self._known[state] = self._look(state)
        return known

    def _look(self, state: State) -> _Future:
        players = self._tree.players
        final = self._tree.final(state)
        if final is not None:
            return _Future(
                best=tuple(final[player][0] for player in players),
                worst=tuple(final[player][1] for player in players),
                missed=tuple(_NEVER if final[player][1] == 1 else 0 for player in players),
                had=(0,) * len(players),
                exact=all(best == worst for best, worst in final.values()),
            )
        branches = [
            (winner, self.future(self._tree.won(state, winner))) for winner in self._tree.game(state).winners
        ]
        places = range(len(players))
        return _Future(
            best=tuple(min(each.best[i] for _, each in branches) for i in places),
            worst=tuple(max(each.worst[i] for _, each in branches) for i in places),
            missed=tuple(
                max(
                    each.missed[i] if each.missed[i] == _NEVER else each.missed[i] + (winner == players[i])
                    for winner, each in branches
                )
                for i in places
            ),
            had=tuple(max(each.had[i] + (winner == players[i]) for winner, each in branches) for i in places),
            exact=all(each.exact for _, each in branches),
        )


def decide(tree: Tree[State], names: Mapping[str, str], subject: Text) -> Decided:
    """What is decided already; by search where there are at most ``MOST_STATES`` situations, else by bounds."""
    if tree.endings_at_most() > MOST_STATES:
        return _by_bounds(tree, names, subject)
    search = Search(tree)
    future = search.future(tree.root)
    prospects = []
    for i, player in enumerate(tree.players):
        magic = (
            future.missed[i] + 1 if future.missed[i] < future.had[i] or future.missed[i] == _NEVER else None
        )
        places = (future.best[i], future.worst[i])
        prospects.append(Prospect(player, *places, magic, _told(names[player], places)))
    told = Text(
        f"all {search.states} situations that can still arise were looked at",
        f"alle {search.states} Lagen, die noch entstehen können, wurden geprüft",
    )
    if not future.exact:
        told = Text(
            f"{told.en}; who is level in them may come above or below the other",
            f"{told.de}; wer darin gleichauf ist, kann vor oder hinter dem anderen landen",
        )
    must_happen = () if tree.final(tree.root) else conditions.told(tree, search.future, names)
    return Decided(subject, tuple(prospects), must_happen, Proof(search.states, future.exact, told))


def _by_bounds(tree: Tree[State], names: Mapping[str, str], subject: Text) -> Decided:
    bounds = tree.bounds()
    told = Text(
        "too many situations to look at: nobody gains more wins than there are games left",
        "zu viele Lagen, um alle zu prüfen: niemand gewinnt mehr Spiele, als noch zu spielen sind",
    )
    prospects = (
        Prospect(
            player,
            *bounds[player],
            0 if bounds[player][1] == 1 else None,
            _told(names[player], bounds[player]),
        )
        for player in tree.players
    )
    return Decided(subject, tuple(prospects), (), Proof(0, exact=False, told=told))


def _told(name: str, places: Places) -> Text:
    best, worst = wording.place(places[0]), wording.place(places[1])
    if places[0] == places[1]:
        return Text(f"{name} is certain of {best.en}", f"{name} hat {best.de} sicher")
    return Text(
        f"{name} can still have {best.en}, and {worst.en} at worst",
        f"{name} kann noch {best.de} erreichen, schlechtestens {worst.de}",
    )
