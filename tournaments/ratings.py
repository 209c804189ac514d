"""Ratings of players, and the luck in each kind of game: pure numbers (docs/reference/players.md)."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

# -- places ----------------------------------------------------------------------------------------
#
# How likely it is that a game ends with these places, and what the places tell of strength: plain numbers.
#
# The model is Plackett–Luce: players come home one after the other, and any player who is still on the way is next
# with a chance that grows with their weight. Those who share a place have come home in an unknown
# order, so all their orders are added up: a shared place says nothing of those who share it. (Weng and Lin's
# own rule, which openskill follows, shares each step out among those who are level, and so the one behind two
# joint winners may gain more than they.)

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


# -- strength --------------------------------------------------------------------------------------
#
# What is believed of a player's strength: from the evidence of their games and the luck of each kind.
#
# A player is worth 25 ± 25/3 before anybody has seen them play. How much that decides differs between kinds of
# games: the *spread* of a kind is how far apart its players lie – one standard deviation of strength, as a
# logarithm of weights in Plackett–Luce; 0: it is all luck. (In the words of Weng and Lin, A Bayesian
# Approximation Method for Online Ranking, JMLR 12, 2011: 25/3 divided by beta and the root of the number of
# players.) A game adds to the evidence of its players, by kinds: a score, how much more they were ahead than
# was to be expected, and information, how much that can show. Both are free of the spread, so that another
# estimate of luck weighs all of them again.


#: What a beginner is worth, and how uncertain that is.
MU, SIGMA = 25.0, 25.0 / 3.0
#: What remains of earlier evidence with each game: after a thousand games a third. Players change.
REMAINS = 0.999
#: Uncertainty counts as luck, which in Plackett–Luce has this variance (Gumbel's).
GUMBEL = math.pi**2 / 6

#: Kind of game → score and information.
Evidence = Mapping[str, tuple[float, float]]
#: Kind of game → spread.
Spreads = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Strength:
    """What a player is believed to be worth, and how uncertain that is; a beginner's by default."""

    mu: float = MU
    sigma: float = SIGMA


def estimate_strength(evidence: Evidence, spreads: Spreads) -> Strength:
    """What follows from the evidence, with the luck of each kind as it is known."""
    score, information = 0.0, 1.0
    for kind in sorted(evidence):
        spread = spreads[kind]
        score += spread * evidence[kind][0]
        information += spread * spread * evidence[kind][1]
    return Strength(MU + SIGMA * score / information, SIGMA / math.sqrt(information))


def logarithms(players: Sequence[Strength], spread: float) -> list[float]:
    """The logarithms of the weights of those at a board; who is little known of is taken to be more like the others."""
    share = spread / _damping(players, spread) / SIGMA
    return [share * (each.mu - MU) for each in players]


def _damping(players: Sequence[Strength], spread: float) -> float:
    """Return by how much uncertainty draws a board together."""
    uncertain = sum((each.sigma / SIGMA) ** 2 for each in players) / len(players)
    return math.sqrt(1 + spread * spread * uncertain / GUMBEL)


def update_evidence(
    groups: Groups, kind: str, before: Sequence[Evidence], spreads: Spreads
) -> list[dict[str, tuple[float, float]]]:
    """The evidence of each player after a game of that kind that ended with these places."""
    players, spread = [estimate_strength(each, spreads) for each in before], spreads[kind]
    evidence = finish(groups, logarithms(players, spread))
    share = 1 / _damping(players, spread)
    found = []
    for position, each in enumerate(before):
        information = share * share * evidence.information[position]
        at = spread * (players[position].mu - MU) / SIGMA
        faded = {name: (REMAINS * score, REMAINS * known) for name, (score, known) in each.items()}
        score, known = faded.get(kind, (0.0, 0.0))
        faded[kind] = (score + share * evidence.score[position] + information * at, known + information)
        found.append(dict(sorted(faded.items())))
    return found


# -- luck ------------------------------------------------------------------------------------------
#
# How much luck there is in a kind of game, estimated from the games there are: empirical Bayes.
#
# A kind of game is a rule set. For each of a few spreads (``rating``) it is stored how much better than by calling
# all equal its games would have been forecast, each from those before it. From that, and from what is taken to be
# so before there are any games, follows the spread that is reckoned with: a mean, weighed by how likely each is. So
# a result costs the same after ten games and after ten thousand, and computing all of it again gives the same.
#
# What is taken to be so at first comes from playouts: GAPS says how much better a good player (``sensible``)
# does than one who always moves their foremost pawn (``front``). From the best to the worst of twenty players
# lies half of that, so their standard deviation is an eighth; it may be several times as much or less, and that
# skill does not count at all is as likely as one in three.


#: The spreads that are looked at beside 0.
LOOKED_AT = (0.02, 0.03, 0.045, 0.07, 0.1, 0.15, 0.22, 0.33, 0.5, 0.75, 1.1)
#: Rule set → logarithm of how many times the weight of a player by ``front`` one by ``sensible`` has.
GAPS: Mapping[str, float] = {
    "schmidt": 0.49,
    "schmidt-classic": 0.49,
    "xmadn-2t": 1.04,
    "xmadn-2t+": 1.04,
    "xmadn-3t": 0.87,
    "xmadn-3t+": 0.86,
    "xmadn-gp": 0.81,
    "xmadn-gp+": 0.81,
    "mhd": 0.44,
    "mhd-6": 0.32,
    "mhd-trapdoors": 1.53,
    "mhd-wormholes": 2.37,
}
#: The gap of rules whose gap is unknown: about the mean of those without special fields.
USUAL_GAP = 0.8
#: A league's standard deviation in gaps.
SHARE_OF_GAP = 1 / 8
#: The standard deviation of the logarithm of the spread before there are games.
VAGUE = 1.0
#: How likely it is before there are games that nothing but luck decides.
ALL_LUCK = 1 / 3

#: Of a kind of game, for each spread that is looked at: how much better than "equal" it would have forecast the games
#: so far, as a sum of logarithms.
Gained = tuple[float, ...]
#: Kind of game → that.
Luck = Mapping[str, Gained]

NOTHING: Gained = (0.0,) * len(LOOKED_AT)


def spread_of(kind: str, luck: Luck) -> float:
    """The spread that is reckoned with, after the games so far."""
    gained = luck.get(kind, NOTHING)
    likely = [before + better for before, better in zip(_before(kind), (0.0, *gained), strict=True)]
    most = max(likely)
    weights = [math.exp(each - most) for each in likely]
    found = math.fsum(weight * spread for weight, spread in zip(weights[1:], LOOKED_AT, strict=True))
    return found / math.fsum(weights)


@cache
def usual_spread(kind: str) -> float:
    """The spread that is reckoned with before there are games."""
    return spread_of(kind, {})


def spreads_of(kinds: Iterable[str], luck: Luck) -> dict[str, float]:
    """The spreads of these kinds."""
    return {kind: spread_of(kind, luck) for kind in kinds}


def learn_spread(
    groups: Groups, kind: str, before: Sequence[Evidence], spreads: Spreads, luck: Luck
) -> Gained:
    """What is known of a kind after a game of it, by players of whom this was known before."""
    equal = log_chance(groups, [0.0] * len(before))
    gained = []
    for so_far, spread in zip(luck.get(kind, NOTHING), LOOKED_AT, strict=True):
        if_so = {**spreads, kind: spread}
        players = [estimate_strength(each, if_so) for each in before]
        gained.append(so_far + log_chance(groups, logarithms(players, spread)) - equal)
    return tuple(gained)


@cache
def _before(kind: str) -> tuple[float, ...]:
    """The logarithms of how likely 0 and each spread are before there are games."""
    middle = GAPS.get(kind, USUAL_GAP) * SHARE_OF_GAP
    weights = [math.exp(-((math.log(spread / middle) / VAGUE) ** 2) / 2) for spread in LOOKED_AT]
    whole = math.fsum(weights)
    others = [math.log((1 - ALL_LUCK) * weight / whole) for weight in weights]
    return (math.log(ALL_LUCK), *others)
