"""Seasons in the admin."""

from __future__ import annotations

from django.contrib import admin

from games.admin import WithHistoryAdmin
from tournaments.models import Season


@admin.register(Season)
class SeasonAdmin(WithHistoryAdmin):
    """Seasons; one with events cannot be deleted."""

    list_display = ("name", "starts_on", "ends_on")
    prepopulated_fields = {"slug": ("name",)}
