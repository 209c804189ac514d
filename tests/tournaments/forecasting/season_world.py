"""Seasons to forecast."""

from __future__ import annotations

from datetime import date
from typing import Any

from tests.tournaments.forecasting.questions import KEYS
from tests.tournaments.formats.entered import contest, won_by
from tournaments.forecasting import (
    EventAhead,
    RankingAhead,
)
from tournaments.formats import FORMATS, Contest
from tournaments.ranking_rules import Discipline, in_force_on
from tournaments.ranking_rules.settings import (
    MedalRaceSettings,
    WorldRankingsSettings,
)
from tournaments.ranking_rules.window import EarnedPoints, EndedEvent, latest_first

END = date(2026, 12, 31)


DAY = date(2026, 11, 21)


IN_FORCE = in_force_on(END)


LETTERS = dict(zip("abc", KEYS, strict=True))


def ahead(key: str, event: Contest[Any], format: str = "championship", **wanted: Any) -> EventAhead:
    """An event that is played on; players are known to lists by the keys of their entries."""
    players = {entrant.key: entrant.key for entrant in event.entrants}
    honoured = FORMATS[format].honoured
    return EventAhead(
        key, FORMATS[format], event, players, wanted.pop("level", 1), honoured, DAY, DAY, **wanted
    )


def cup(key: str, *won_games: str, wins: int = 1, **wanted: Any) -> EventAhead:
    """A championship in which these colours have won so far."""
    results = [won_by(number, colour) for number, colour in enumerate(won_games, start=1)]
    return ahead(key, contest("championship", results, settings={"wins": wins}), **wanted)


def over(event: str, places: str, level: int = 1, day: date = date(2026, 6, 1)) -> EndedEvent:
    """A 3T event that has ended: Anna ("a"), Bert and Cleo in that order; the first has won a game."""
    basic = (7, 2, 2)
    earned = tuple(
        EarnedPoints(LETTERS[letter], place, points, points * level, int(place == 1), 0, 0)
        for place, (letter, points) in enumerate(zip(places, basic, strict=True), start=1)
    )
    return EndedEvent(event, event, 1, level, Discipline.TRIPLE, True, True, day, day, None, earned)


def world(*ended: EndedEvent, **settings: Any) -> RankingAhead:
    return RankingAhead("3t", WorldRankingsSettings(**settings), IN_FORCE, tuple(latest_first(ended)))


def race(*ended: EndedEvent, medal_game: str | None = None) -> RankingAhead:
    return RankingAhead("race", MedalRaceSettings(), IN_FORCE, tuple(latest_first(ended)), medal_game)
