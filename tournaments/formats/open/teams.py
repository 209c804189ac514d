"""Tables of teams and groups, from the same games as the main table ([T18])."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from rules import Text, Verbatim
from tournaments.formats.contest import Entrant
from tournaments.formats.open.course import Course
from tournaments.formats.open.settings import MEAN_OF_OTHERS
from tournaments.formats.open.table import OpenTable, Tally, exact
from tournaments.formats.tiebreaks import TieBreakRanking
from tournaments.formats.verdict import Part

TEAMS = "teams"


def members(course: Course) -> Mapping[str, tuple[str, ...]]:
    """Map team → its members, the best first, level ones by their seed."""
    order = course.table.ranking().order
    found: dict[str, list[str]] = {}
    for entrant in course.contest.by_seed:
        if entrant.team:
            found.setdefault(entrant.team, []).append(entrant.key)
    return {team: tuple(sorted(keys, key=order.index)) for team, keys in found.items()}


def team_table(course: Course) -> OpenTable:
    """Return the table of the teams, in which the results of their best members count."""
    size = course.contest.settings.team_size
    by_team = members(course)
    tallies = {
        team: _of_team(course, [course.table.tallies[key] for key in keys[:size]])
        for team, keys in by_team.items()
    }
    entrants = tuple(Entrant(team, team, seed) for seed, team in enumerate(by_team, start=1))
    return OpenTable(course.contest, entrants, tallies, size)


def _of_team(course: Course, own: Sequence[Tally]) -> Tally:
    settings = course.contest.settings
    points = exact(each.points for each in own)
    if settings.missing_members == MEAN_OF_OTHERS:
        points = exact([Fraction(points) * settings.team_size / len(own)])
    return Tally(
        points=points,
        games=sum(each.games for each in own),
        rounds=max(each.rounds for each in own),
        firsts=exact(each.firsts for each in own),
        seconds=exact(each.seconds for each in own),
        board=sum(each.board for each in own),
        without_points=tuple(sorted({number for each in own for number in each.without_points})),
        without_board=tuple(sorted({number for each in own for number in each.without_board})),
        is_counted=all(each.is_counted for each in own),
    )


def parts(course: Course, teams: OpenTable, ranking: TieBreakRanking) -> tuple[Part, ...]:
    """List the table of the teams, if there are any, in the order of ``ranking``, and one for every group."""
    of_teams = Part(TEAMS, Text("Teams"), teams.standings(ranking), of_teams=True)
    labels = dict.fromkeys(label for each in course.contest.by_seed for label in each.groups)
    return (*([of_teams] if teams.entrants else []), *(_of_group(course, label) for label in sorted(labels)))


def _of_group(course: Course, label: str) -> Part:
    table = course.table
    there = tuple(each for each in table.entrants if label in each.groups)
    own = replace(table, entrants=there, tallies={each.key: table.tallies[each.key] for each in there})
    return Part(f"group-{label}", Verbatim(label), own.standings(own.ranking()))
