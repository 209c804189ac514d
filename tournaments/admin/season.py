"""Seasons in the admin."""

from collections.abc import Sequence

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest

from games.admin import WithHistoryAdmin
from games.enums import Action
from tournaments.models import Season
from tournaments.organiser.permissions import may_in_season, may_in_some_season, seasons_within


@admin.register(Season)
class SeasonAdmin(WithHistoryAdmin):
    """Seasons: written by organisers of the site, seen by those of the season; one with events cannot be deleted."""

    list_display = ("name", "starts_on", "ends_on")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Season]:
        return seasons_within(request, super().get_queryset(request), Action.RULE)

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        if isinstance(obj, Season):
            return may_in_season(request, Action.RULE, obj)
        return may_in_some_season(request, Action.RULE)

    def get_readonly_fields(self, request: HttpRequest, obj: Season | None = None) -> tuple[str, ...]:
        """The short name is fixed: addresses and rights use it."""
        return ("slug",) if obj else ()

    def get_prepopulated_fields(
        self, request: HttpRequest, obj: Season | None = None
    ) -> dict[str, Sequence[str]]:
        return {} if obj else {"slug": ("name",)}
