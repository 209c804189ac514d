"""Exhaustive search of what can still happen, every state once (tournament-rules §5)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, Generic

from rules import Text, joined
from tournaments.formats import phrases
from tournaments.formats.clinching.place_bounds import EVENT, WINS, Decided, Proof, Prospect
from tournaments.formats.clinching.tree import Open, State, Tree, Winners

#: More situations than this are not searched: bounds take their place. A verdict is computed after each result
#: and should not take more than some hundredths of a second.
MOST_STATES = 3_000

#: Wins in an ending that does not exist.
_NEVER = -1


# -- scenarios: the shortest conditions on the next games that make a place certain, in words ---------

#: At most this many games are described together.
MOST_GAMES = 4
#: More alternatives than this are no help in words.
MOST_ALTERNATIVES = 4

#: Game by game how it must end, or None where it does not matter.
Condition = tuple[Winners | None, ...]


@dataclass(frozen=True, slots=True)
class Goal:
    """What a player can be certain of: ``place`` or better, and what that means."""

    place: int
    name: Text


FIRST_PLACE = Goal(1, phrases.place(1))


def describe_goals(
    tree: Tree[State], future: Callable[[State], Any], names: Mapping[str, str], goals: Sequence[Goal]
) -> tuple[Text, ...]:
    """Describe, for each player who can make sure of a goal in the next games, how."""
    games = tree.next_games()
    after = {way: future(_after(tree, way)).worst for way in product(*(game.outcomes for game in games))}
    now = future(tree.root).worst
    sayings = []
    for goal, (i, player) in product(goals, enumerate(tree.players)):
        if now[i] <= goal.place:
            continue
        alternatives = shortest(games, {way: worst[i] <= goal.place for way, worst in after.items()})
        if 0 < len(alternatives) <= MOST_ALTERNATIVES:
            sayings.append(_said(player, games, alternatives, names, goal))
    return tuple(sayings)


def _after(tree: Tree[State], way: Sequence[Winners]) -> State:
    state = tree.root
    for winners in way:
        state = tree.won(state, winners)
    return state


def shortest(games: Sequence[Open], certain: Mapping[tuple[Winners, ...], bool]) -> tuple[Condition, ...]:
    """Return the conditions under which ``certain`` holds whatever the other games bring, none containing another."""
    found: list[Condition] = []
    candidates: list[Condition] = list(product(*((None, *game.outcomes) for game in games)))
    for condition in sorted(candidates, key=lambda each: sum(winners is not None for winners in each)):
        if any(_implied(condition, shorter) for shorter in found):
            continue
        if all(holds for way, holds in certain.items() if _implied(way, condition)):
            found.append(condition)
    return tuple(found)


def _implied(way: Condition, condition: Condition) -> bool:
    return all(wanted is None or wanted == winners for winners, wanted in zip(way, condition, strict=True))


def _said(
    player: str,
    games: Sequence[Open],
    alternatives: Sequence[Condition],
    names: Mapping[str, str],
    goal: Goal,
) -> Text:
    ways = [_way(player, games, condition, names) for condition in alternatives]
    return Text(
        "{player} clinches {goal} {how}",
        player=names[player],
        goal=goal.name,
        how=joined(Text(", or "), ways),
    )


def _way(player: str, games: Sequence[Open], condition: Condition, names: Mapping[str, str]) -> Text:
    wins = [(winners, game.name) for game, winners in zip(games, condition, strict=True) if winners]
    if len(wins) == 1 and wins[0][0] == (player,):
        game = wins[0][1]
        return Text("with a win in {game}", game=game)
    shared = [(winners, game) for winners, game in wins if len(winners) > 1]
    if shared:
        return _sharing(*shared[0], names)
    listed = phrases.join_names(
        [Text("{winner} wins {game}", winner=names[winner], game=game) for (winner,), game in wins]
    )
    return Text("if {listed}", listed=listed)


def _sharing(winners: Winners, game: Text, names: Mapping[str, str]) -> Text:
    """Describe one game at a time where wins can be shared."""
    who = phrases.names(names[winner] for winner in winners)
    return Text("if {who} share {game}", who=who, game=game)


# -- the search ------------------------------------------------------------------------------------


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
    subject: Text = EVENT,
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
        found.append(Prospect.of(player, names[player], (future.best[i], future.worst[i]), magic))
    text = Text("all {states} possible outcomes checked", states=search.states)
    if not future.exact:
        text = Text("{told}; players level in them may finish in either order", told=text)
    must_happen = () if tree.final(tree.root) else describe_goals(tree, search.future, names, goals)
    return Decided(subject, unit, tuple(found), must_happen, Proof(search.states, future.exact, text))


def _by_bounds(tree: Tree[State], names: Mapping[str, str], subject: Text, unit: Text) -> Decided:
    bounds = tree.bounds()
    text = Text("too many outcomes to check; nobody gains more wins than games left")
    found = tuple(
        Prospect.of(player, names[player], bounds[player].places, bounds[player].magic)
        for player in tree.players
    )
    return Decided(subject, unit, found, (), Proof(0, exact=False, text=text))
