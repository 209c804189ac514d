"""What is believed of a player's strength: from the evidence of their games and the luck of each kind.

A player is worth 25 ± 25/3 before anybody has seen them play. How much that decides differs between kinds of
games: the *spread* of a kind is how far apart its players lie – one standard deviation of strength, as a
logarithm of weights in Plackett–Luce; 0: it is all luck. (In the words of Weng and Lin, A Bayesian
Approximation Method for Online Ranking, JMLR 12, 2011: 25/3 divided by beta and the root of the number of
players.) A game adds to the evidence of its players, by kinds: a score, how much more they were ahead than
was to be expected, and information, how much that can show. Both are free of the spread, so that another
estimate of luck weighs all of them again.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.ratings.finishing_orders import Groups, finish

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
    uncertain = sum((each.sigma / SIGMA) ** 2 for each in players) / len(players)
    share = spread / math.sqrt(1 + spread * spread * uncertain / GUMBEL) / SIGMA
    return [share * (each.mu - MU) for each in players]


def update_evidence(
    groups: Groups, kind: str, before: Sequence[Evidence], spreads: Spreads
) -> list[dict[str, tuple[float, float]]]:
    """The evidence of each player after a game of that kind that ended with these places."""
    players, spread = [estimate_strength(each, spreads) for each in before], spreads[kind]
    worth = logarithms(players, spread)
    evidence = finish(groups, worth)
    uncertain = sum((each.sigma / SIGMA) ** 2 for each in players) / len(players)
    share = 1 / math.sqrt(1 + spread * spread * uncertain / GUMBEL)
    found = []
    for position, each in enumerate(before):
        information = share * share * evidence.information[position]
        at = spread * (players[position].mu - MU) / SIGMA
        faded = {name: (REMAINS * score, REMAINS * known) for name, (score, known) in each.items()}
        score, known = faded.get(kind, (0.0, 0.0))
        faded[kind] = (score + share * evidence.score[position] + information * at, known + information)
        found.append(dict(sorted(faded.items())))
    return found
