"""The units of a League: what the 2T Rankings count by itself (tournament-rules §7).

A unit is a pair of double round-robins – the first and the second, the third and the fourth … – or the
playoffs. With an odd number of double round-robins the last of them is a unit alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rules.i18n import Text
from tournaments.formats import tiebreaks, wins
from tournaments.formats.league import rounds
from tournaments.formats.league.playoffs import PlayoffStage
from tournaments.formats.league.rounds import LeagueContest, Rounds
from tournaments.formats.league.table import WINS, LeagueTable
from tournaments.formats.tiebreaks import TieBreakRanking
from tournaments.formats.verdict import PLAYOFFS, Unit

#: This many double round-robins make a unit.
DRRS = 2


def concluded_units(
    contest: LeagueContest,
    played: Rounds,
    stages: Sequence[PlayoffStage],
    final_ranking: TieBreakRanking | None,
) -> tuple[Unit, ...]:
    """List the units that are over, in order; ``final_ranking`` is that of the event once it is finished."""
    units = [
        _of_drrs(contest, played, first, min(first + DRRS - 1, contest.settings.drrs))
        for first in range(1, contest.settings.drrs + 1, DRRS)
    ]
    playoffs = _of_playoffs(contest, stages, final_ranking) if stages and final_ranking else None
    return tuple(unit for unit in (*units, playoffs) if unit)


def _of_drrs(contest: LeagueContest, played: Rounds, first: int, last: int) -> Unit | None:
    """Build the table of these double round-robins alone; players who are level in it share the place."""
    each = rounds.games_each(contest)
    numbers = range((first - 1) * each + 1, last * each + 1)
    unplayed = [game for block in played.open for game in block] + played.not_drawn
    results = tuple(result for number, result in played.results.items() if number in numbers)
    if not results or any(game.number in numbers for game in unplayed):
        return None
    out = rounds.struck_results(contest)
    players = tuple(entrant.key for entrant in contest.by_seed if entrant.key not in out)
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
    winners = [wins.winner(result) for result in results]
    standings = tiebreaks.standings(
        TieBreakRanking(tiers, ranking.splits[: len(tiers) - 1], ranking.missing),
        contest.by_seed,
        [WINS],
        {player: (winners.count(player),) for player in taking_part},
    )
    games = tuple(sorted(result.number for result in results))
    return Unit(PLAYOFFS, Text("Playoffs"), standings, games)
