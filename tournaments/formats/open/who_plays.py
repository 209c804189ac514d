"""Who may sit in the round that is due, for seating late comers."""

from tournaments.formats.open.course import Course
from tournaments.formats.open.rounds import OpenContest


def came_through(contest: OpenContest) -> frozenset[str]:
    """Return who may sit in the round that is played now, or comes next: all, except in a knock-out."""
    course = Course.of(contest)
    entrants = frozenset(entrant.key for entrant in contest.entrants)
    return entrants if course.through is None else course.through.on
