"""Events in the admin, to be read: they are entered and changed at their desks."""

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from games.access import may_somewhere, translate_text
from games.admin import OwnRows, ReadOnlyAdmin, WithHistoryAdmin
from games.enums import Action
from tournaments.models import Event
from tournaments.organiser.desk_parts import reverse_desk
from tournaments.organiser.permissions import events_within, may_do


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
