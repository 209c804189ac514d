"""How likely it is that a game ends with these places, and what the places tell of strength: plain numbers.

The model is Plackett–Luce: players come home one after the other, and any player who is still on the way is next
with a chance that grows with their weight. Those who share a place have come home in an unknown
order, so all their orders are added up: a shared place says nothing of those who share it. (Weng and Lin's
own rule, which openskill follows, shares each step out among those who are level, and so the one behind two
joint winners may gain more than they.)
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

#: Positions of players in groups: those who share the first place, those who share the next …
Groups = Sequence[Sequence[int]]


@dataclass(frozen=True, slots=True)
class Finish:
    """The places of a game for players whose logarithms of weights are known.

    ``score`` and ``information``: the first and, with the sign turned, second derivative of ``log_chance`` by each
    player's logarithm – how much more they were ahead than was to be expected, and how much the game can tell of them.
    """

    score: tuple[float, ...]
    information: tuple[float, ...]


def grouped(places: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """The positions of players by their places."""
    return tuple(
        tuple(position for position, each in enumerate(places) if each == place)
        for place in sorted(set(places))
    )


def log_chance(groups: Groups, logarithms: Sequence[float]) -> float:
    """How likely these places are, as a logarithm."""
    weights = _weights(logarithms)
    behind, found = math.fsum(weights), 0.0
    for group in groups[:-1]:
        behind = _behind(behind, group, weights)
        found += math.log(_ahead(group, weights, behind))
    return found


def finish(groups: Groups, logarithms: Sequence[float]) -> Finish:
    """What these places tell of each player."""
    weights = _weights(logarithms)
    behind = math.fsum(weights)
    score, information = [0.0] * len(weights), [0.0] * len(weights)
    there = list(range(len(weights)))
    for group in groups[:-1]:
        behind = _behind(behind, group, weights)
        ahead = _ahead(group, weights, behind)
        there = [position for position in there if position not in group]
        for position in (*group, *there):
            first, second = _derivatives(position, group, weights, behind)
            score[position] += first / ahead
            information[position] += (first / ahead) ** 2 - second / ahead
    return Finish(tuple(score), tuple(information))


#: No chance is taken to be less: sums of many terms of both signs are not more exact.
_LEAST = 1e-12


def _weights(logarithms: Sequence[float]) -> list[float]:
    most = max(logarithms)
    return [math.exp(each - most) for each in logarithms]


def _behind(there: float, group: Sequence[int], weights: Sequence[float]) -> float:
    """The weights of those behind the group together, of those that were there with it."""
    return max(there - sum(weights[position] for position in group), _LEAST)


def _subsets(group: Sequence[int], weights: Sequence[float]) -> list[tuple[float, float, int]]:
    """Of each part of a group that is not empty: sign, weight, and its members as bits."""
    found = [(1.0, 0.0, 0)]
    for bit, position in enumerate(group):
        found += [(-sign, weight + weights[position], parts | 1 << bit) for sign, weight, parts in found]
    return found[1:]


def _ahead(group: Sequence[int], weights: Sequence[float], behind: float) -> float:
    """How likely the whole group is ahead of those behind, whose weights come to ``behind``.

    Times home are exponential, so that it is 1 − the chances that one stays behind, + those that two do …
    """
    if len(group) == 1:
        own = weights[group[0]]
        return max(own / (own + behind), _LEAST)
    found = 1.0
    for sign, weight, _ in _subsets(group, weights):
        found += sign * behind / (behind + weight)
    return max(found, _LEAST)


def _derivatives(
    position: int, group: Sequence[int], weights: Sequence[float], behind: float
) -> tuple[float, float]:
    """The first and second derivative of ``_ahead`` by the logarithm of one player's weight."""
    own, first, second = weights[position], 0.0, 0.0
    bit = 1 << group.index(position) if position in group else 0
    for sign, weight, parts in _subsets(group, weights):
        whole = behind + weight
        if not bit:
            slope = sign * own * weight / whole**2
        elif parts & bit:
            slope = -sign * own * behind / whole**2
        else:
            continue
        first += slope
        second += slope * (1 - 2 * own / whole)
    return first, second
