"""How strong players are, and in which order simulations bring them home.

The model is that of the ratings (docs/reference/players.md), Plackett–Luce: the first is drawn with weights
that grow with the strength, then the second among the others, and so on. How far apart the weights are
follows from how much luck there is in that kind of game (``ratings.rating``), and whom little is known of is
taken to be more like the others.
"""

import math
from collections.abc import Iterable, Mapping
from random import Random

from rules import RULE_SETS, Ends
from tournaments.formats import NextGame, Result
from tournaments.formats.judging import GAME_WON
from tournaments.formats.simulate import finish_game, one_after_the_other
from tournaments.ratings.luck import usual_spread
from tournaments.ratings.rating import Spreads, Strength, logarithms

#: Key of the entrant → their strength.
Strengths = Mapping[str, Strength]


def sample_result(
    game: NextGame, strengths: Strengths, lots: Random, spreads: Spreads, ends: Ends | None = None
) -> Result:
    """A random result of the game.

    A game that is won: the order of its players is drawn, and the first wins it with the first of their
    colours (2T, 3T), or with both (2T+, 3T+). A game for places: the order of its colours is drawn, each with
    the weight of its leader; between players of equal strength every order is equally likely. ``ends`` is
    given where a game ends otherwise than its rule set says.
    """
    worth = weights(game.seating.entrants, strengths, game.rules, spreads)
    ends = ends or RULE_SETS[game.rules].ends
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
    times = {key: math.log(-math.log(_between_0_and_1(lots))) - logarithm for key, logarithm in worth.items()}
    return sorted(times, key=lambda key: times[key])


def _between_0_and_1(lots: Random) -> float:
    """A random number, neither 0 nor 1: of these there is no logarithm to be taken twice."""
    return (lots.getrandbits(52) + 0.5) / 2.0**52
