"""What is kept of an organisation: seasons, events, who is entered, what was drawn, which games were played."""

from tournaments.models.draw import Draw
from tournaments.models.entry import Entry
from tournaments.models.event import Event
from tournaments.models.event_game import EventGame
from tournaments.models.season import Season

__all__ = ["Draw", "Entry", "Event", "EventGame", "Season"]
