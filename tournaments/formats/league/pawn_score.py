"""Counted pawns: the result of a League game beyond who won it (tournament-rules §1)."""

from collections.abc import Sequence

from rules import PAWNS, RULE_SETS, Ends
from tournaments.formats import wins
from tournaments.formats.contest import EntrantSeat, Result


def counted_pawns(result: Result) -> dict[str, int] | None:
    """Return the pawns at home of each player: of the best colour (2T: 4–x), of both colours (2T+: 8–x).

    A game that was awarded without known pawns counts 4–0 (2T+ 8–0) [T12]. None if the pawns of
    who lost are not known: those of who won follow from that.
    """
    both = RULE_SETS[result.rules].ends is Ends.FIRST_PLAYER
    winner = wins.winner(result)
    counted = {winner: 2 * PAWNS if both else PAWNS}
    for seat in result.seating.seats:
        if seat.entrant != winner:
            own = _known(result, seat)
            if own is None:
                return None
            counted[seat.entrant] = sum(own) if both else max(own)
    return {key: counted[key] for key in result.seating.entrants}


def completed_colours(result: Result) -> dict[str, int] | None:
    """Count the colours each player brought home completely; None if the pawns are not known.

    A game that was awarded without known pawns counts as both of the winner's colours [T12].
    """
    winner = wins.winner(result)
    completed = {}
    for seat in result.seating.seats:
        own = _known(result, seat)
        if own is None and seat.entrant != winner:
            return None
        # A winner without known pawns: both, as a game that counts completed colours ends with the second.
        completed[seat.entrant] = len(seat.colours) if own is None else own.count(PAWNS)
    if _is_given_away(result):
        completed[winner] = 2
    return completed


def _known(result: Result, seat: EntrantSeat) -> Sequence[int] | None:
    """Sum up the pawns of a player's colours; None if those of one of them are not known."""
    if _is_given_away(result):
        return [0 for _ in seat.colours]
    own = [result.pawns[colour] for colour in seat.colours if colour in result.pawns]
    return own if len(own) == len(seat.colours) else None


def _is_given_away(result: Result) -> bool:
    """Check whether somebody was awarded the game, so that the pawns follow from that."""
    return result.awarded_to is not None and not result.pawns and not result.is_entered
