"""Counted pawns: the result of a League game beyond who won it (tournament-rules §1)."""

from __future__ import annotations

from rules import RULE_SETS
from rules.board import PAWNS
from rules.options import Ends
from tournaments.formats import clinching
from tournaments.formats.contest import Result


def counted_pawns(result: Result) -> dict[str, int] | None:
    """Pawns at home of each player: of the best colour (2T: 4–x), of both colours (2T+: 8–x).

    An awarded game of which no pawns are told counts 4–0 (2T+ 8–0) [T12]. None if the pawns are not known.
    """
    both = RULE_SETS[result.rules].ends is Ends.FIRST_PLAYER
    winner = clinching.winner(result)
    if result.pawns:
        count = sum if both else max
        counted = {
            seat.entrant: count(result.pawns[colour] for colour in seat.colours)
            for seat in result.seating.seats
        }
    elif result.awarded_to is not None:
        counted = dict.fromkeys(result.seating.entrants, 0)
    else:
        return None
    return counted | {winner: 2 * PAWNS if both else PAWNS}


def completed_colours(result: Result) -> dict[str, int] | None:
    """How many colours each player brought home completely; None if the pawns are not known.

    An awarded game of which no pawns are told counts as both of the winner's colours [T12].
    """
    if result.pawns:
        return {
            seat.entrant: sum(result.pawns[colour] == PAWNS for colour in seat.colours)
            for seat in result.seating.seats
        }
    if result.awarded_to is not None:
        return {key: 2 if key == result.awarded_to else 0 for key in result.seating.entrants}
    return None
