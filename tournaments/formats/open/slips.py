"""What a slip would give, for whoever enters it: scored as the result that it will be."""

from __future__ import annotations

from tournaments.formats.contest import Result
from tournaments.formats.open.rounds import OpenContest
from tournaments.formats.open.scoring import Line, score


def score_of_slip(contest: OpenContest, result: Result) -> tuple[Line, ...]:
    """Score what a slip tells, best first. Raises ``FormatError`` for one that says nothing."""
    return score(contest, result)
