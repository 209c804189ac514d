"""What boards of a game are worth, in winning chances: fitted to games that were played on from its own boards.

A board is described by a few figures for each side (``Sides.features``): what its pawns still have to go, how many
wait in the yard, how many are home, whose throw it is, and which side it is: that covers what the others
do not tell, such as who is behind whom. Chances are those of a conditional logit over the sides (McFadden,
Conditional logit analysis of qualitative choice behavior, 1974): exp(weights · figures), shared out. Where
the first colour home wins, a side is a colour, and a player has the chances of their colours together; else a
side is a player.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from rules import PAWNS, Ends
from rules.kernel.tables import Tables
from rules.simulate import TruncatedPlayouts

Numbers = NDArray[np.float64]

#: What a pawn in the yard is behind one on A, in fields.
WAITING = 10
#: Rounds of Newton's method; it has long converged by then.
ROUNDS = 12


class Sides:
    """The sides of a game, between which its result is decided."""

    def __init__(self, made: Tables) -> None:
        self._track, self._leader = made.track, np.array(made.leader)
        self.players = len(made.seating.players)
        self._by_colour = made.rules.ends is Ends.FIRST_COLOUR and made.neutral < 0
        if self._by_colour:
            self._colours = [[colour] for colour in made.throwing]
        else:
            self._colours = [
                [colour for colour in made.throwing if made.leader[colour] == player]
                for player in range(self.players)
            ]

    def results(self, halted: TruncatedPlayouts) -> NDArray[np.int64]:
        """The side that won each of the games, -1 where it has not ended."""
        if not self._by_colour:
            return np.array([-1 if end is None else end[1] for end in halted.ends])
        sides = {colours[0]: number for number, colours in enumerate(self._colours)}
        return np.array([-1 if end is None else sides[end[0]] for end in halted.ends])

    def of_players(self, chances: Numbers) -> Numbers:
        """Chances of sides as those of the players."""
        if not self._by_colour:
            return chances
        shared = np.zeros((len(chances), self.players))
        for side, (colour,) in enumerate(self._colours):
            shared[:, self._leader[colour]] += chances[:, side]
        return shared

    def features(self, halted: TruncatedPlayouts) -> Numbers:
        """The figures of every side of every board: boards × sides × figures."""
        rows = np.asarray(halted.boards, dtype=np.int64).reshape(-1, halted.row)
        colours = (halted.row - 1) // 2
        left, yard, home = self._pawns(rows[:, :colours], rows[:, colours : 2 * colours])
        waits = (np.arange(colours) - rows[:, -1:]) % colours
        features = np.stack(
            [_figures(left[:, led], yard[:, led], home[:, led], waits[:, led]) for led in self._colours],
            axis=1,
        )
        sides = len(self._colours)
        return np.concatenate([features, np.broadcast_to(np.eye(sides), (len(rows), sides, sides))], axis=2)

    def _pawns(
        self, single: NDArray[np.int64], double: NDArray[np.int64]
    ) -> tuple[Numbers, Numbers, Numbers]:
        """For every colour what its pawns have to go, in laps, and how many are in the yard and at home."""
        left, yard, home = (np.zeros(single.shape) for _ in range(3))
        single, double = single.copy(), double.copy()
        for rank in range(PAWNS):
            # The exponent of a mask below 2^53 is the number of its highest bit, counted from 1; 0 has none.
            at = np.frexp((single | double).astype(float))[1].astype(np.int64)
            top = np.where(at > 0, np.int64(1) << np.maximum(at - 1, 0), 0)
            twice = (double & top) > 0
            double = np.where(twice, double ^ top, double)
            single = np.where(twice, single, single & ~top)
            goal = self._track + PAWNS - rank
            left += np.where(at > 0, goal - at, goal + WAITING)
            yard += at == 0
            home += at > self._track
        return left / self._track, yard, home


def _figures(left: Numbers, yard: Numbers, home: Numbers, waits: NDArray[np.int64]) -> Numbers:
    """The figures of a side from those of its colours (boards × colours): boards × figures."""
    whole, furthest = np.maximum(left.sum(1), 0), np.maximum(left.max(1), 0)
    return np.stack(
        [
            *(shape(part) for part in (whole, furthest) for shape in (np.asarray, np.sqrt, _near)),
            yard.sum(1),
            (yard == PAWNS).sum(1),
            home.sum(1),
            (home == PAWNS - 1).sum(1),
            (home == PAWNS).sum(1),
            (waits == 0).sum(1),
            waits.mean(1),
        ],
        axis=-1,
    )


def _near(left: Numbers) -> Numbers:
    """Grows ever faster the less there is to go."""
    return np.log(left + 0.1)


def predict_chances(features: Numbers, weights: Numbers) -> Numbers:
    """The chances of the sides of boards with these figures: boards × sides."""
    worth = features @ weights
    worth = np.exp(worth - worth.max(axis=1, keepdims=True))
    shared: Numbers = worth / worth.sum(axis=1, keepdims=True)
    return shared


def fit_weights(
    features: Numbers, won: NDArray[np.int64], ridge: float, around: Numbers | None = None
) -> Numbers:
    """The weights with which boards tell best which side won, by Newton's method.

    ``ridge`` holds them near ``around`` (near 0 where there is none), the more the greater it is.
    """
    start = np.zeros(features.shape[2]) if around is None else around
    weights = start
    for _ in range(ROUNDS):
        share = predict_chances(features, weights)
        mean = np.einsum("bs,bsf->bf", share, features)
        slope = features[np.arange(len(won)), won].sum(0) - mean.sum(0) - ridge * (weights - start)
        bend = np.einsum("bsf,bsg->fg", features * share[..., None], features, optimize=True) - mean.T @ mean
        weights = weights + np.linalg.solve(bend + ridge * np.eye(len(start)), slope)
    return weights


def settle_chances(won: NDArray[np.int64], sides: Numbers) -> Numbers:
    """The chances, and where a game is over who won: 1 for that side."""
    over = won >= 0
    sides = sides.copy()
    sides[over] = 0
    sides[np.nonzero(over)[0], won[over]] = 1
    return sides


def weights_of(
    parts: Sequence[tuple[Numbers, NDArray[np.int64]]], window: int, ridge: float
) -> list[Numbers]:
    """Weights for every board, from the games played from each board, in order.

    They are fitted for every window of boards, held near the weights of the whole game; the games of half a
    window on either side count too. From the middle of one window to that of the next they pass over evenly, so that
    no chance jumps where a window ends.
    """
    whole = fit_weights(*_together(parts), ridge=1)
    middles, found = [], []
    for first in range(0, len(parts), window):
        near = parts[max(first - window // 2, 0) : first + window + window // 2]
        middles.append((first + min(first + window, len(parts)) - 1) / 2)
        found.append(fit_weights(*_together(near), ridge=ridge, around=whole))
    boards = np.arange(len(parts))
    return list(np.stack([np.interp(boards, middles, each) for each in np.transpose(found)], axis=1))


def _together(parts: Sequence[tuple[Numbers, NDArray[np.int64]]]) -> tuple[Numbers, NDArray[np.int64]]:
    features, won = np.concatenate([part[0] for part in parts]), np.concatenate([part[1] for part in parts])
    return features[won >= 0], won[won >= 0]
