"""Tables to play out: the usual one of every rule set, and option mixes by lot that a game can end at."""

from random import Random

from rules import RULE_SETS, Game
from tests.rules.reference_positions import COLOURS
from tests.rules.tables import Table, random_start, random_state, random_table, usual_table

#: The usual seats of the rule sets that are played with allied colours (rulebook §7).
ALLIED = {
    "xmadn-2t": (2, [0, 1]),
    "xmadn-2t+": (2, [0, 1]),
    "xmadn-3t": (3, [0, 1]),
    "xmadn-3t+": (3, [0, 1]),
    "xmadn-gp": (3, [0, 3]),
    "xmadn-gp+": (3, [0, 3]),
}


def usual_game(name: str) -> Game:
    """A rule set at its beginning, everybody in their usual seat, furniture drawn by a fixed lot."""
    random = Random(name)
    table = usual_table(name)
    if name in ALLIED:
        players, led = ALLIED[name]
        colours = COLOURS[table.rule_set.layout().arms]
        step = 1 if led[1] > 1 else 2
        seats = {
            f"P{number + 1}": [colours[step * number + each] for each in led] for number in range(players)
        }
        table = Table(name, {}, seats)
    return table.game(random_start(random, table))


def mixed_game(name: str, number: int) -> Game:
    """A rule set with options, seats and position by lot."""
    random = Random(f"{name} {number}")
    table = random_table(random, name)
    return table.game(random.choice([random_start, random_state])(random, table))


def games(mixes: int) -> list[tuple[str, Game]]:
    """The usual game of every rule set and so many mixes of each, with a name to tell."""
    found = [(name, usual_game(name)) for name in RULE_SETS]
    for name in RULE_SETS:
        found += [(f"{name} mix {number}", mixed_game(name, number)) for number in range(mixes)]
    return found
