"""Clinching scenarios: the shortest conditions on the next games that make a place certain, in words."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from rules import Text, joined
from tournaments.formats import phrases
from tournaments.formats.clinching.tree import Open, State, Tree, Winners

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
    how = joined(Text(", or "), ways)
    return Text("{player} clinches {goal} {how}", player=names[player], goal=goal.name, how=how)


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
