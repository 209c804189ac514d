"""Rows of seasons, events, halls and webhooks, mostly to be read: what is done about them is done at their desks."""

from tournaments.admin.event import EventAdmin
from tournaments.admin.halls import HallAdmin
from tournaments.admin.season import SeasonAdmin
from tournaments.admin.webhooks import WebhookAdmin

__all__ = ["EventAdmin", "HallAdmin", "SeasonAdmin", "WebhookAdmin"]
