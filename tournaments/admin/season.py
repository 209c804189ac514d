"""Seasons in the admin."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path

from games.admin import WithHistoryAdmin
from games.enums import Action
from tournaments.models import Season
from tournaments.organiser.permissions import may_in_season, may_in_some_season, seasons_within
from tournaments.organiser.result_import import history_page, import_page
from tournaments.organiser.season_template import season_template_page


@admin.register(Season)
class SeasonAdmin(WithHistoryAdmin):
    """Seasons: written by organisers of the site, seen by those of the season; one with events cannot be deleted."""

    list_display = ("name", "starts_on", "ends_on")
    change_list_template = "admin/tournaments/season/change_list.html"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Season]:
        """The seasons in which somebody has a role."""
        return seasons_within(request, super().get_queryset(request), Action.RULE)

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Referees and organisers of the season."""
        if isinstance(obj, Season):
            return may_in_season(request, Action.RULE, obj)
        return may_in_some_season(request, Action.RULE)

    def get_readonly_fields(self, request: HttpRequest, obj: Season | None = None) -> tuple[str, ...]:
        """The short name stays: addresses and rights are told with it."""
        return ("slug",) if obj else ()

    def get_prepopulated_fields(
        self, request: HttpRequest, obj: Season | None = None
    ) -> dict[str, Sequence[str]]:
        """The short name of a new season is made of its name."""
        return {} if obj else {"slug": ("name",)}

    def get_urls(self) -> list[URLPattern]:
        """The form, and a whole season in one step."""
        view = self.admin_site.admin_view
        return [
            path("from-template/", view(self.from_template), name="tournaments_season_from_template"),
            path("history/", view(self.history), name="tournaments_season_typed_in"),
            path("history/<int:pk>/", view(self.one_import), name="tournaments_season_import"),
            *super().get_urls(),
        ]

    def from_template(self, request: HttpRequest) -> HttpResponse:
        """A season with all its events."""
        return season_template_page(request, self._context(request))

    def history(self, request: HttpRequest) -> HttpResponse:
        """Past seasons from result lists."""
        return history_page(request, self._context(request))

    def one_import(self, request: HttpRequest, pk: int) -> HttpResponse:
        """A long result list that is being taken over."""
        return import_page(request, self._context(request), pk)

    def _context(self, request: HttpRequest) -> dict[str, Any]:
        return {**self.admin_site.each_context(request), "opts": self.opts, "media": self.media}
