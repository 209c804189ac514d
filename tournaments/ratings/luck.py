"""How much luck there is in a kind of game, estimated from the games there are: empirical Bayes.

A kind of game is a rule set. For each of a few spreads (``rating``) it is stored how much better than by calling all
equal its games would have been forecast, each from those before it. From that, and from what is taken to be so before
there are any games, follows the spread that is reckoned with: a mean, weighed by how likely each is. So a result costs
the same after ten games and after ten thousand, and computing all of it again gives the same.

What is taken to be so at first comes from playouts: GAPS says how much better a good player (``sensible``)
does than one who always moves their foremost pawn (``front``). From the best to the worst of twenty players
lies half of that, so their standard deviation is an eighth; it may be several times as much or less, and that
skill does not count at all is as likely as one in three.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from tournaments.ratings.finishing_orders import Groups, log_chance
from tournaments.ratings.rating import Evidence, Spreads, estimate_strength, logarithms

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
