"""The allied colours of a player, and their draw (tournament-rules §2).

In an event of three players the pairs are assigned once – drawn, by seed, or chosen in seed order – and kept.
"""

from __future__ import annotations

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
PAIRS = {
    "xmadn-2t": SIDE_BY_SIDE_4,
    "xmadn-2t+": SIDE_BY_SIDE_4,
    "xmadn-3t": SIDE_BY_SIDE_6,
    "xmadn-3t+": SIDE_BY_SIDE_6,
    "xmadn-gp": OPPOSITE_6,
    "xmadn-gp+": OPPOSITE_6,
}


def draw_needed(contest: Contest[SettingsType]) -> DrawNeeded:
    """The draw of the pairs among all entrants of the contest."""
    return DrawNeeded(
        subject=SUBJECT,
        name=Text("Draw of the allied colours", "Auslosung der verbündeten Farben"),
        items=tuple(entrant.key for entrant in contest.by_seed),
        places=tuple(wording.opening(wording.colours(pair)) for pair in PAIRS[contest.rules]),
    )


def drawn_seating(contest: Contest[SettingsType]) -> Seating | None:
    """Who leads which pair for the whole event; None before the draw; ``FormatError`` for a bad draw."""
    draw = contest.draw(SUBJECT)
    if draw is None:
        return None
    order = draws.checked(draw_needed(contest), draw).order
    return Seating(
        tuple(Seat(entrant, pair) for entrant, pair in zip(order, PAIRS[contest.rules], strict=True))
    )
