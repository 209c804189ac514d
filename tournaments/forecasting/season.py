"""How a season may end: all its events are played on by lot, and the lists are drawn up that follow from them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from random import Random
from typing import Any

from rules.i18n import Text
from tournaments.forecasting.running_game import Boards
from tournaments.forecasting.season_result import SeasonForecast
from tournaments.forecasting.simulation import Assumed, SampledEvent
from tournaments.forecasting.strength import Strengths, order, weights
from tournaments.formats.base import Format
from tournaments.formats.contest import Contest, Entrant
from tournaments.formats.errors import FormatError
from tournaments.formats.settings import Settings
from tournaments.formats.simulate import PlayedOn
from tournaments.ranking_rules import ListRow, RankingRules, Version, build_ranking
from tournaments.ranking_rules.conclusions import WHOLE, ConcludedPart, gpp_of, parts, points_of
from tournaments.ranking_rules.settings import MedalRaceSettings
from tournaments.ranking_rules.titles import Major, triple_crown
from tournaments.ranking_rules.window import (
    EarnedPoints,
    EndedEvent,
    latest_first,
    select_entries,
    window_rule,
)
from tournaments.ratings.rating import Spreads

#: The rules of the Medal Game: those of most events that count for it.
MEDAL_GAME = "xmadn-3t"


@dataclass(frozen=True)
class EventAhead:
    """An event that is played on; ``players``: key of the entrant → the player, by whatever lists know them.

    It is taken to end on the day ``ends_on``, which decides by which version of the rules it is scored; what is
    ``concluded`` of it by now (key of the part → day and moment) has ended when it has.
    """

    key: str
    format: Format[Any]
    contest: Contest[Any]
    players: Mapping[str, str]
    level: int
    honoured: RankingRules | None
    starts_on: date
    ends_on: date
    concluded: Mapping[str, tuple[date, datetime | None]] = field(default_factory=dict)
    boards: Boards = field(default_factory=dict)


@dataclass(frozen=True)
class RankingAhead:
    """A list at the end of the season.

    ``ended``: what it counts of all that is over, the events that are played on left out. ``medal_game``: who has won
    that of a Medal Race, None as long as it has not been played.
    """

    key: str
    settings: Settings
    in_force: Version
    ended: tuple[EndedEvent, ...]
    medal_game: str | None = None


@dataclass(frozen=True)
class SeasonAhead:
    """A season as it stands.

    ``winners``: event that is over → player. ``majors``: event → level, of all Majors among its 3T events.
    """

    events: tuple[EventAhead, ...]
    lists: tuple[RankingAhead, ...]
    winners: Mapping[str, str] = field(default_factory=dict)
    majors: Mapping[str, int] = field(default_factory=dict)


def season_forecast(
    season: SeasonAhead,
    runs: range,
    *,
    strengths: Strengths,
    seed: int,
    spreads: Spreads | None = None,
    assume: Mapping[str, Assumed] | None = None,
    progress: Callable[[int], None] | None = None,
) -> SeasonForecast:
    """Play all events to their ends once for each number in ``runs``, and count who has won what and stands where.

    As in ``forecast`` all follows from the seed and the number of the run, so ranges side by side add up. Every player
    needs a strength, by the name by which lists know them; ``spreads`` as in ``forecast``.
    ``assume``: event → what is assumed there. Where several are
    level for first in the Medal Race, they play the Medal Game.

    ``FormatError`` as ``forecast``, its field beginning with the event.
    """
    assumed = assume or {}
    for key in assumed.keys() - {event.key for event in season.events}:
        raise _not_played_on(key, season)
    apart = spreads or {}
    events = [_SampledEvent(event, strengths, apart, assumed.get(event.key, {})) for event in season.events]
    tally = _Tally(season)
    for done, number in enumerate(runs, start=1):
        played = [event.run(Random(f"{seed}/{event.ahead.key}/{number}")) for event in events]
        tally.count(played, strengths, apart, Random(f"{seed}/{number}"))
        if progress is not None:
            progress(done)
    return tally.forecast()


def _not_played_on(key: str, season: SeasonAhead) -> FormatError:
    known = ", ".join(event.key for event in season.events) or Text("none")
    return FormatError(
        f"assume[{key}]",
        Text("this event is not simulated; possible are {known}", known=known),
    )


@dataclass(frozen=True, slots=True)
class _Ending:
    """How an event has ended in a run: after how many games more, who has won it, what it gave to lists."""

    event: str
    games: int
    winner: str
    gave: tuple[EndedEvent, ...]


class _SampledEvent:
    """An event that is played to its end again and again."""

    def __init__(self, ahead: EventAhead, strengths: Strengths, spreads: Spreads, assumed: Assumed) -> None:
        self.ahead = ahead
        here = {key: strengths[player] for key, player in ahead.players.items()}
        try:
            self._by_lot = SampledEvent(ahead.format, ahead.contest, here, spreads, ahead.boards, assumed)
        except FormatError as error:
            raise self._refused(error) from error

    def run(self, lots: Random) -> _Ending | None:
        """How it ends this time; None where what is assumed has not come about."""
        try:
            played = self._by_lot.run(lots)
        except FormatError as error:
            raise self._refused(error) from error
        if played is None:
            return None
        assert played.verdict.finished is not None
        winner = self.ahead.players[played.verdict.finished.winner]
        return _Ending(self.ahead.key, played.games, winner, tuple(self._gave(played)))

    def _gave(self, played: PlayedOn) -> Iterator[EndedEvent]:
        if self.ahead.honoured is None:
            return
        for position, part in enumerate(parts(played.verdict), start=1):
            yield self._ended(played, part, position, self.ahead.honoured)

    def _ended(
        self, played: PlayedOn, part: ConcludedPart, position: int, honoured: RankingRules
    ) -> EndedEvent:
        ahead = self.ahead
        ended_on, ended_at = ahead.concluded.get(part.key, (ahead.ends_on, None))
        gpp = gpp_of(part, honoured)
        points = points_of(
            part,
            played.contest,
            played.verdict,
            honoured,
            level=ahead.level,
            ended_on=ended_on,
            awarded={},
        )
        return EndedEvent(
            event=ahead.key,
            key=ahead.key if part.key == WHOLE else f"{ahead.key}:{part.key}",
            position=position,
            level=ahead.level,
            discipline=honoured.discipline,
            is_whole=part.key == WHOLE,
            is_unit=part.is_unit,
            starts_on=ahead.starts_on,
            ended_on=ended_on,
            ended_at=ended_at,
            earned=tuple(
                EarnedPoints(
                    ahead.players[each.player],
                    each.place,
                    each.basic,
                    each.tp,
                    each.wp,
                    each.cp,
                    gpp.get(each.player, 0),
                )
                for each in points
            ),
        )

    def _refused(self, error: FormatError) -> FormatError:
        return FormatError(f"{self.ahead.key}.{error.field}", error.message)


def _rows(
    which: RankingAhead, gave: tuple[EndedEvent, ...], strengths: Strengths, spreads: Spreads, lots: Random
) -> tuple[ListRow, ...]:
    """The list with what the events have given; a Medal Game that is still to be played is, by lot."""
    kinds = window_rule(which.settings, which.in_force)
    counted = latest_first([*which.ended, *filter(kinds.takes, gave)])[: kinds.most]
    rows = _drawn_up(which, counted, which.medal_game)
    first = [row.player for row in rows if row.place == 1]
    if len(first) == 1 or which.medal_game or not isinstance(which.settings, MedalRaceSettings):
        return rows
    if not first:
        return rows
    return _drawn_up(which, counted, order(weights(first, strengths, MEDAL_GAME, spreads), lots)[0])


def _drawn_up(which: RankingAhead, counted: list[EndedEvent], medal_game: str | None) -> tuple[ListRow, ...]:
    selection = select_entries(which.settings, which.in_force, counted, medal_game)
    players = sorted({each.player for ended in counted for each in ended.earned})
    entrants = [Entrant(player, player, seed) for seed, player in enumerate(players, start=1)]
    return build_ranking(entrants, selection.counted, selection.chain, selection.leaving)


class _Tally:
    """What is counted of the runs."""

    def __init__(self, season: SeasonAhead) -> None:
        self._season = season
        self._runs = self._left_out = 0
        self._titles: dict[str, Counter[str]] = defaultdict(Counter)
        self._lists: dict[str, dict[str, Counter[int]]] = {
            which.key: defaultdict(Counter) for which in season.lists
        }
        self._crowns: Counter[str] = Counter()
        self._games: Counter[int] = Counter()

    def count(
        self, played: list[_Ending | None], strengths: Strengths, spreads: Spreads, lots: Random
    ) -> None:
        """A run."""
        endings = [ending for ending in played if ending is not None]
        if len(endings) < len(played):
            self._left_out += 1
            return
        self._runs += 1
        self._games[sum(ending.games for ending in endings)] += 1
        winners = {**self._season.winners, **{ending.event: ending.winner for ending in endings}}
        for event, winner in winners.items():
            self._titles[event][winner] += 1
        crown = triple_crown([Major(level, winners.get(key)) for key, level in self._season.majors.items()])
        if crown is not None:
            self._crowns[crown] += 1
        gave = tuple(ended for ending in endings for ended in ending.gave)
        for which in self._season.lists:
            for row in _rows(which, gave, strengths, spreads, lots):
                self._lists[which.key][row.player][row.place] += 1

    def forecast(self) -> SeasonForecast:
        """The tallies as a value."""
        return SeasonForecast(
            runs=self._runs,
            left_out=self._left_out,
            titles={event: dict(wins) for event, wins in self._titles.items()},
            lists={
                key: {player: dict(places) for player, places in found.items()}
                for key, found in self._lists.items()
            },
            crowns=dict(self._crowns),
            games=dict(self._games),
        )
