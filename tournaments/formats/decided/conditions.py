"""What must happen, in words: the shortest conditions on the next games that make 1st place certain."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import Any

from rules.text import Text
from tournaments.formats import wording
from tournaments.formats.decided.tree import Open, State, Tree

#: So many games can be told together.
MOST_GAMES = 4
#: More alternatives than this are no help in words.
MOST_ALTERNATIVES = 4

#: Game by game its winner, or None where it does not matter.
Condition = tuple[str | None, ...]


def told(tree: Tree[State], future: Callable[[State], Any], names: Mapping[str, str]) -> tuple[Text, ...]:
    """For everybody who can make sure of 1st place in the next games, how."""
    games = tree.next_games()
    sayings = []
    for i, player in enumerate(tree.players):
        if future(tree.root).worst[i] == 1:
            continue
        certain = {
            way: future(_after(tree, way)).worst[i] == 1 for way in product(*(game.winners for game in games))
        }
        alternatives = shortest(games, certain)
        if 0 < len(alternatives) <= MOST_ALTERNATIVES:
            sayings.append(_said(player, games, alternatives, names))
    return tuple(sayings)


def _after(tree: Tree[State], winners: Sequence[str]) -> State:
    state = tree.root
    for winner in winners:
        state = tree.won(state, winner)
    return state


def shortest(games: Sequence[Open], certain: Mapping[tuple[str, ...], bool]) -> tuple[Condition, ...]:
    """The conditions under which ``certain`` holds whatever the other games bring, none containing another."""
    found: list[Condition] = []
    candidates: list[Condition] = list(product(*((None, *game.winners) for game in games)))
    for condition in sorted(candidates, key=lambda each: sum(winner is not None for winner in each)):
        if any(_implied(condition, shorter) for shorter in found):
            continue
        if all(holds for way, holds in certain.items() if _implied(way, condition)):
            found.append(condition)
    return tuple(found)


def _implied(way: Condition, condition: Condition) -> bool:
    return all(wanted is None or wanted == winner for winner, wanted in zip(way, condition, strict=True))


def _said(
    player: str, games: Sequence[Open], alternatives: Sequence[Condition], names: Mapping[str, str]
) -> Text:
    ways = [_way(player, games, condition, names) for condition in alternatives]
    en, de = ", or ".join(way.en for way in ways), " oder ".join(way.de for way in ways)
    return Text(f"{names[player]} is certain of 1st place {en}", f"{names[player]} hat Platz 1 sicher: {de}")


def _way(player: str, games: Sequence[Open], condition: Condition, names: Mapping[str, str]) -> Text:
    wins = [
        (winner, wording.games([game.number]))
        for game, winner in zip(games, condition, strict=True)
        if winner
    ]
    own = [game for winner, game in wins if winner == player]
    if len(wins) == len(own) == 1:
        return Text(f"with a win in {own[0].en}", f"mit einem Sieg in {own[0].de}")
    en = wording.listed(
        [Text(f"{names[winner]} wins {game.en}", f"{names[winner]} {game.de}") for winner, game in wins]
    )
    return Text(f"if {en.en}", f"wenn {en.de} gewinnt")
