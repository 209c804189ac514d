"""What is kept of an organisation: seasons, events, games, rankings, what is counted of players, who else is told."""

from tournaments.models.counted import (
    Career,
    CountedGame,
    PlayedAgainst,
    PlayedColour,
    PlayedGame,
    Reckoning,
    UncountedGame,
)
from tournaments.models.delivery import Delivery
from tournaments.models.draw import Draw
from tournaments.models.entry import Entry
from tournaments.models.event import Event
from tournaments.models.event_game import EventGame
from tournaments.models.event_table import EventTable
from tournaments.models.event_unit import EventPoints, EventUnit
from tournaments.models.forecast import ForecastPart, ForecastRun, Strengths
from tournaments.models.hall import Hall, HallSlide
from tournaments.models.history_import import HistoryImport, HistoryImportEvent
from tournaments.models.ranking import CompensationAward, MedalGame, Ranking
from tournaments.models.report import ReportLine
from tournaments.models.season import Season
from tournaments.models.webhook import Bookmark, Webhook
from tournaments.models.write_up import WriteUp

__all__ = [
    "Bookmark",
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
    "HallSlide",
    "HistoryImport",
    "HistoryImportEvent",
    "MedalGame",
    "PlayedAgainst",
    "PlayedColour",
    "PlayedGame",
    "Ranking",
    "Reckoning",
    "ReportLine",
    "Season",
    "Strengths",
    "UncountedGame",
    "Webhook",
    "WriteUp",
]
