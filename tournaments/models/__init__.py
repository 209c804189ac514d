"""Tables of an organisation: seasons, events, games, rankings, statistics of players, webhooks."""

from tournaments.models.draw import LONGEST_REASON, Draw, ReportLine
from tournaments.models.entry import (
    LONGEST_LABEL,
    MOST_GROUPS,
    MOST_TABLES,
    MOVED_UP,
    RENAMED,
    Entry,
    Registration,
    number_of,
)
from tournaments.models.event import Event
from tournaments.models.event_game import LONGEST_BOARD, EventGame, EventTable
from tournaments.models.forecast import ForecastRun, Strengths
from tournaments.models.hall_round import ResultClaim, RoundPlan
from tournaments.models.ranking_points import (
    CompensationAward,
    EventPoints,
    EventUnit,
    MedalGame,
    Ranking,
    exact,
)
from tournaments.models.result_import import HistoryImport
from tournaments.models.screen import Hall, HallRehearsal, HallSlide
from tournaments.models.season import Season
from tournaments.models.statistics import (
    CountedGame,
    PlayedAgainst,
    PlayedColour,
    PlayedGame,
    Reckoning,
)
from tournaments.models.validators import day_of_ours, whole_number
from tournaments.models.webhook import Delivery, Kind, Receiving, Webhook

__all__ = [
    "LONGEST_BOARD",
    "LONGEST_LABEL",
    "LONGEST_REASON",
    "MOST_GROUPS",
    "MOST_TABLES",
    "MOVED_UP",
    "RENAMED",
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
    "ForecastRun",
    "Hall",
    "HallRehearsal",
    "HallSlide",
    "HistoryImport",
    "Kind",
    "MedalGame",
    "PlayedAgainst",
    "PlayedColour",
    "PlayedGame",
    "Ranking",
    "Receiving",
    "Reckoning",
    "Registration",
    "ReportLine",
    "ResultClaim",
    "RoundPlan",
    "Season",
    "Strengths",
    "Webhook",
    "day_of_ours",
    "exact",
    "number_of",
    "whole_number",
]
