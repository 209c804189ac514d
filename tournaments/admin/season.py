"""Seasons in the admin."""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib import admin
from django.http import HttpRequest

from games.admin import WithHistoryAdmin
from tournaments.models import Season


@admin.register(Season)
class SeasonAdmin(WithHistoryAdmin):
    """Seasons; one with events cannot be deleted."""

    list_display = ("name", "starts_on", "ends_on")

    def get_readonly_fields(self, request: HttpRequest, obj: Season | None = None) -> tuple[str, ...]:
        """The short name stays: addresses and rights are told with it."""
        return ("slug",) if obj else ()

    def get_prepopulated_fields(
        self, request: HttpRequest, obj: Season | None = None
    ) -> dict[str, Sequence[str]]:
        """The short name of a new season is made of its name."""
        return {} if obj else {"slug": ("name",)}
