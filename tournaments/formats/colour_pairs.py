"""The allied colours of a player, and their draw (tournament-rules §2).

In an event of three players the pairs are assigned once – drawn, by seed, or chosen in seed order – and stay. In a
single game of whatever rules the colours are given out in the ways of rulebook §8.1.
"""

from collections.abc import Mapping, Sequence

from rules import RULE_SETS, RuleSet, Text
from tournaments.formats import draws, phrases
from tournaments.formats.contest import Contest, EntrantSeating, SettingsType
from tournaments.formats.verdict import DrawNeeded

#: The subject under which the draw of the pairs is stored.
SUBJECT = "pairs"

#: Pairs of colours side by side name the rearguard first, then the vanguard ([D1]).
SIDE_BY_SIDE_4 = (("black", "yellow"), ("green", "red"))
SIDE_BY_SIDE_6 = (("yellow", "black"), ("blue", "red"), ("green", "violet"))
OPPOSITE_6 = (("yellow", "red"), ("black", "green"), ("blue", "violet"))

#: The pairs of every XMädn rule set, in the order in which they are drawn.
PAIRS: Mapping[str, tuple[tuple[str, ...], ...]] = {
    "xmadn-2t": SIDE_BY_SIDE_4,
    "xmadn-2t+": SIDE_BY_SIDE_4,
    "xmadn-3t": SIDE_BY_SIDE_6,
    "xmadn-3t+": SIDE_BY_SIDE_6,
    "xmadn-gp": OPPOSITE_6,
    "xmadn-gp+": OPPOSITE_6,
}


#: Rule sets whose two players lead two opposite colours each (rulebook §8.1).
OPPOSITE_IF_TWO = ("schmidt", "schmidt-classic")

#: How the colours of a single game can be given to its players (rulebook §8.1, [D25]).
USUAL, ONE_EACH, OPPOSITE, SIDE_BY_SIDE = (
    "usual",
    "one colour each",
    "opposite colours",
    "colours side by side",
)


def players_possible(rules: RuleSet, way: str) -> tuple[int, ...]:
    """List how many can play one game, ascending: all colours are shared out evenly, or some stay absent."""
    colours = len(rules.layout().colours)
    if rules.neutral is not None:
        return (colours - 1,) if way in (USUAL, ONE_EACH) else ()
    if way == USUAL and _has_pairs(rules):
        return (len(PAIRS[rules.name]),)
    numbers = range(2, colours + 1)
    return tuple(number for number in numbers if way in (USUAL, ONE_EACH) or colours % number == 0)


def led_together(rules: RuleSet, players: int, way: str) -> tuple[tuple[str, ...], ...]:
    """Return the colours that each player leads, in draw order; no player leads the neutral one.

    The usual way is: the pairs of XMädn; by Schmidt's rules two opposite ones each for two players; else one
    each. Single colours are spread as evenly as the board allows: two players of a board of four sit
    opposite.
    """
    ring = tuple(colour for colour in rules.layout().colours if colour != rules.neutral)
    if way == USUAL and _has_pairs(rules):
        return PAIRS[rules.name]
    if way == OPPOSITE or (way == USUAL and _are_opposite(rules, players)):
        return tuple(ring[seat::players] for seat in range(players))
    if way == SIDE_BY_SIDE:
        led = len(ring) // players
        return tuple(ring[seat * led : (seat + 1) * led] for seat in range(players))
    return tuple((ring[seat * len(ring) // players],) for seat in range(players))


def _has_pairs(rules: RuleSet) -> bool:
    """Check whether the rule set has its pairs, and the board as many colours."""
    return rules.name in PAIRS and rules.neutral is None and _is_usual_board(rules)


def _are_opposite(rules: RuleSet, players: int) -> bool:
    return players == 2 and rules.name in OPPOSITE_IF_TWO and rules.neutral is None and _is_usual_board(rules)


def _is_usual_board(rules: RuleSet) -> bool:
    return rules.layout().arms == RULE_SETS[rules.name].layout().arms


def draw_needed(contest: Contest[SettingsType]) -> DrawNeeded:
    return draw_of(contest, PAIRS[contest.rules])


def draw_of(contest: Contest[SettingsType], led: Sequence[tuple[str, ...]]) -> DrawNeeded:
    name = Text("Draw of the allied colours") if len(led[0]) > 1 else Text("Draw of the colours")
    return draw_between(contest.keys, led, SUBJECT, name)


def draw_between(
    items: Sequence[str], led: Sequence[tuple[str, ...]], subject: str, name: Text
) -> DrawNeeded:
    """Return the draw, or the choice, of who of these leads which colours."""
    places = tuple(phrases.opening(phrases.colours(each)) for each in led)
    return DrawNeeded(subject, name, tuple(items), places)


def drawn_seating(contest: Contest[SettingsType]) -> EntrantSeating | None:
    """Return who leads which pair for the whole event; None before the draw. Raises ``FormatError`` for a bad draw."""
    return seating_of(contest, PAIRS[contest.rules])


def seating_of(contest: Contest[SettingsType], led: Sequence[tuple[str, ...]]) -> EntrantSeating | None:
    order = draws.order_drawn(contest, draw_of(contest, led))
    return EntrantSeating.from_leaders(dict(zip(order, led, strict=True))) if order else None
