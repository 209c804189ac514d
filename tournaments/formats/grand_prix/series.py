"""A series of counted games in which most points win: Grand Prix and GP+ series (tournament-rules §3.2, §3.3).

n games count. As soon as the winner is certain the remaining ones are cancelled; while several are tied for
1st after n games, extra games are added one at a time, each counted, until there is one leader. Below, equal
points share the place. What a game gives is for the single format to say.
"""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import permutations
from typing import TypeVar

from games.domain.place_points import PlacePoints
from rules import Ends, Plural, StartingColour, Text
from tournaments.formats import colour_pairs, judging, phrases, starters, tiebreaks
from tournaments.formats.base import Discipline, Format, RankingRules
from tournaments.formats.clinching.place_bounds import Decided
from tournaments.formats.clinching.points import PointsRace, decide
from tournaments.formats.contest import Contest, EntrantSeating, Result
from tournaments.formats.errors import FormatError
from tournaments.formats.grand_prix import points as gp_points
from tournaments.formats.grand_prix.points import Gains, GrandPrixSettings, Lead, swing_of
from tournaments.formats.settings import Settings, integer_list_setting, integer_setting
from tournaments.formats.verdict import (
    Column,
    Finished,
    NextGame,
    PlannedGame,
    PlannedRound,
    Score,
    ScoredGame,
    Verdict,
    nothing,
)


@dataclass(frozen=True)
class SeriesSettings(Settings):
    """The settings of every series for points."""

    games: int = integer_setting(
        4,
        least=1,
        most=999,
        usual=(4, 8, 12, 16, 20),
        label=Text("Counted games"),
        about=Text(
            "How many games count. When the winner is certain, the rest is cancelled; a tie for 1st "
            "place goes to extra games (§3.2)."
        ),
    )
    absent_starter: str = starters.absent_starter_setting()


SeriesType = TypeVar("SeriesType", bound=SeriesSettings)


class PointsSeries(Format[SeriesType]):
    """A series for points of three players; a format adds what a game gives."""

    #: The points, as the table shows them.
    column = Column("gpp", Text("GPP"), Text("GPP"), Text("GPP"))
    least_players = most_players = 3
    honoured = RankingRules(Discipline.TRIPLE, has_gpp=True)

    @abstractmethod
    def check_places(self, result: Result) -> None:
        """Raise ``FormatError`` that names the result unless its places hold all that ``points`` needs."""

    @abstractmethod
    def points(self, settings: SeriesType, result: Result) -> Mapping[str, int]:
        """Return what the game gives to each entrant."""

    def winners(self, settings: SeriesType, result: Result) -> tuple[str, ...]:
        self.check_places(result)
        return gp_points.leaders(self.points(settings, result))

    @abstractmethod
    def describe_points(self, contest: Contest[SeriesType], result: Result) -> Text:
        """Describe where these points come from."""

    @abstractmethod
    def gains(self, settings: SeriesType) -> Gains:
        """Enumerate all that one game can give to the players, in every order of them."""

    def scheduled_games(self, settings: SeriesType) -> int | None:
        """Return how many games count; extra games play off a tie for 1st place."""
        return settings.games

    def judge(self, contest: Contest[SeriesType]) -> Verdict:
        """Judge the event: it is finished when the winner is certain (see ``Lead``); later results do not count."""
        judging.check_rules(contest, self.rule_sets)
        for result in contest.results:
            judging.check_result(contest, result)
            judging.check_for_places(contest, result)
            self.check_places(result)
        missing = judging.missing_players(contest, self.possible_players)
        connected, waiting = judging.gapless(contest.results)
        settings, swing = contest.settings, swing_of(self.gains(contest.settings))
        totals = dict.fromkeys(contest.keys, 0)
        lead = Lead((), 0, settings.games, swing)
        games: list[ScoredGame] = []
        for result in connected:
            if lead.certain:
                break
            points = self.points(settings, result)
            games.append(self._counted(contest, result, points))
            totals = {key: total + points[key] for key, total in totals.items()}
            lead = Lead.from_totals(totals, max(0, settings.games - result.number), swing)
        played = len(games)
        unplayed = tuple(range(played + 1, settings.games + 1))
        finished = _finished(contest, self.column, lead, played) if lead.certain else None
        seating = None if missing or finished else colour_pairs.drawn_seating(contest)
        next_games = () if seating is None else (self._next(contest, seating, connected, games, lead),)
        return Verdict(
            missing=missing,
            draws=() if missing or finished or seating else (colour_pairs.draw_needed(contest),),
            games=tuple(games),
            ignored=judging.played_on(connected, finished) + waiting,
            standings=tiebreaks.by_one_figure(contest.by_seed, self.column, totals),
            next_games=next_games,
            to_come=() if finished else unplayed[len(next_games) :],
            cancelled=unplayed if finished else (),
            finished=finished,
            outlook=finished.reason if finished else _outlook(contest, self.column, lead),
            decided=nothing
            if missing or finished
            else lambda: self._decided(contest, totals, lead.games_left, played + 1),
            schedule=partial(_schedule, contest, seating, played) if seating else nothing,
        )

    def _counted(self, contest: Contest[SeriesType], result: Result, points: Mapping[str, int]) -> ScoredGame:
        won = self.winners(contest.settings, result)
        return ScoredGame(
            number=result.number,
            name=_name(contest, result.number),
            scores=tuple(Score(key, points[key]) for key in contest.keys),
            winners=tuple(key for key in contest.keys if key in won),
            reason=self.describe_points(contest, result),
        )

    def _decided(
        self, contest: Contest[SeriesType], totals: Mapping[str, int], games_left: int, next_number: int
    ) -> tuple[Decided, ...]:
        race = PointsRace(totals, games_left, next_number, self.gains(contest.settings), self.column)
        return decide(race, contest.called)

    def _next(
        self,
        contest: Contest[SeriesType],
        seating: EntrantSeating,
        connected: Sequence[Result],
        games: Sequence[ScoredGame],
        lead: Lead,
    ) -> NextGame:
        number = len(games) + 1
        start = self._start(contest, connected[-1], games[-1]) if games else starters.thrown_for()
        start = starters.at_the_board(start, seating, contest.settings.absent_starter)
        return NextGame(
            number=number,
            name=_name(contest, number),
            rules=contest.rules,
            seating=seating,
            starter=start.colour,
            starter_reason=start.reason,
            reason=_why_played(contest, number, lead),
        )

    def _start(self, contest: Contest[SeriesType], previous: Result, counted: ScoredGame) -> StartingColour:
        best = max(score.points for score in counted.scores)
        return starters.first_colour_of_a_winner(
            previous, counted.winners, self.column.count(best), contest.names(counted.winners)
        )


def _schedule(contest: Contest[SeriesType], seating: EntrantSeating, played: int) -> tuple[PlannedRound, ...]:
    """List the counted games: the same players lead the same colours in each."""
    last = contest.settings.games
    games = tuple(PlannedGame(number, seating, None) for number in range(played + 1, last + 1))
    return (PlannedRound(Text(""), 1, last, games),)


def _name(contest: Contest[SeriesType], number: int) -> Text:
    game = phrases.games([number])
    if number <= contest.settings.games:
        return game
    return Text("{game} (extra game)", game=game)


def _why_played(contest: Contest[SeriesType], number: int, lead: Lead) -> Text:
    planned = contest.settings.games
    if number <= planned:
        return Text("game {number} of {planned}", number=number, planned=planned)
    return Text(
        "extra game: {leaders} are tied for 1st place after Game {number}",
        leaders=contest.names(lead.leaders),
        number=number - 1,
    )


def _finished(contest: Contest[SeriesType], column: Column, lead: Lead, played: int) -> Finished:
    (winner,) = lead.leaders
    name, points, planned = contest.name(winner), column.count(lead.points), contest.settings.games
    if lead.games_left:
        cancelled = phrases.games(range(played + 1, planned + 1))
        reason = Text(
            "{name} leads by {points} with {left}; {limit}; cancelled: {cancelled}",
            name=name,
            points=points,
            left=phrases.games_left(lead.games_left),
            limit=_limit(column, lead),
            cancelled=cancelled,
        )
    elif played == planned:
        reason = Text(
            "{name} leads by {points} after all {planned} counted games",
            name=name,
            points=points,
            planned=planned,
        )
    else:
        reason = Plural(
            "{name} leads by {points} after {planned} games and {n} extra game",
            "{name} leads by {points} after {planned} games and {n} extra games",
            played - planned,
            name=name,
            points=points,
            planned=planned,
        )
    return Finished(winner, played, reason)


def _limit(column: Column, lead: Lead) -> Text:
    swing, most = lead.swing, column.count(lead.can_be_made_up)
    return Text(
        "at most {most} can be made up ({points} a game, {swing_most} against {least})",
        most=most,
        points=swing.points,
        swing_most=swing.most,
        least=swing.least,
    )


def _outlook(contest: Contest[SeriesType], column: Column, lead: Lead) -> Text:
    if lead.points:
        now = Text(
            "{name} leads by {points}", name=contest.name(lead.leaders[0]), points=column.count(lead.points)
        )
    else:
        now = Text("nobody leads")
    if not lead.games_left:
        return Text("{now}; extra games are played until somebody does", now=now)
    return Text(
        "{now}, {left}; {limit}, a greater lead decides",
        now=now,
        left=phrases.games_left(lead.games_left),
        limit=_limit(column, lead),
    )


# -- the two series --------------------------------------------------------------------------------


@dataclass(frozen=True)
class GPSeriesSettings(GrandPrixSettings, SeriesSettings):
    """The settings of a GP series; the points changed over the years (tournament-rules §8)."""

    table: tuple[int, ...] = gp_points.table_setting()
    bonus: int = gp_points.bonus_setting()

    def check(self) -> None:
        """Refuse a table that gives all players the same in every game: a tie would never end."""
        if swing_of(self.grand_prix.gains()).points == 0:
            raise FormatError(
                "settings.table",
                Text(
                    "all players would always get the same, so nobody could ever win; the first place must "
                    "give more than the last, or the bonus more than 0"
                ),
            )


class GPSeries(PointsSeries[GPSeriesSettings]):
    """n counted games of three players with opposite colours, played for the places of the colours."""

    key = "gp-series"
    name = Text("GP series")
    purpose = Text("Everybody leads two colours. Every place in every game gives points.")
    rule_sets = ("xmadn-gp",)
    settings = GPSeriesSettings

    def place_points(self, settings: GPSeriesSettings, ends: Ends) -> PlacePoints | None:
        return settings.grand_prix.place_points(ends)

    def check_places(self, result: Result) -> None:
        """Check that all colours have a place, the last one too (rulebook §9)."""
        gp_points.check_all_placed(result)

    def points(self, settings: GPSeriesSettings, result: Result) -> Mapping[str, int]:
        return settings.grand_prix.points_for(result)

    def describe_points(self, contest: Contest[GPSeriesSettings], result: Result) -> Text:
        """Describe the GPP of every colour in finishing order, and who had the bonus."""
        return contest.settings.grand_prix.describe(result, contest.called)

    def gains(self, settings: GPSeriesSettings) -> Gains:
        return settings.grand_prix.gains()


@dataclass(frozen=True)
class GPPlusSettings(SeriesSettings):
    """The settings of a GP+ series."""

    table: tuple[int, ...] = integer_list_setting(
        (4, 2, 1),
        most=999,
        label=Text("GPP of the players"),
        about=Text("Grand Prix points of the players in the order of bringing both colours home (§3.3)."),
    )

    def check(self) -> None:
        """Refuse a table that gives all players the same in every game: a tie would never end."""
        if self.table[0] == self.table[-1]:
            raise FormatError(
                "settings.table",
                Text(
                    "all players would always get the same, so nobody could ever win; the first place must "
                    "give more than the last"
                ),
            )


class GPPlusSeries(PointsSeries[GPPlusSettings]):
    """n counted games of three players with opposite colours, played for the places of the players."""

    key = "gp-plus-series"
    name = Text("GP+ series")
    purpose = Text("Like a GP series, with points for bringing both colours home.")
    rule_sets = ("xmadn-gp+",)
    settings = GPPlusSettings

    def place_points(self, settings: GPPlusSettings, ends: Ends) -> PlacePoints | None:
        return PlacePoints(settings.table) if ends is Ends.ALL_PLAYERS else None

    def check_places(self, result: Result) -> None:
        """Check that the game ended when two players had both colours home (rulebook §9)."""
        before = Result(result.number, result.rules, result.seating, result.places[:-1])
        ended = len(result.players_home) == 2 and len(before.players_home) == 1
        if not ended:
            raise result.error(
                "places",
                Text(
                    "the game ends when two players have both colours home, the last colour in places being "
                    "the second of one of them, not: {placed}",
                    placed=", ".join(result.places) or Text("none"),
                ),
            )

    def points(self, settings: GPPlusSettings, result: Result) -> Mapping[str, int]:
        """Return GPP in the order of bringing both colours home; who has not done so when the game ends is last."""
        order = dict.fromkeys((*result.players_home, *result.seating.entrants))
        return dict(zip(order, settings.table, strict=True))

    def describe_points(self, contest: Contest[GPPlusSettings], result: Result) -> Text:
        """Describe the players in the order of bringing both colours home, with their GPP."""
        given = [f"{contest.name(key)} {gpp}" for key, gpp in self.points(contest.settings, result).items()]
        return Text("both colours home: {order}", order=phrases.names(given))

    def gains(self, settings: GPPlusSettings) -> Gains:
        return frozenset(permutations(settings.table, 3))
