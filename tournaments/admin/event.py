"""Events in the admin: what is entered of them, and the way to their desks."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from games.access.admin import may_somewhere
from games.access.decorators import caller_of
from games.admin import OwnRows, WithHistoryAdmin, actor_of
from games.enums import Action
from tournaments import services
from tournaments.admin.entries import EntryInline, save_entries
from tournaments.models import Event, Season
from tournaments.organiser.desk_parts import reverse_desk
from tournaments.organiser.event_form import FIELDS, BaseEventForm, event_form, setting_fields
from tournaments.organiser.i18n import label, translate_text
from tournaments.organiser.option_fields import option_fields
from tournaments.organiser.permissions import (
    events_within,
    may_do,
    may_in_some_season,
    seasons_within,
)
from tournaments.organiser.refusals import REFUSED


@admin.register(Event)
class EventAdmin(WithHistoryAdmin):
    """Events as rows: entered and changed; everything goes through ``tournaments.services``."""

    inlines = (EntryInline,)
    list_display = ("to_desk", "season", "format_key", "status", "starts_on", "level")
    list_display_links = None
    list_filter = ("status", ("season", OwnRows), "format_key")
    list_select_related = ("season",)
    search_fields = ("name", "slug")
    date_hierarchy = "starts_on"
    actions = None
    change_form_template = "admin/tournaments/event/change_form.html"

    # -- the form ----------------------------------------------------------------------------------

    def get_fieldsets(self, request: HttpRequest, obj: Event | None = None) -> Any:
        """The event, the settings of its format, and what is seldom needed."""
        # Once games have begun settings are changed at the desk, with a note.
        formats = [obj.format] if obj and not obj.games.exists() else []
        is_drawn = obj is not None and obj.status != Event.Status.OPEN
        variants = ("variants",) if is_drawn or obj is None else tuple(option_fields(obj.format))
        usual: tuple[str, ...] = (
            "season",
            "name",
            "slug",
            "format_key",
            "rules_name",
            "level",
            "starts_on",
            "is_public",
        )
        return [
            (None, {"fields": usual}),
            *((label(format.name), {"fields": tuple(setting_fields(format))}) for format in formats),
            (_("Variants of the rules"), {"fields": variants, "classes": ("collapse",)}),
            (
                _("Advanced"),
                {"fields": ("ranked", "forecasts", "seconds_per_throw"), "classes": ("collapse",)},
            ),
        ]

    def get_form(self, request: HttpRequest, obj: Event | None = None, **kwargs: Any) -> type[BaseEventForm]:
        """With the settings of its format."""
        form: type[BaseEventForm] = super().get_form(request, obj, form=event_form(obj), **kwargs)
        return form

    def add_view(self, request: HttpRequest, form_url: str = "", extra_context: Any = None) -> HttpResponse:
        """Lead to where events are made."""
        return HttpResponseRedirect(reverse("tournaments:new-event"))

    def get_readonly_fields(self, request: HttpRequest, obj: Event | None = None) -> tuple[str, ...]:
        """The address stays; format and rules are fixed by the draw."""
        if obj is None or obj.status == Event.Status.OPEN:
            return ("slug", "format_key")
        return ("slug", "format_key", "rules_name", "variants")

    @admin.display(description=_("Variants of the rules"))
    def variants(self, event: Event) -> str:
        """What differs from the rule set, in words."""
        return "; ".join(f"{translate_text(name)}: {translate_text(value)}" for name, value in event.variants)

    @admin.display(description=_("name"), ordering="name")
    def to_desk(self, event: Event) -> str:
        """The way to its desk."""
        return format_html('<a href="{}">{}</a>', _desk_url(event), event.name)

    # -- who may -----------------------------------------------------------------------------------

    def get_queryset(self, request: HttpRequest) -> QuerySet[Event]:
        """The events in which somebody has a role."""
        return events_within(request, super().get_queryset(request), Action.RULE)

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Referees and organisers of the event."""
        return _may(request, Action.RULE, obj)

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Organisers of the event."""
        return _may(request, Action.ORGANISE, obj)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Organisers of a season."""
        return may_in_some_season(request, Action.ORGANISE)

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nobody here: an event is deleted at its desk (``tournaments.organiser.put_away``)."""
        return False

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """An event is made in a season, and moved to one, that one organises; one that lies elsewhere can stay."""
        if db_field.name == "season":
            own = seasons_within(request, Season.objects.all(), Action.ORGANISE)
            event_id = request.resolver_match.kwargs.get("object_id") if request.resolver_match else None
            here = Season.objects.filter(events=event_id) if str(event_id).isdecimal() else own.none()
            kwargs["queryset"] = Season.objects.filter(
                Q(pk__in=own.values("pk")) | Q(pk__in=here.values("pk"))
            )
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    # -- kept --------------------------------------------------------------------------------------

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> Any:
        """The form; what is refused although the form has checked it has changed in the meantime."""
        try:
            return super().changeform_view(request, object_id, form_url, extra_context)
        except REFUSED as error:
            messages.error(request, translate_text(error.message))
            return HttpResponseRedirect(request.get_full_path())

    def save_model(self, request: HttpRequest, obj: Event, form: Any, change: bool) -> None:
        """Keep what was entered."""
        who: dict[str, Any] = {"actor": actor_of(request.user), "now": timezone.now()}
        fields = {name: form.cleaned_data[name] for name in FIELDS if name in form.cleaned_data}
        fields |= {name: form.cleaned_data[name] for name in ("settings", "options")}
        season = fields.pop("season")
        if "season" in form.changed_data:
            services.move_event(event_id=obj.pk, season=season, by=caller_of(request), now=who["now"])
        services.change_event(event_id=obj.pk, changes=fields, **who)
        obj.refresh_from_db()

    def save_formset(self, request: HttpRequest, form: Any, formset: Any, change: bool) -> None:
        """Enter, withdraw and seed the players."""
        if formset.has_changed():
            save_entries(formset, form.instance.pk, actor_of(request.user), timezone.now())
        else:
            formset.new_objects, formset.changed_objects, formset.deleted_objects = [], [], []

    def response_post_save_change(self, request: HttpRequest, obj: Event) -> HttpResponse:
        """On to the desk."""
        return HttpResponseRedirect(_desk_url(obj))


def _may(request: HttpRequest, action: Action, event: Model | None) -> bool:
    return may_do(request, action, event) if isinstance(event, Event) else may_somewhere(request, action)


def _desk_url(event: Event) -> str:
    return reverse_desk("desk", event)
