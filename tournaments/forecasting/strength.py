"""How strong players are, and in which order simulations bring them home.

The model is that of the ratings (docs/reference/players.md), Plackett–Luce: the first is drawn with weights
that grow with the strength, then the second among the others, and so on. How far apart the weights are
follows from how much luck there is in that kind of game (``ratings.rating``), and whom little is known of is
taken to be more like the others.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from random import Random
from typing import Any

from rules import Ends
from tournaments.formats import EntrantSeating, NextGame, Result
from tournaments.formats.judging import GAME_WON
from tournaments.formats.simulate import finish_game, one_after_the_other
from tournaments.ratings import Spreads, Strength, logarithms, usual_spread

#: Key of the entrant → their strength.
Strengths = Mapping[str, Strength]


def sample_result(game: NextGame, strengths: Strengths, lots: Random, spreads: Spreads, ends: Ends) -> Result:
    """A random result of the game.

    A game that is won: the order of its players is drawn, and the first wins it with the first of their
    colours (2T, 3T), or with both (2T+, 3T+). A game for places: the order of its colours is drawn, each with
    the weight of its leader; between players of equal strength every order is equally likely.
    """
    worth = weights(game.seating.entrants, strengths, game.rules, spreads)
    if ends in GAME_WON:
        return finish_game(game, one_after_the_other(game, order(worth, lots)), ends)
    colours = {colour: worth[seat.entrant] for seat in game.seating.seats for colour in seat.colours}
    return finish_game(game, order(colours, lots), ends)


def weights(players: Iterable[str], strengths: Strengths, rules: str, spreads: Spreads) -> dict[str, float]:
    """The logarithms of the weights of those at a board, in a game by that rule set.

    A rule set that is not in ``spreads`` has the spread that is assumed before there are games.
    """
    keys = list(players)
    spread = spreads[rules] if rules in spreads else usual_spread(rules)
    return dict(zip(keys, logarithms([strengths[key] for key in keys], spread), strict=True))


def order(worth: Mapping[str, float], lots: Random) -> list[str]:
    """Plackett–Luce as a race: times are exponential, and whose weight is twice as great is twice as quick."""
    # Neither 0 nor 1: of these there is no logarithm to be taken twice.
    times = {
        key: math.log(-math.log((lots.getrandbits(52) + 0.5) / 2.0**52)) - logarithm
        for key, logarithm in worth.items()
    }
    return sorted(times, key=lambda key: times[key])


# -- a game that is being played: how simulations end it from the present board --------------------


@dataclass(frozen=True)
class RunningGame:
    """What playouts from its present position have come to.

    ``orders``: colours in finishing order, as far as the game goes on (``Result.places``) → playouts that ended so.
    ``ahead`` is how much of the game is still to be played, from 1 at its beginning to 0 at its end.
    """

    rules: str
    seating: EntrantSeating
    orders: Mapping[tuple[str, ...], int]
    ahead: float

    def is_of(self, game: NextGame) -> bool:
        """Whether it is that game: by the same rules, all players with the same colours."""
        return self.rules == game.rules and _led(self.seating) == _led(game.seating)

    def as_json(self) -> dict[str, Any]:
        """As plain values; ``read`` is the way back."""
        return {
            "rules": self.rules,
            "seating": [[seat.entrant, list(seat.colours)] for seat in self.seating.seats],
            "orders": [[list(order), times] for order, times in self.orders.items()],
            "ahead": self.ahead,
        }

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> RunningGame:
        """The value that ``as_json`` has written."""
        return cls(
            data["rules"],
            EntrantSeating.from_leaders(dict(data["seating"])),
            {tuple(order): times for order, times in data["orders"]},
            data["ahead"],
        )


#: Number of a running game → its board.
Boards = Mapping[int, RunningGame]


class SampledRunningGame:
    """A board whose end is drawn, with the strengths of its players.

    The odds of the board are multiplied by those of the strengths: an order that comes t times as often in a game
    from its beginning as it would between equals comes t ** ``ahead`` times as often as the playouts say. So
    equals are left to the board, a game that has just begun to the strengths, and towards its end they fade.
    """

    def __init__(self, board: RunningGame, strengths: Strengths, spreads: Spreads, ends: Ends) -> None:
        self.board = board
        self._orders = list(board.orders)
        worth = weights(board.seating.entrants, strengths, board.rules, spreads)
        self._sums = list(
            accumulate(
                times * math.exp(board.ahead * _advantage(board, ends, order, worth))
                for order, times in board.orders.items()
            )
        )

    def sample(self, game: NextGame, lots: Random) -> Result:
        (order,) = lots.choices(self._orders, cum_weights=self._sums)
        return Result(game.number, game.rules, game.seating, order)


def _led(seating: EntrantSeating) -> dict[str, frozenset[str]]:
    return {seat.entrant: frozenset(seat.colours) for seat in seating.seats}


def _advantage(board: RunningGame, ends: Ends, order: Sequence[str], worth: Mapping[str, float]) -> float:
    """The logarithm of how many times as often as between equals the game comes to that order (``strength``)."""
    if ends in GAME_WON:
        # The last of the colours has won it.
        return worth[board.seating.leader(order[-1])] - _mean(list(worth.values()))
    return sum(_steps([board.seating.leader(colour) for colour in order], board.seating, worth))


def _steps(leaders: Sequence[str], seating: EntrantSeating, worth: Mapping[str, float]) -> Iterator[float]:
    """The same for each colour that comes home, among those still out."""
    out = [seat.entrant for seat in seating.seats for _ in seat.colours]
    for leader in leaders:
        yield worth[leader] - _mean([worth[each] for each in out])
        out.remove(leader)


def _mean(logarithms: Sequence[float]) -> float:
    return math.log(sum(map(math.exp, logarithms)) / len(logarithms))
