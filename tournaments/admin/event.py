"""Events in the admin: the organiser's desk of an evening."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import Model
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.functional import lazystr
from django.utils.translation import gettext as __
from django.utils.translation import gettext_lazy as _

from games.admin import WithHistoryAdmin, actor_of
from games.errors import RecordingError
from rules import RulesError
from tournaments import conduct
from tournaments.admin.conducting import DrawForm, StartForm, said
from tournaments.admin.entries import EntryInline, save_entries
from tournaments.admin.event_form import FIELDS, EventForm, SaidLabel, setting_fields
from tournaments.course import Course
from tournaments.formats import FORMATS, FormatError
from tournaments.models import Draw, Event
from tournaments.showing import EventShown

REFUSED = (RecordingError, RulesError, FormatError)


@admin.register(Event)
class EventAdmin(WithHistoryAdmin):
    """Events: entered, drawn, started and looked at; everything goes through ``tournaments.conduct``."""

    form = EventForm
    inlines = (EntryInline,)
    list_display = ("name", "season", "format_key", "status", "starts_on", "level")
    list_filter = ("status", "season", "format_key")
    list_select_related = ("season",)
    search_fields = ("name", "slug")
    date_hierarchy = "starts_on"
    actions = None
    change_form_template = "admin/tournaments/event/change_form.html"

    # -- the form ----------------------------------------------------------------------------------

    def get_fieldsets(self, request: HttpRequest, obj: Event | None = None) -> Any:
        """The event, the settings of its format (of all formats for a new one), and what is seldom needed."""
        formats = [obj.format] if obj else list(FORMATS.values())
        usual: tuple[str, ...] = (
            "season",
            "name",
            "slug",
            "format_key",
            "rules_name",
            "level",
            "starts_on",
            "embargo",
        )
        return [
            (None, {"fields": usual}),
            *(
                (lazystr(SaidLabel(format.name)), {"fields": tuple(setting_fields(format))})
                for format in formats
            ),
            (
                _("Seldom needed"),
                {"fields": ("ranked", "options", *(("note",) if obj else ())), "classes": ("collapse",)},
            ),
        ]

    def get_readonly_fields(self, request: HttpRequest, obj: Event | None = None) -> tuple[str, ...]:
        """The address stays; format and rules are fixed by the draw."""
        if obj is None:
            return ()
        if obj.status == Event.Status.OPEN:
            return ("slug", "format_key")
        return ("slug", "format_key", "rules_name", "options")

    def get_prepopulated_fields(
        self, request: HttpRequest, obj: Event | None = None
    ) -> dict[str, Sequence[str]]:
        """The short name of a new event is made of its name."""
        return {} if obj else {"slug": ("name",)}

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """An event can be deleted until it has been drawn."""
        is_open = isinstance(obj, Event) and obj.status == Event.Status.OPEN
        return is_open and super().has_delete_permission(request, obj)

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> Any:
        """The desk: what is to be done next and the table, above the form."""
        event = self.get_object(request, object_id) if object_id else None
        context = {**(extra_context or {}), **(_desk(event) if event else {})}
        try:
            return super().changeform_view(request, object_id, form_url, context)
        except REFUSED as error:
            # The form has checked what it could: what is refused now has changed in the meantime.
            messages.error(request, said(error.message))
            return HttpResponseRedirect(request.get_full_path())

    def save_model(self, request: HttpRequest, obj: Event, form: Any, change: bool) -> None:
        """Keep what was entered."""
        who: dict[str, Any] = {"actor": actor_of(request.user), "now": timezone.now()}
        fields = {name: form.cleaned_data[name] for name in FIELDS if name in form.cleaned_data}
        fields["settings"] = form.cleaned_data["settings"]
        if change:
            kept = conduct.change_event(
                event_id=obj.pk, changes=fields, note=form.cleaned_data["note"], **who
            )
        else:
            kept = conduct.create_event(**fields, **who)
        obj.pk = kept.pk
        obj.refresh_from_db()

    def save_formset(self, request: HttpRequest, form: Any, formset: Any, change: bool) -> None:
        """Enter, withdraw and seed the players."""
        if formset.has_changed():
            save_entries(formset, form.instance.pk, actor_of(request.user), timezone.now())
        else:
            formset.new_objects, formset.changed_objects, formset.deleted_objects = [], [], []

    # -- draw and start ----------------------------------------------------------------------------

    def get_urls(self) -> list[URLPattern]:
        """The form, and the two things that are done beside it."""
        view = self.admin_site.admin_view
        return [
            path("<int:event_id>/draw/", view(self.draw), name="tournaments_event_draw"),
            path("<int:event_id>/start-game/", view(self.start_game), name="tournaments_event_start_game"),
            *super().get_urls(),
        ]

    def draw(self, request: HttpRequest, event_id: int) -> HttpResponse:
        """Hold the draw that is due."""
        event = self._event(request, event_id)
        course = Course.of(event)
        if not course.verdict.draws:
            return self._back(request, event, __("Nothing is to be drawn now."))
        needed = course.verdict.draws[0]
        names = {entry.key: entry.player.shown_as for entry in course.entries}
        form = DrawForm(needed, names, request.POST or None)
        if request.method == "POST" and form.is_valid():
            try:
                self._hold(form, event, request)
            except REFUSED as error:
                form.add_error(None, said(error.message))
            else:
                messages.success(request, __("The draw has been held."))
                return self._back(request, event)
        return self._page(request, event, "draw", form, said(needed.name))

    def _hold(self, form: DrawForm, event: Event, request: HttpRequest) -> None:
        who: dict[str, Any] = {
            "event_id": event.pk,
            "subject": form.needed.subject,
            "actor": actor_of(request.user),
            "now": timezone.now(),
        }
        match form.cleaned_data["method"]:
            case Draw.Method.SEED_ORDER:
                conduct.draw_in_seed_order(**who)
            case Draw.Method.BY_HAND:
                conduct.draw_by_hand(order=form.order, **who)
            case _:
                conduct.draw_from_seed(seed=form.cleaned_data["published_seed"], **who)

    def start_game(self, request: HttpRequest, event_id: int) -> HttpResponse:
        """Start the next game."""
        event = self._event(request, event_id)
        course = Course.of(event)
        if not course.due:
            return self._back(request, event, __("No game can be started now."))
        due = course.due[0]
        form = StartForm(due, event.rules.die_faces, request.POST or None)
        if request.method == "POST" and form.is_valid():
            try:
                started = conduct.start_next_game(
                    event_id=event.pk,
                    number=due.number,
                    rounds=form.rounds,
                    override=form.override,
                    board=form.cleaned_data["board"],
                    actor=actor_of(request.user),
                    now=timezone.now(),
                ).played
            except REFUSED as error:
                form.add_error(None, said(error.message))
            else:
                messages.success(request, f"{said(started.name)}: {said(started.starter_reason)}")
                return self._back(request, event)
        return self._page(request, event, "start_game", form, said(due.name))

    def _event(self, request: HttpRequest, event_id: int) -> Event:
        event = get_object_or_404(Event.objects.select_related("season"), pk=event_id)
        if not self.has_change_permission(request, event):
            raise PermissionDenied
        return event

    def _back(self, request: HttpRequest, event: Event, warning: str = "") -> HttpResponse:
        if warning:
            messages.warning(request, warning)
        return HttpResponseRedirect(reverse("admin:tournaments_event_change", args=[event.pk]))

    def _page(self, request: HttpRequest, event: Event, page: str, form: Any, title: str) -> HttpResponse:
        context = {
            **self.admin_site.each_context(request),
            **_desk(event),
            "opts": self.opts,
            "original": event,
            "form": form,
            "title": f"{event.name}: {title}",
        }
        return TemplateResponse(request, f"admin/tournaments/event/{page}.html", context)


def _desk(event: Event) -> dict[str, Any]:
    return {"shown": EventShown(event)}
