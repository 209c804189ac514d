"""Tables of an organisation: seasons, events, games, rankings, statistics of players, webhooks."""

from tournaments.models.decision import ReportLine
from tournaments.models.delivery import Delivery
from tournaments.models.draw import Draw
from tournaments.models.entry import Entry
from tournaments.models.event import Event
from tournaments.models.event_game import EventGame
from tournaments.models.forecast import ForecastPart, ForecastRun, Strengths
from tournaments.models.hall_round import ResultClaim, RoundClock, RoundPlan
from tournaments.models.ranking import CompensationAward, MedalGame, Ranking
from tournaments.models.ranking_points import EventPoints, EventUnit
from tournaments.models.registration import Registration
from tournaments.models.rehearsal import HallRehearsal
from tournaments.models.result_import import HistoryImport
from tournaments.models.screen import Hall, HallSlide
from tournaments.models.season import Season
from tournaments.models.standings_version import EventTable
from tournaments.models.statistics import (
    Career,
    CountedGame,
    PlayedAgainst,
    PlayedColour,
    PlayedGame,
    Reckoning,
    UncountedGame,
)
from tournaments.models.webhook import Webhook

__all__ = [
    "Career",
    "CompensationAward",
    "CountedGame",
    "Delivery",
    "Draw",
    "Entry",
    "Event",
    "EventGame",
    "EventPoints",
    "EventTable",
    "EventUnit",
    "ForecastPart",
    "ForecastRun",
    "Hall",
    "HallRehearsal",
    "HallSlide",
    "HistoryImport",
    "MedalGame",
    "PlayedAgainst",
    "PlayedColour",
    "PlayedGame",
    "Ranking",
    "Reckoning",
    "Registration",
    "ReportLine",
    "ResultClaim",
    "RoundClock",
    "RoundPlan",
    "Season",
    "Strengths",
    "UncountedGame",
    "Webhook",
]
