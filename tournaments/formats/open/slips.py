"""A preview of a slip while it is entered: scored as the result that it will be."""

from tournaments.formats.contest import Result
from tournaments.formats.open.rounds import FINALS, TEAM_FINAL, OpenContest, schedule
from tournaments.formats.open.scoring import Line, is_by_places, score
from tournaments.formats.open.settings import OpenSettings

HOME_YARD_CAPTURE = "home-yard-capture"
#: What a slip gives to one of its players.
Score = Line


def score_of_slip(contest: OpenContest, result: Result) -> tuple[Score, ...]:
    """Score a slip, best first. Raises ``FormatError`` for one that says nothing."""
    return score(contest, result)


def counts_captures(settings: OpenSettings) -> bool:
    return HOME_YARD_CAPTURE in (settings.scoring, settings.unfinished)


def boards_count(contest: OpenContest, number: int) -> bool:
    """Check whether the boards count in that game, so that places alone are not enough.

    They do in a round where they are the scoring, and in the team final, which the sum of the boards decides.
    """
    finals = schedule(contest).finals if any(contest.draw(each) for each in FINALS) else ()
    for stage in finals:
        if stage.first <= number <= stage.last:
            return stage.subject == TEAM_FINAL
    return not is_by_places(contest)
