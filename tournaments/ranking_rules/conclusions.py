"""What of an event is concluded – parts that rankings count by themselves, and the whole – and what each gave."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from rules import Text
from tournaments.formats import Contest, Standings, Verdict
from tournaments.formats.base import RankingRules
from tournaments.ranking_rules.points import (
    Award,
    ConcludedEvent,
    FinalPlace,
    PlayerPoints,
    WonGame,
    score_event,
)

#: The key of the whole event among its parts.
WHOLE = "event"


@dataclass(frozen=True, slots=True)
class ConcludedPart:
    """A concluded part of an event, or all of it (``name`` is None).

    ``games``: the numbers of those that made its table. ``is_unit``: whether the 2T Rankings count it as a unit – the
    parts, and events without parts.
    """

    key: str
    name: Text | None
    standings: Standings
    games: frozenset[int]
    is_unit: bool


def parts(verdict: Verdict) -> tuple[ConcludedPart, ...]:
    """What is concluded so far: the parts in order, then the event."""
    found = [
        ConcludedPart(unit.key, unit.name, unit.standings, frozenset(unit.games), is_unit=True)
        for unit in verdict.units
    ]
    if verdict.finished:
        numbers = frozenset(game.number for game in verdict.games)
        found.append(ConcludedPart(WHOLE, None, verdict.standings, numbers, is_unit=not verdict.units))
    return tuple(found)


def points_of(
    part: ConcludedPart,
    contest: Contest[Any],
    verdict: Verdict,
    honoured: RankingRules,
    *,
    level: int,
    ended_on: date,
    awarded: Mapping[str, Award],
) -> tuple[PlayerPoints, ...]:
    """What it gave; ``awarded`` (CP by the key of the entrant) counts for the whole event alone."""
    return score_event(
        ConcludedEvent(
            ended_on=ended_on,
            level=level,
            players=contest.entrants,
            places=tuple(FinalPlace(row.entrant, row.place, row.shared) for row in part.standings.rows),
            games=_games(contest, verdict, part.games),
            shares_tied_games=honoured.shares_tied_games,
            compensated=honoured.compensated,
            awarded=awarded if part.key == WHOLE else {},
        )
    )


def gpp_of(part: ConcludedPart, honoured: RankingRules) -> dict[str, int]:
    """GPP by the key of the entrant, of an event that is played for them."""
    return {row.entrant: int(row.main) for row in part.standings.rows} if honoured.has_gpp else {}


def _games(contest: Contest[Any], verdict: Verdict, numbers: Collection[int]) -> tuple[WonGame, ...]:
    """The games of these numbers that count. One that gave its winner nothing was not played for a win (Game 0)."""
    seated = {result.number: result for result in contest.results}
    games = []
    for game in verdict.games:
        if game.number not in numbers:
            continue
        gave = {score.entrant: score.points for score in game.scores}
        result = seated.get(game.number)
        places = [result.seating.leader(colour) for colour in result.places] if result else []
        winners = tuple(winner for winner in game.winners if gave[winner] > 0)
        games.append(WonGame(game.number, winners, tuple(dict.fromkeys(places))))
    return tuple(games)
