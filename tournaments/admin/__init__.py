"""The organiser's desk: seasons, and events with everything that an evening needs."""

from tournaments.admin.event import EventAdmin
from tournaments.admin.halls import HallAdmin
from tournaments.admin.season import SeasonAdmin
from tournaments.admin.webhooks import WebhookAdmin
from tournaments.organiser.history_admin import DrawAdmin, EntryAdmin, EventGameAdmin

__all__ = [
    "DrawAdmin",
    "EntryAdmin",
    "EventAdmin",
    "EventGameAdmin",
    "HallAdmin",
    "SeasonAdmin",
    "WebhookAdmin",
]
