"""The request of a season forecast, written as ``tournaments.forecasting.request`` does for an event."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from fractions import Fraction
from typing import Any, ClassVar

from tournaments.forecasting.season import EventAhead, RankingAhead, SeasonAhead, season_forecast
from tournaments.forecasting.season_result import SeasonForecast
from tournaments.forecasting.serialization import (
    as_text,
    boards_as_json,
    contest_as_json,
    read_boards,
    read_contest,
    read_strengths,
    strengths_as_json,
)
from tournaments.forecasting.simulation import Assumed
from tournaments.forecasting.strength import Strengths
from tournaments.formats import FORMATS, Contest, as_json
from tournaments.formats.base import Format
from tournaments.formats.settings import Settings
from tournaments.formats.verdict import Points
from tournaments.ranking_rules import Discipline, RankingRules, in_force_on
from tournaments.ranking_rules.settings import (
    DoubleRankingsSettings,
    MedalRaceSettings,
    WorldRankingsSettings,
)
from tournaments.ranking_rules.window import EarnedPoints, EndedEvent
from tournaments.ratings.rating import Spreads

_KINDS: Mapping[str, type[Settings]] = {
    "3T": WorldRankingsSettings,
    "2T": DoubleRankingsSettings,
    "medal race": MedalRaceSettings,
}


@dataclass(frozen=True)
class SeasonForecastRequest:
    """How a season may end, from where it stands. ``strengths`` are by the names by which lists know players."""

    ahead: SeasonAhead
    strengths: Strengths
    seed: int
    spreads: Spreads = field(default_factory=dict)
    #: Of a season nothing is assumed when it is asked about.
    assumed: ClassVar[Assumed] = {}

    def run(self, runs: range) -> SeasonForecast:
        """The answer of these runs. See ``season_forecast``."""
        return season_forecast(
            self.ahead, runs, strengths=self.strengths, seed=self.seed, spreads=self.spreads
        )

    @property
    def games_left(self) -> int:
        """Games that are still to be played, as far as the formats can say."""
        return sum(games_left(event.format, event.contest) for event in self.ahead.events)

    def as_text(self) -> str:
        """Everything that the answer follows from."""
        return as_text(
            {
                "events": [_event(each) for each in self.ahead.events],
                "lists": [_list(each) for each in self.ahead.lists],
                "winners": dict(sorted(self.ahead.winners.items())),
                "majors": dict(sorted(self.ahead.majors.items())),
                "strengths": strengths_as_json(self.strengths),
                "spreads": dict(sorted(self.spreads.items())),
                "seed": self.seed,
            }
        )

    @classmethod
    def read(cls, text: str) -> SeasonForecastRequest:
        """The question that ``as_text`` has written."""
        data = json.loads(text)
        ahead = SeasonAhead(
            events=tuple(map(_read_event, data["events"])),
            lists=tuple(map(_read_list, data["lists"])),
            winners=data["winners"],
            majors=data["majors"],
        )
        return cls(ahead, read_strengths(data["strengths"]), data["seed"], data.get("spreads", {}))


def games_left(format: Format[Any], contest: Contest[Any]) -> int:
    """Games of an event that are still to be played, as far as the format can say."""
    verdict = format.judge(contest)
    return len({*(game.number for game in verdict.next_games), *verdict.to_come})


def _event(event: EventAhead) -> dict[str, Any]:
    return {
        "key": event.key,
        **contest_as_json(event.format.key, event.contest),
        "players": dict(sorted(event.players.items())),
        "level": event.level,
        "honoured": as_json(event.honoured),
        "starts_on": event.starts_on.isoformat(),
        "ends_on": event.ends_on.isoformat(),
        "concluded": [[key, *_moment(*when)] for key, when in sorted(event.concluded.items())],
        "boards": boards_as_json(event.boards),
    }


def _read_event(data: Mapping[str, Any]) -> EventAhead:
    return EventAhead(
        key=data["key"],
        format=FORMATS[data["format"]],
        contest=read_contest(data),
        players=data["players"],
        level=data["level"],
        honoured=None if data["honoured"] is None else _read_honoured(data["honoured"]),
        starts_on=date.fromisoformat(data["starts_on"]),
        ends_on=date.fromisoformat(data["ends_on"]),
        concluded={key: _read_moment(*when) for key, *when in data["concluded"]},
        boards=read_boards(data["boards"]),
    )


def _read_honoured(data: Mapping[str, Any]) -> RankingRules:
    return RankingRules(**{**data, "discipline": Discipline(data["discipline"])})


def _list(which: RankingAhead) -> dict[str, Any]:
    (kind,) = (kind for kind, settings in _KINDS.items() if isinstance(which.settings, settings))
    return {
        "key": which.key,
        "kind": kind,
        "settings": as_json(which.settings),
        "in_force": which.in_force.since.isoformat(),
        "ended": [_ended(each) for each in which.ended],
        "medal_game": which.medal_game,
    }


def _read_list(data: Mapping[str, Any]) -> RankingAhead:
    return RankingAhead(
        key=data["key"],
        settings=_KINDS[data["kind"]].read(data["settings"]),
        in_force=in_force_on(date.fromisoformat(data["in_force"])),
        ended=tuple(map(_read_ended, data["ended"])),
        medal_game=data["medal_game"],
    )


def _ended(ended: EndedEvent) -> dict[str, Any]:
    ended_on, ended_at = _moment(ended.ended_on, ended.ended_at)
    return {
        "event": ended.event,
        "key": ended.key,
        "position": ended.position,
        "level": ended.level,
        "discipline": ended.discipline.value,
        "is_whole": ended.is_whole,
        "is_unit": ended.is_unit,
        "starts_on": ended.starts_on.isoformat(),
        "ended_on": ended_on,
        "ended_at": ended_at,
        "earned": [as_json(each) for each in sorted(ended.earned, key=lambda each: each.player)],
    }


def _read_ended(data: Mapping[str, Any]) -> EndedEvent:
    ended_on, ended_at = _read_moment(data["ended_on"], data["ended_at"])
    return EndedEvent(
        **{
            **data,
            "discipline": Discipline(data["discipline"]),
            "starts_on": date.fromisoformat(data["starts_on"]),
            "ended_on": ended_on,
            "ended_at": ended_at,
            "earned": tuple(_read_earned(data["earned"])),
        }
    )


def _read_earned(told: Iterable[Mapping[str, Any]]) -> Iterable[EarnedPoints]:
    for each in told:
        yield EarnedPoints(**{**each, "wp": _read_points(each["wp"]), "cp": _read_points(each["cp"])})


def _read_points(told: int | str) -> Points:
    """Half points are written as ``"5/2"``."""
    return Fraction(told) if isinstance(told, str) else told


def _moment(day: date, at: datetime | None) -> tuple[str, str | None]:
    return day.isoformat(), None if at is None else at.isoformat()


def _read_moment(day: str, at: str | None) -> tuple[date, datetime | None]:
    return date.fromisoformat(day), None if at is None else datetime.fromisoformat(at)
