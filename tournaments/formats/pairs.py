"""The allied colours of a player, and their draw (tournament-rules §2).

In an event of three players the pairs are assigned once – drawn, by seed, or chosen in seed order – and kept.
"""

from __future__ import annotations

from collections.abc import Mapping

from rules import RULE_SETS
from rules.text import Text
from tournaments.formats import draws, wording
from tournaments.formats.contest import Contest, Seat, Seating, SettingsType
from tournaments.formats.verdict import DrawNeeded

#: The subject under which the draw of the pairs is kept.
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


def led_together(rules: str, players: int) -> tuple[tuple[str, ...], ...]:
    """The colours that each of so many players leads: the pairs of the XMädn rule set, else one colour each.

    Single colours are spread as evenly as the board allows: two players of a board of four sit opposite.
    """
    if rules in PAIRS:
        return PAIRS[rules]
    ring = RULE_SETS[rules].layout().colours
    return tuple((ring[seat * len(ring) // players],) for seat in range(players))


def draw_needed(contest: Contest[SettingsType]) -> DrawNeeded:
    """The draw of the colours among all entrants of the contest."""
    name = (
        Text("Draw of the allied colours", "Auslosung der verbündeten Farben")
        if contest.rules in PAIRS
        else Text("Draw of the colours", "Auslosung der Farben")
    )
    return DrawNeeded(
        subject=SUBJECT,
        name=name,
        items=tuple(entrant.key for entrant in contest.by_seed),
        places=tuple(wording.opening(wording.colours(led)) for led in _led(contest)),
    )


def drawn_seating(contest: Contest[SettingsType]) -> Seating | None:
    """Who leads which colours for the whole event; None before the draw; ``FormatError`` for a bad draw."""
    draw = contest.draw(SUBJECT)
    if draw is None:
        return None
    order = draws.checked(draw_needed(contest), draw).order
    return Seating(tuple(Seat(entrant, led) for entrant, led in zip(order, _led(contest), strict=True)))


def _led(contest: Contest[SettingsType]) -> tuple[tuple[str, ...], ...]:
    return led_together(contest.rules, len(contest.entrants))
