"""What is kept of an organisation: seasons, events, entries, draws, games, rankings, and who else is told of them."""

from tournaments.models.delivery import Delivery
from tournaments.models.draw import Draw
from tournaments.models.entry import Entry
from tournaments.models.event import Event
from tournaments.models.event_game import EventGame
from tournaments.models.event_table import EventTable
from tournaments.models.event_unit import EventPoints, EventUnit
from tournaments.models.ranking import CompensationAward, MedalGame, Ranking
from tournaments.models.report import ReportLine
from tournaments.models.season import Season
from tournaments.models.webhook import Bookmark, Webhook

__all__ = [
    "Bookmark",
    "CompensationAward",
    "Delivery",
    "Draw",
    "Entry",
    "Event",
    "EventGame",
    "EventPoints",
    "EventTable",
    "EventUnit",
    "MedalGame",
    "Ranking",
    "ReportLine",
    "Season",
    "Webhook",
]
