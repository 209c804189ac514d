"""The cut after the rounds, the finals, and the throws on which a cut or a prize depends ([T13] [T17])."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial

from rules import Text, Verbatim
from tournaments.formats import phrases, tiebreaks
from tournaments.formats.contest import Entrant
from tournaments.formats.open import knockout, rounds as open_rounds
from tournaments.formats.open.course import Course
from tournaments.formats.open.rounds import FINAL, FINALS, SMALL_FINAL, TEAM_FINAL, Stage
from tournaments.formats.open.scoring import ranked, worths
from tournaments.formats.open.settings import BOARDS, BOTH_FINALS, MEAN_OF_OTHERS, NO_FINAL
from tournaments.formats.open.table import STEPS, OpenTable, Tally, exact
from tournaments.formats.tiebreaks import Criterion, MissingFigures, Split, TieBreakRanking
from tournaments.formats.verdict import Cut, DrawNeeded, Part

#: How a player in that final, and one below them who is not, are described.
_PLAYED: Mapping[str, tuple[Text, Text]] = {
    FINAL: (Text("in the final"), Text("not in the final")),
    SMALL_FINAL: (Text("in the small final"), Text("not in the small final")),
    TEAM_FINAL: (Text("in the team final"), Text("not in the team final")),
}

#: A part of the table, and how somebody in it, and somebody below who is not, are described.
Block = tuple[TieBreakRanking, tuple[Text, Text]]


@dataclass(frozen=True)
class Finals:
    """What follows the rounds of a course."""

    course: Course

    # -- who goes on -------------------------------------------------------------------------------

    @property
    def wanted(self) -> tuple[str, ...]:
        finals = self.course.contest.settings.finals
        return () if finals == NO_FINAL else (FINAL, SMALL_FINAL) if finals == BOTH_FINALS else (FINAL,)

    @property
    def wants_teams(self) -> bool:
        """Check whether there is a team final: the settings want it, and there are teams for it."""
        return self.course.contest.settings.team_final != NO_FINAL and len(self._teams_in_play) > 1

    @cached_property
    def teams(self) -> OpenTable:
        return team_table(self.course)

    @cached_property
    def _teams_in_play(self) -> Mapping[str, tuple[str, ...]]:
        """Map team → the members who would play its boards."""
        there = {entrant.key for entrant in open_rounds.in_play(self.course.contest)}
        size = self.course.contest.settings.team_size
        left = {
            team: tuple(key for key in keys if key in there)[:size]
            for team, keys in members(self.course).items()
        }
        return {team: keys for team, keys in left.items() if keys}

    @cached_property
    def cuts(self) -> tuple[Cut, ...]:
        """List who goes on to the finals that are not drawn yet, if it ended now."""
        size = open_rounds.table_size(self.course.contest)
        found = [
            cut
            for pool, finals in self._pools
            for cut in _cut(self.course.table.ranking(pool).tiers, finals, size)
        ]
        if self.wants_teams and not self.course.drawn.final(TEAM_FINAL):
            found += _cut(self.teams.ranking(tuple(self._teams_in_play)).tiers, [TEAM_FINAL], size)
        return tuple(cut for cut in found if len(cut.entrants) + cut.places > 1)

    @property
    def _pools(self) -> list[tuple[list[str], list[str]]]:
        """List from whom the finals that are not drawn yet take their players; of a knock-out only at its end."""
        pending = [subject for subject in self.wanted if not self.course.drawn.final(subject)]
        # The players of a team also play a final of their own.
        single = (stage for stage in self.course.drawn.finals if stage.subject != TEAM_FINAL)
        sat = {key for stage in single for key in stage.seated}
        there = [each.key for each in open_rounds.in_play(self.course.contest) if each.key not in sat]
        if not self.course.is_knockout:
            return [(there, pending)]
        if not self.course.is_at_finals or not self.course.through:
            return []
        of = {FINAL: self.course.through.sure, SMALL_FINAL: self.course.through.out}
        return [([key for key in there if key in of[subject]], [subject]) for subject in pending]

    def lots(self) -> tuple[DrawNeeded, ...]:
        """Return the throws on which a cut depends."""
        found: dict[str, DrawNeeded] = {}
        for cut in self.cuts:
            table = self.teams if cut.key == TEAM_FINAL else self.course.table
            for tier in table.ranking(cut.level).tiers:
                needed = table.lot(tier)
                found[needed.subject] = needed
        return tuple(found.values())

    def draws(self) -> tuple[DrawNeeded, ...]:
        return tuple(self._draw(cut) for cut in self.cuts if not cut.level)

    def _draw(self, cut: Cut) -> DrawNeeded:
        if cut.key == TEAM_FINAL:
            return open_rounds.team_final_needed(
                self.course.contest, [self._teams_in_play[team] for team in cut.entrants]
            )
        return open_rounds.final_needed(self.course.contest, cut.key, cut.entrants)

    @property
    def is_over(self) -> bool:
        return not self.cuts and all(map(self.course.is_over, self.course.drawn.finals))

    # -- the tables after the finals ---------------------------------------------------------------

    @cached_property
    def ranking(self) -> TieBreakRanking:
        """Rank all players: those of the final, those of the small final, then the others as after the rounds.

        In a knock-out the players who have come further are before the others.
        """
        table = self.course.table
        blocks: list[Block] = []
        rest = list(table.tallies)
        for subject in (FINAL, SMALL_FINAL):
            stage = self._counted(subject)
            if stage is None:
                break
            there = [key for key in table.ranking().order if key in stage.seated]
            blocks.append((tiebreaks.rank_entrants(there, self._chain(stage)), _PLAYED[subject]))
            rest = [key for key in rest if key not in there]
        for each, on in self.course.blocks:
            blocks.append((table.ranking([key for key in rest if key in on]), knockout.parted_by(each)))
            rest = [key for key in rest if key not in on]
        return _joined(blocks, table.ranking(rest))

    def _counted(self, subject: str) -> Stage | None:
        stage = self.course.drawn.final(subject)
        return None if stage is None or stage.is_annulled else stage

    def _chain(self, stage: Stage) -> tuple[Criterion, ...]:
        """Return the criteria among those of a final: its places once it is played, till then the table's."""
        for table in stage.tables:
            result = self.course.results.get(table.number)
            if result is not None:
                places = _places(ranked(self.course.contest, result))
                return _by_places(places), self.course.table.by_lot
        return self.course.table.chain

    @cached_property
    def team_ranking(self) -> TieBreakRanking:
        """Rank the teams: those of the team final by the sum of their boards, then the others."""
        stage = self._counted(TEAM_FINAL)
        if stage is None or not stage.tables:
            return self.teams.ranking()
        team_of = {entrant.key: entrant.team for entrant in self.course.contest.entrants}
        sat = {team_of[key] for key in stage.seated}
        there = [team for team in self.teams.ranking().order if team in sat]
        rest = [team for team in self.teams.tallies if team not in sat]
        if any(table.number not in self.course.played for table in stage.tables):
            chain = self.teams.chain
        else:
            sums = self._sums(stage, team_of)
            chain = (Criterion(partial(_sums_of, sums), self._describe_sums), self.teams.by_lot)
        block = tiebreaks.rank_entrants(there, chain)
        return _joined([(block, _PLAYED[TEAM_FINAL])], self.teams.ranking(rest))

    def _sums(self, stage: Stage, team_of: Mapping[str, str]) -> Mapping[str, int | None]:
        """Map team → what its boards of the team final are worth; None where one is not known."""
        contest = self.course.contest
        sums: dict[str, int | None] = {}
        for table in stage.tables:
            result = self.course.results[table.number]
            for key, board in worths(contest, result, contest.settings.unfinished).items():
                so_far = sums.get(team_of[key], 0)
                sums[team_of[key]] = None if board is None or so_far is None else so_far + board
        return sums

    def _describe_sums(self, own: int, other: int, _: int) -> Text:
        method = self.course.contest.settings.unfinished
        if method == STEPS:
            return Text("{own} to {other} steps made in the team final", own=own, other=other)
        return Text("{count} to {other} in the team final", count=BOARDS[method].count(own), other=other)

    def prize_lots(self) -> tuple[DrawNeeded, ...]:
        """Return the throws on which a prize depends, once everything is played."""
        of_players = _level_for_prizes(self.course, self.ranking, self.course.table)
        return of_players + _level_for_prizes(self.course, self.team_ranking, self.teams)


def _cut(tiers: Sequence[tuple[str, ...]], subjects: Sequence[str], size: int) -> list[Cut]:
    """Cut the ranking into the finals, each of that size; players who are level across a cut are named."""
    cuts = []
    for number, subject in enumerate(subjects):
        first, last = number * size, (number + 1) * size
        sure: list[str] = []
        level: tuple[str, ...] = ()
        places, at = 0, 0
        for tier in tiers:
            inside = min(at + len(tier), last) - max(at, first)
            if inside == len(tier):
                sure += tier
            elif inside > 0:
                # Of two finals in a row the same tier can stand on both sides of the cut between them.
                level, places = level + tier, places + inside
            at += len(tier)
        cuts.append(Cut(subject, FINALS[subject], tuple(sure), level, places))
    return cuts


def _level_for_prizes(course: Course, ranking: TieBreakRanking, table: OpenTable) -> tuple[DrawNeeded, ...]:
    found, place = [], 1
    for tier in ranking.tiers:
        if len(tier) > 1 and place <= course.contest.settings.prizes:
            found.append(table.lot(tier))
        place += len(tier)
    return tuple(found)


def _joined(blocks: Sequence[Block], rest: TieBreakRanking) -> TieBreakRanking:
    """Put the rankings of the blocks above each other, and above that of the others."""
    tiers: list[tuple[str, ...]] = []
    splits: list[Split] = []
    missing: dict[tuple[str, ...], Text] = {}
    above: Split | None = None
    for block, descriptions in (*blocks, (rest, None)):
        if above is not None and block.tiers:
            splits.append(above)
        tiers += block.tiers
        splits += block.splits
        missing |= block.missing
        if descriptions and tiers:
            above = _parted_by(descriptions, frozenset(tiers[-1]))
    return TieBreakRanking(tuple(tiers), tuple(splits), missing)


def _parted_by(descriptions: tuple[Text, Text], above: frozenset[str]) -> Split:
    upper, lower = descriptions
    return lambda own, _: upper if own in above else lower


def _places(groups: Sequence[Sequence[str]]) -> Mapping[str, int]:
    places: dict[str, int] = {}
    for group in groups:
        place = len(places) + 1
        places |= dict.fromkeys(group, place)
    return places


def _by_places(places: Mapping[str, int]) -> Criterion:
    last = len(places) + 1
    return tiebreaks.by_figure(lambda key: -places.get(key, last), _describe_places)


def _sums_of(sums: Mapping[str, int | None], group: Sequence[str]) -> Mapping[str, int] | MissingFigures:
    known = {team: value for team in group if (value := sums.get(team, 0)) is not None}
    if len(known) < len(group):
        return MissingFigures(Text("boards of the team final are missing"))
    return known


def _describe_places(own: int, other: int, _: int) -> Text:
    return Text("{own} to {other} in the final", own=phrases.ordinal(-own), other=phrases.ordinal(-other))


# -- tables of teams and groups, from the same games as the main table [T18] -----------------------


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
