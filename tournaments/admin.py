"""Rows of seasons, events, halls and webhooks, mostly to be read: what is done about them is done at their desks."""

from collections.abc import Sequence

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from games.access import caller_of, is_allowed, may_somewhere, scope_around, translate_text
from games.admin import OwnRows, ReadOnlyAdmin, WithHistoryAdmin
from games.enums import Action
from tournaments.kit.desk import (
    events_within,
    may_do,
    may_in_season,
    may_in_some_season,
    reverse_desk,
    seasons_within,
    webhooks_within,
)
from tournaments.models import Event, Hall, Season, Webhook
from tournaments.webhooks.desk import address_of


@admin.register(Event)
class EventAdmin(ReadOnlyAdmin, WithHistoryAdmin):
    """Events as rows, with their history."""

    list_display = ("to_desk", "season", "format_key", "status", "starts_on", "level")
    list_display_links = None
    list_filter = ("status", ("season", OwnRows), "format_key")
    list_select_related = ("season",)
    search_fields = ("name", "slug")
    date_hierarchy = "starts_on"
    change_form_template = "admin/tournaments/event/change_form.html"
    fields = readonly_fields = (
        "season",
        "name",
        "slug",
        "status",
        "format_key",
        "settings",
        "rules_name",
        "variants",
        "level",
        "starts_on",
        "public",
        "ranked",
        "forecasts",
        "seconds_per_throw",
    )

    @admin.display(description=_("Variants of the rules"))
    def variants(self, event: Event) -> str:
        return "; ".join(f"{translate_text(name)}: {translate_text(value)}" for name, value in event.variants)

    @admin.display(description=_("Public"), boolean=True)
    def public(self, event: Event) -> bool:
        """Without the help of the form, which says what the opposite means."""
        return event.is_public

    @admin.display(description=_("name"), ordering="name")
    def to_desk(self, event: Event) -> str:
        return format_html('<a href="{}">{}</a>', reverse_desk("desk", event), event.name)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Event]:
        return events_within(request, super().get_queryset(request), Action.RULE)

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        if isinstance(obj, Event):
            return may_do(request, Action.RULE, obj)
        return may_somewhere(request, Action.RULE)


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


@admin.register(Hall)
class HallAdmin(ReadOnlyAdmin, WithHistoryAdmin):
    """Halls: nothing but their history is looked at here."""

    fields = readonly_fields = ("name", "slug", "language", "theme")


@admin.register(Webhook)
class WebhookAdmin(ReadOnlyAdmin, WithHistoryAdmin):
    """Webhooks and their history, to be read; what is done about them is done at the desk of their place."""

    list_display = ("name", "event", "season", "kind_names", "active", "to_desk")
    list_filter = ("active", ("event", OwnRows))
    list_select_related = ("event", "season")
    fields = readonly_fields = (
        "event",
        "season",
        "name",
        "kind_names",
        "active",
        "created_by",
        "created_at",
        "to_desk",
    )

    @admin.display(description=_("tells of"))
    def kind_names(self, webhook: Webhook) -> str:
        return ", ".join(webhook.kinds)

    @admin.display(description=_("desk"))
    def to_desk(self, webhook: Webhook) -> str:
        return format_html('<a href="{}">{}</a>', address_of(webhook.place, webhook.pk), _("Organise"))

    def get_queryset(self, request: HttpRequest) -> QuerySet[Webhook]:
        return super().get_queryset(request).filter(pk__in=webhooks_within(request).values("pk"))

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        if isinstance(obj, Webhook):
            return is_allowed(caller_of(request), Action.ORGANISE, scope_around(obj.place))
        return may_somewhere(request, Action.ORGANISE)
