"""Open tournament: rounds of tables, drawn one by one, then finals of the best (tournament-rules §4)."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from rules import RULE_SETS, Text
from tournaments.formats import judging, phrases
from tournaments.formats.base import Format, NumberedGames, PastGame
from tournaments.formats.clinching.place_bounds import Decided
from tournaments.formats.contest import Result
from tournaments.formats.errors import FormatError
from tournaments.formats.open import clinching, knockout, knockout_certainty, rounds as open_rounds
from tournaments.formats.open.course import Course
from tournaments.formats.open.finals import Finals, parts
from tournaments.formats.open.rounds import FINAL, LEAST_PEOPLE, TEAM_FINAL, OpenContest
from tournaments.formats.open.scoring import Line, most_steps
from tournaments.formats.open.settings import BOTH_FINALS, NO_FINAL, OpenSettings
from tournaments.formats.open.table import STEPS
from tournaments.formats.verdict import (
    DrawNeeded,
    Finished,
    NextGame,
    Points,
    Score,
    ScoredGame,
    Standings,
    Verdict,
    nothing,
)

#: Of the usual rules those by which the places of a table are played out.
_USUAL = "schmidt-classic"
_SEATS = 4


class OpenTournament(Format[OpenSettings]):
    """As many people as the hall has seats for, at tables that are drawn again for every round."""

    key = "open"
    name = Text("Open tournament")
    purpose = Text("Many people at many tables: every round is drawn anew, all games add up.")
    rule_sets = (_USUAL, *(name for name in RULE_SETS if name != _USUAL))
    least_players = LEAST_PEOPLE
    most_players = 400
    settings = OpenSettings
    asked = ("minutes", "scoring", "small_tables", "finals")
    players_may_leave = True
    seats_a_hall = True
    level_results_count = True
    is_simulated = False

    def game_range(self, settings: OpenSettings, players: int) -> tuple[int, int] | None:
        """Return the games of the rounds, and with the finals that may follow, at boards of the usual size."""
        size = min(settings.table_size, _SEATS)
        games = settings.rounds * len(open_rounds.table_sizes(players, size))
        if settings.going_on:
            games = knockout.games_of_rounds(settings.going_on, players, size)
        finals = 0 if settings.finals == NO_FINAL else 1 + (settings.finals == BOTH_FINALS)
        boards = 0 if settings.team_final == NO_FINAL else settings.team_size
        return games, games + finals + boards

    def judge(self, contest: OpenContest) -> Verdict:
        """Judge the event: it is finished when the rounds and all finals are played and no prize needs a throw."""
        judging.check_rules(contest, self.rule_sets)
        for result in contest.results:
            judging.check_result(contest, result)
        course = Course.of(contest)
        finals = Finals(course)
        missing = _missing(course)
        is_over = course.is_at_finals and finals.is_over and not missing
        lots = finals.prize_lots() if is_over else ()
        draws = lots if is_over else _draws(course, finals) if not missing else ()
        standings = course.table.standings(finals.ranking)
        finished = _finished(course, standings) if is_over and not lots else None
        # Before the first result all places are open.
        is_open = bool(course.results) and not missing and not finished
        return Verdict(
            missing=missing,
            draws=draws,
            games=_games(course),
            ignored=course.ignored,
            standings=standings,
            next_games=_due(course),
            finished=finished,
            outlook=finished.reason if finished else _outlook(course, finals, draws),
            decided=partial(_decide, course) if is_open else nothing,
            schedule=lambda: open_rounds.planned(course.drawn, course.played),
            fixed_games=partial(_due, course),
            parts=parts(course, finals.teams, finals.team_ranking),
            cuts=finals.cuts if course.results else (),
            out=_out(course),
        )

    def dues_before(self, contest: OpenContest) -> Callable[[int], NextGame | None]:
        """Return the game of a table by the draws alone: nothing else decides who sits there."""
        course = Course.of(contest)

        def due(number: int) -> NextGame | None:
            table = course.table_of(number)
            return None if table is None else open_rounds.next_game(contest, table)

        return due

    def number_past_games(
        self, settings: Mapping[str, object], rules: str, players: Sequence[str], games: Sequence[PastGame]
    ) -> NumberedGames:
        raise FormatError("format", Text("a list of games does not tell the rounds of an open tournament"))


def _missing(course: Course) -> tuple[Text, ...]:
    """Describe what keeps a round from being drawn: too few people, entered or there."""
    contest = course.contest
    missing = judging.missing_players(contest, range(LEAST_PEOPLE, OpenTournament.most_players + 1))
    there = len(course.in_play)
    if missing or not course.needs_round or there >= LEAST_PEOPLE:
        return missing
    return (Text("people needed: {least}, there: {there}", least=LEAST_PEOPLE, there=there),)


def _draws(course: Course, finals: Finals) -> tuple[DrawNeeded, ...]:
    if course.needs_round:
        return (open_rounds.round_needed(course.contest, len(course.drawn.rounds) + 1, course.in_play),)
    if course.lots:
        return course.lots
    return finals.lots() + finals.draws() if course.is_at_finals else ()


def _out(course: Course) -> tuple[str, ...]:
    """List who plays no more; those who went out last may still be in the small final."""
    through = course.through
    if through is None:
        return ()
    last = through.out if course.is_at_finals and course.contest.settings.finals == BOTH_FINALS else ()
    return tuple(key for key in course.table.tallies if key not in through.on and key not in last)


def _due(course: Course) -> tuple[NextGame, ...]:
    return tuple(open_rounds.next_game(course.contest, table) for table in course.open_tables)


def _decide(course: Course) -> tuple[Decided, ...]:
    """Decide what is certain; the cut is the last place that leads to the final."""
    size = open_rounds.table_size(course.contest)
    if course.is_knockout:
        return knockout_certainty.decide(course, size)
    return clinching.decide(course, 0 if course.contest.settings.finals == NO_FINAL else size)


# -- games -----------------------------------------------------------------------------------------


def _games(course: Course) -> tuple[ScoredGame, ...]:
    """List the games that count; finals give no points."""
    counted = {table.number for stage in course.drawn.counted for table in stage.tables}
    return tuple(
        _game(course, course.results[number], lines, number in counted)
        for number, lines in course.lines.items()
    )


def _game(course: Course, result: Result, lines: tuple[Line, ...], gives_points: bool) -> ScoredGame:
    table = course.table_of(result.number)
    scores = tuple(
        Score(line.entrant, _shown(course, line.points)) for line in lines if line.points is not None
    )
    return ScoredGame(
        number=result.number,
        name=table.name if table else phrases.games([result.number]),
        scores=scores if gives_points else (),
        winners=tuple(line.entrant for line in lines if line.place == 1),
        reason=_reason_text(course, lines, gives_points),
    )


def _shown(course: Course, points: Points) -> Points:
    """Return the points of a game as the first column has them: steps as those that remain."""
    return most_steps(course.contest) - points if course.contest.settings.scoring == STEPS else points


def _reason_text(course: Course, lines: tuple[Line, ...], gives_points: bool) -> Text:
    parts = []
    for line in lines:
        where, name = phrases.ordinal(line.place), course.contest.name(line.entrant)
        if gives_points and line.points is not None:
            points = course.table.main.count(_shown(course, line.points))
            parts.append(Text("{where} {name} ({points})", where=where, name=name, points=points))
        else:
            parts.append(Text("{where} {name}", where=where, name=name))
    return phrases.join_names(parts)


# -- the end ---------------------------------------------------------------------------------------


def _finished(course: Course, standings: Standings) -> Finished:
    winner = standings.rows[0].entrant
    name = course.contest.name(winner)
    number = max(course.results, default=1)
    final = course.drawn.final(FINAL)
    if final and any(table.number in course.played for table in final.tables):
        return Finished(winner, number, Text("{name} won the final", name=name))
    return Finished(
        winner, number, Text("{name} is 1st after all rounds, {why}", name=name, why=standings.rows[0].reason)
    )


def _outlook(course: Course, finals: Finals, draws: tuple[DrawNeeded, ...]) -> Text:
    """Say what comes next, and who would be in the final if it ended now."""
    if draws:
        names = phrases.join_names([draw.name for draw in draws])
        now = Text("to be drawn: {names}", names=names)
    else:
        stages = [stage for stage in course.drawn.stages if not course.is_over(stage)]
        left = phrases.games_left(len(course.open_tables))
        now = (
            Text("{stage}: {left}", stage=phrases.join_names([stage.name for stage in stages]), left=left)
            if stages
            else Text("nothing is drawn yet")
        )
    cut = next((cut for cut in finals.cuts if cut.key != TEAM_FINAL), None)
    if cut is None or not course.results:
        return now
    if not cut.entrants:
        return Text(
            "{now}; in the final if it ended now: {places} of {level} who are level",
            now=now,
            places=cut.places,
            level=len(cut.level),
        )
    who = course.contest.names(cut.entrants)
    if cut.level:
        return Text(
            "{now}; in the final if it ended now: {who}, and {places} of {level} who are level",
            now=now,
            who=who,
            places=cut.places,
            level=len(cut.level),
        )
    return Text("{now}; in the final if it ended now: {who}", now=now, who=who)
