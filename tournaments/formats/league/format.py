"""League: double round-robins of 2T or 2T+ games, optionally playoffs (tournament-rules §3.5)."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from rules import Text
from tournaments.formats import judging, phrases, tiebreaks
from tournaments.formats.base import Discipline, Format, NumberedGames, PastGame, RankingRules
from tournaments.formats.championship import WINS
from tournaments.formats.clinching.place_bounds import Decided
from tournaments.formats.contest import Contest, DrawMethod, DrawOutcome, Entrant, Result
from tournaments.formats.errors import FormatError
from tournaments.formats.league import (
    clinching as league_clinching,
    playoffs as league_playoffs,
    rounds as league_rounds,
)
from tournaments.formats.league.playoffs import PlayoffStage
from tournaments.formats.league.rounds import LeagueContest, Rounds, double_round_robin
from tournaments.formats.league.table import LeagueSettings, LeagueTable, counted_pawns, lot_needed
from tournaments.formats.tiebreaks import TieBreakRanking
from tournaments.formats.verdict import (
    PLAYOFFS,
    DrawNeeded,
    Finished,
    IgnoredGame,
    NextGame,
    Score,
    ScoredGame,
    Unit,
    Verdict,
    nothing,
)

#: This many double round-robins make a unit.
DRRS_OF_A_UNIT = 2


def concluded_units(
    contest: LeagueContest,
    played: Rounds,
    stages: Sequence[PlayoffStage],
    final_ranking: TieBreakRanking | None,
) -> tuple[Unit, ...]:
    """List the units that are over, in order; ``final_ranking`` is that of the event once it is finished."""
    units = [
        _of_drrs(contest, played, first, min(first + DRRS_OF_A_UNIT - 1, contest.settings.drrs))
        for first in range(1, contest.settings.drrs + 1, DRRS_OF_A_UNIT)
    ]
    playoffs = _of_playoffs(contest, stages, final_ranking) if stages and final_ranking else None
    return tuple(unit for unit in (*units, playoffs) if unit)


def _of_drrs(contest: LeagueContest, played: Rounds, first: int, last: int) -> Unit | None:
    """Build the table of these double round-robins alone; players who are level in it share the place."""
    each = league_rounds.games_each(contest)
    numbers = range((first - 1) * each + 1, last * each + 1)
    unplayed = [game for block in played.open for game in block] + played.not_drawn
    results = tuple(result for number, result in played.results.items() if number in numbers)
    if not results or any(game.number in numbers for game in unplayed):
        return None
    players = league_rounds.ranked_players(contest)
    # The lots were held about the table of the whole League.
    table = LeagueTable(replace(contest, draws=()), players, results, contest.settings.tie_breaks)
    name = (
        Text("Double round-robin {first}", first=first)
        if first == last
        else Text("Double round-robins {first} and {last}", first=first, last=last)
    )
    key = f"drr-{first}" if first == last else f"drr-{first}-{last}"
    games = tuple(sorted(result.number for result in results))
    return Unit(key, name, table.standings(table.ranking()), games)


def _of_playoffs(contest: LeagueContest, stages: Sequence[PlayoffStage], ranking: TieBreakRanking) -> Unit:
    """Rank those who played in the series, at the places that it decided; head starts give no wins."""
    taking_part = {player for stage in stages for player in stage.stand.series.players}
    tiers = tuple(tier for tier in ranking.tiers if set(tier) <= taking_part)
    results = [result for stage in stages for result in stage.results]
    winners = [judging.winner(result) for result in results]
    standings = tiebreaks.standings(
        TieBreakRanking(tiers, ranking.splits[: len(tiers) - 1], ranking.missing),
        contest.by_seed,
        [WINS],
        {player: (winners.count(player),) for player in taking_part},
    )
    games = tuple(sorted(result.number for result in results))
    return Unit(PLAYOFFS, Text("Playoffs"), standings, games)


# -- games of earlier rounds -----------------------------------------------------------------------


class PastLeague:
    """The games of a League, one after the other put where they belong; ``start`` has no draws and results yet."""

    def __init__(
        self, start: LeagueContest, judge: Callable[[LeagueContest], Verdict], games: Sequence[PastGame]
    ) -> None:
        self._start, self._judge, self._games = start, judge, games
        self._players = start.keys
        self._numbers: list[int] = []
        self._draws: list[tuple[DrawNeeded, DrawOutcome]] = []

    def numbered(self) -> NumberedGames:
        """Number all games. Raises ``FormatError`` with field ``games[0]`` … for the first game that has no place."""
        games, each = self._games, len(self._players) * (len(self._players) - 1)
        for first in range(0, min(len(games), self._start.settings.drrs * each), each):
            self._round_robin(games[first : first + each], first + 1)
        for game in games[len(self._numbers) :]:
            self._playoff(game)
        return NumberedGames(tuple(self._numbers), tuple(self._draws))

    def _round_robin(self, games: Sequence[PastGame], first_number: int) -> None:
        """Number a double round-robin: infer its draw, and the number of each game from its pairing."""
        needed = self._verdict().draws
        if not needed:
            raise self._refused(Text("no game is due any more"))
        order = _schedule_places(self._players, games)
        self._draws.append((needed[0], DrawOutcome(needed[0].subject, tuple(order), DrawMethod.BY_HAND)))
        free: dict[frozenset[str], list[int]] = defaultdict(list)
        for block in double_round_robin(order, first_number):
            for scheduled in block:
                free[scheduled.players].append(scheduled.number)
        for game in games:
            left = free[frozenset(game.seats)]
            if not left:
                raise self._refused(
                    Text(
                        "{who}: in a double round-robin everybody meets everybody twice, these two have already",
                        who=" – ".join(game.seats),
                    )
                )
            self._numbers.append(left.pop(0))

    def _playoff(self, game: PastGame) -> None:
        """Number a game of a series: the next of the one that is due."""
        verdict = self._verdict()
        players = set(game.seats)
        due = next((each for each in verdict.next_games if set(each.seating.entrants) == players), None)
        if due is None:
            raise self._refused(
                Text(
                    "{who}: no game of these two is due; {outlook}",
                    who=" – ".join(game.seats),
                    outlook=verdict.outlook,
                )
            )
        self._numbers.append(due.number)

    def _verdict(self) -> Verdict:
        """Judge the games numbered so far; an error is put down to the game after them."""
        draws = tuple(draw for _, draw in self._draws)
        numbered = zip(self._games, self._numbers, strict=False)
        results = tuple(game.result(number) for game, number in numbered)
        contest = replace(self._start, draws=draws, results=results)
        try:
            return self._judge(contest)
        except FormatError as error:
            raise self._refused(error.message) from error

    def _refused(self, why: Text) -> FormatError:
        """Return the error of the next game, which has no place."""
        return FormatError(f"games[{len(self._numbers)}]", why)


def _schedule_places(players: Sequence[str], games: Sequence[PastGame]) -> list[str]:
    """Infer the order of the schedule places: of three players from Game 1, #1–#2; else as they are named."""
    if len(players) != 3:
        return list(players)
    named = list(games[0].seats)
    return [*named, *(player for player in players if player not in named)]


# -- the format ------------------------------------------------------------------------------------


class League(Format[LeagueSettings]):
    """k double round-robins of 3 to 20 players; Qualifying and Final Series where the settings want them."""

    key = "league"
    name = Text("League")
    purpose = Text("Everybody meets everybody: two at a board, two colours each.")
    rule_sets = ("xmadn-2t", "xmadn-2t+")
    least_players = 3
    most_players = 20
    settings = LeagueSettings
    asked = ("playoffs", "boards")
    players_may_leave = True
    counts_pawns = True
    is_round_robin = True
    honoured = RankingRules(Discipline.DOUBLE)
    first_number = None

    def game_range(self, settings: LeagueSettings, players: int) -> tuple[int, int]:
        """Return the games of the double round-robins; playoffs come on top."""
        games = settings.drrs * players * (players - 1)
        return games, games

    def judge(self, contest: LeagueContest) -> Verdict:
        """Judge the League.

        It is finished when the final is won, without playoffs when all games are played and there is no tie for
        1st.
        """
        judging.check_rules(contest, self.rule_sets)
        for result in contest.results:
            _check(contest, result)
        missing = judging.missing_players(contest, self.possible_players)
        played = Rounds() if missing else league_rounds.rounds(contest)
        table = _table(contest, played)
        ranking = table.ranking()
        lots = _lots(contest, ranking) if played.complete and not missing else ()
        over = bool(ranking.order) and played.complete and not missing and not lots
        with_playoffs = over and contest.settings.playoffs != "none"
        stages = league_playoffs.stages(contest, table, ranking) if with_playoffs else ()
        ranking = league_playoffs.apply_playoffs(ranking, stages)
        finished = _finished(contest, table, ranking, stages) if over else None
        pair = league_playoffs.pair_needed(contest, stages[-1]) if stages and not finished else None
        next_games = () if finished or pair else _next_games(contest, played, stages)
        return Verdict(
            missing=missing,
            draws=tuple(draw for draw in (played.draw, *lots, pair) if draw),
            games=_counted(contest, played, stages),
            ignored=_ignored(contest, played, stages),
            standings=table.standings(ranking),
            next_games=next_games,
            to_come=_to_come(played, next_games),
            cancelled=tuple(played.cancelled),
            finished=finished,
            outlook=finished.reason if finished else _outlook(contest, played, stages, lots, ranking),
            decided=nothing
            if missing or finished
            else lambda: _decided(contest, table, played, ranking, stages),
            schedule=nothing if missing else lambda: league_rounds.schedule(contest, played),
            units=concluded_units(contest, played, stages, ranking if finished else None),
            fixed_games=lambda: league_rounds.fixed_games(contest, played),
        )

    def dues_before(self, contest: LeagueContest) -> Callable[[int], NextGame | None]:
        """Return a game of the round-robins by the draws alone: its schedule does not depend on results."""
        scheduled, judged = league_rounds.games_in(contest), super().dues_before(contest)

        def due(number: int) -> NextGame | None:
            return judged(number) if number > scheduled else league_rounds.scheduled_game(contest, number)

        return due

    def has_playoffs(self, settings: LeagueSettings) -> bool:
        """Check whether the settings want playoffs [T8]."""
        return settings.playoffs != "none"

    def counted_pawns(self, result: Result) -> Mapping[str, int] | None:
        """Return the counted pawns of both players; None if those of who lost are not known."""
        return counted_pawns(result)

    def check_past_game(self, game: PastGame) -> None:
        """Refuse a winner without pawns: it would count as a forfeit."""
        if game.winner and not game.pawns:
            raise FormatError(
                "pawns",
                Text(
                    "in a League the colour that won is needed as the result, or the counted pawns, such as "
                    "4-2: a winner alone would count as a forfeit, 4–0"
                ),
            )

    def number_past_games(
        self, settings: Mapping[str, object], rules: str, players: Sequence[str], games: Sequence[PastGame]
    ) -> NumberedGames:
        """Number the games by the schedule, and in the playoffs by who is due."""
        entrants = tuple(Entrant(name, name, seed) for seed, name in enumerate(players, start=1))
        start = Contest(self.settings.read(settings), rules, entrants)
        return PastLeague(start, self.judge, games).numbered()


def _check(contest: LeagueContest, result: Result) -> None:
    judging.check_result(contest, result)
    if len(result.seating.seats) != 2:
        raise result.error(
            "seating",
            Text("two players are at the board in a League game"),
        )
    if result.awarded_to is not None and result.awarded_to not in result.seating.entrants:
        raise result.error(
            "awarded_to",
            Text("{name} does not play this game", name=contest.name(result.awarded_to)),
        )
    judging.check_won(result)


def _table(contest: LeagueContest, played: Rounds) -> LeagueTable:
    players = league_rounds.ranked_players(contest)
    return LeagueTable(contest, players, tuple(played.results.values()), contest.settings.tie_breaks)


def _lots(contest: LeagueContest, ranking: TieBreakRanking) -> tuple[DrawNeeded, ...]:
    """Return the lots between those who are still level when everything is played."""
    return tuple(lot_needed(contest, tier) for tier in ranking.tiers if len(tier) > 1)


def _finished(
    contest: LeagueContest, table: LeagueTable, ranking: TieBreakRanking, stages: Sequence[PlayoffStage]
) -> Finished | None:
    winner = ranking.order[0]
    name = contest.name(winner)
    if stages:
        final = stages[-1]
        if final.key != "final" or final.stand.winner is None:
            return None
        number = final.base + final.stand.higher + final.stand.lower
        return Finished(
            winner,
            number,
            Text("{name} won the {told}", name=name, told=final.describe(winner)),
        )
    why = table.standings(ranking).row(winner).reason
    return Finished(
        winner,
        league_rounds.games_in(contest),
        Text("{name} is 1st after all games, {why}", name=name, why=why),
    )


def _next_games(
    contest: LeagueContest, played: Rounds, stages: Sequence[PlayoffStage]
) -> tuple[NextGame, ...]:
    if not stages:
        return league_rounds.next_games(contest, played)
    if stages[-1].stand.winner is not None:
        return ()
    return (league_playoffs.next_game(contest, stages[-1]),)


def _to_come(played: Rounds, next_games: Sequence[NextGame]) -> tuple[int, ...]:
    """List the games of the round-robins; those of a series are never scheduled ahead."""
    due = {game.number for game in next_games}
    numbers = [game.number for block in played.open for game in block]
    numbers += [game.number for game in played.not_drawn]
    return tuple(number for number in sorted(numbers) if number not in due)


def _counted(
    contest: LeagueContest, played: Rounds, stages: Sequence[PlayoffStage]
) -> tuple[ScoredGame, ...]:
    """List the games that count, in the order of their numbers; one that was forfeited says so."""
    games = [
        _game(
            contest, result, league_rounds.name_of(contest, number, result.seating.entrants), played.forfeited
        )
        for number, result in sorted(played.results.items())
    ]
    for stage in stages:
        for result in stage.results:
            name = league_playoffs.game_name(stage, result.number)
            games.append(_game(contest, result, name, stage.forfeited))
    return tuple(games)


def _game(
    contest: LeagueContest, result: Result, name: Text, forfeited: frozenset[int] | set[int]
) -> ScoredGame:
    winner = judging.winner(result)
    reason = judging.describe_win(contest, result)
    if result.number in forfeited:
        (left,) = set(result.seating.entrants) - {winner}
        reason = Text("forfeited: {name} has left [T12]", name=contest.name(left))
    return ScoredGame(
        number=result.number,
        name=name,
        scores=tuple(Score(key, int(key == winner)) for key in result.seating.entrants),
        winners=(winner,),
        reason=reason,
    )


def _ignored(
    contest: LeagueContest, played: Rounds, stages: Sequence[PlayoffStage]
) -> tuple[IgnoredGame, ...]:
    """List the results that do not count; those of the playoffs wait while the series has no players yet."""
    entries = [*played.ignored, *(game for stage in stages for game in stage.ignored)]
    known = {game.number for game in entries} | played.results.keys()
    known |= {result.number for stage in stages for result in stage.results}
    waits = Text("does not count: this game is not due")
    entries += [IgnoredGame(result.number, waits) for result in contest.results if result.number not in known]
    return tuple(sorted(entries, key=lambda game: game.number))


def _decided(
    contest: LeagueContest,
    table: LeagueTable,
    played: Rounds,
    ranking: TieBreakRanking,
    stages: Sequence[PlayoffStage],
) -> tuple[Decided, ...]:
    """Return what is decided; nothing where all places are."""
    if stages:
        return league_clinching.in_the_playoffs(contest, table, ranking, stages)
    return league_clinching.before_the_playoffs(contest, table, played) if table.players else ()


def _outlook(
    contest: LeagueContest,
    played: Rounds,
    stages: Sequence[PlayoffStage],
    lots: Sequence[DrawNeeded],
    ranking: TieBreakRanking,
) -> Text:
    if stages:
        stage = stages[-1]
        needs = []
        for key, won in zip(stage.stand.series.players, (stage.stand.higher, stage.stand.lower), strict=True):
            more = phrases.wins(stage.stand.series.wins - won)
            needs.append(Text("{name} {more}", name=contest.name(key), more=more))
        return Text(
            "{name}, still needed: {listing}",
            name=league_playoffs.NAMES[stage.key],
            listing=phrases.join_names(needs),
        )
    if lots:
        names = phrases.join_names([lot.name for lot in lots])
        if ranking.missing:
            return Text(
                "{missing}, and may decide; if nobody knows them, to be drawn: {names}",
                missing=next(iter(ranking.missing.values())),
                names=names,
            )
        return Text("to be drawn: {names}", names=names)
    left = phrases.games_left(sum(map(len, played.open)) + len(played.not_drawn))
    return Text("double round-robins: {left}", left=left)
