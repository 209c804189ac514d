"""What a hall asks of an open tournament: what a slip must say, and who may sit in the round that is due."""

from tournaments.formats.open.course import Course
from tournaments.formats.open.rounds import FINALS, TEAM_FINAL, OpenContest, schedule
from tournaments.formats.open.scoring import Line as Line, is_by_places, score as score
from tournaments.formats.open.settings import OpenSettings

HOME_YARD_CAPTURE = "home-yard-capture"


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


def came_through(contest: OpenContest) -> frozenset[str]:
    """Return who may sit in the round that is played now, or comes next: all, except in a knock-out."""
    course = Course.of(contest)
    return frozenset(contest.keys) if course.through is None else course.through.on
