"""Entries in the admin: rows that can be added, changed and removed until the draw."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import Model
from django.forms.models import BaseInlineFormSet
from django.http import HttpRequest
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from games.enums import Action
from tournaments import services
from tournaments.models import Entry, Event
from tournaments.organiser.i18n import translate_text
from tournaments.organiser.permissions import may_do, may_in_some_season


class EntryForm(forms.ModelForm):
    """A player and their seed."""

    seed = forms.IntegerField(
        label=_("seed"), required=False, min_value=1, max_value=999, help_text=_("1 is the highest.")
    )

    class Meta:
        model = Entry
        fields = ("player", "seed")


class EntryFormSet(BaseInlineFormSet):
    """The rows of the entries; what a page sends that was opened before the draw is refused, not left out."""

    def clean(self) -> None:
        """Raises ``ValidationError`` where the entries are closed and a row says anything else than they are."""
        super().clean()
        why = services.why_closed(self.instance) if self.instance.pk else None
        if why is not None and any(self._says_otherwise(form) for form in self.forms):
            raise forms.ValidationError(translate_text(why), code="closed")

    def _says_otherwise(self, form: Any) -> bool:
        """Whether a row was sent filled in, changed or to be deleted; fields of closed rows are not sent."""
        entry = form.instance
        sent = {name: self.data.get(form.add_prefix(name), "") for name in ("player", "seed", "DELETE")}
        kept = {"player": str(entry.player_id), "seed": str(entry.seed), "DELETE": ""} if entry.pk else {}
        return any(value not in ("", kept.get(name, "")) for name, value in sent.items())


class EntryInline(admin.TabularInline):
    """The players of an event."""

    model = Entry
    form = EntryForm
    formset = EntryFormSet
    autocomplete_fields = ("player",)
    verbose_name_plural = _("Entries")

    def get_max_num(self, request: HttpRequest, obj: Event | None = None, **kwargs: Any) -> int | None:
        """As many as the format has players; once the entries are closed no row is offered."""
        if not _is_open(obj):
            return 0
        return obj.format.most_players if obj else 0

    def get_extra(self, request: HttpRequest, obj: Event | None = None, **kwargs: Any) -> int:
        """Empty rows for the players that are missing."""
        return 3

    def get_formset(self, request: HttpRequest, obj: Event | None = None, **kwargs: Any) -> Any:
        """More players than the format has are refused where they are entered; it says why none is."""
        if obj is not None and (why := services.why_closed(obj)):
            self.verbose_name_plural = format_lazy(
                "{}: {}", EntryInline.verbose_name_plural, translate_text(why)
            )
        return super().get_formset(request, obj, validate_max=_is_open(obj), **kwargs)

    def has_add_permission(self, request: HttpRequest, obj: Event | None = None) -> bool:
        """Until the draw."""
        return _is_open(obj) and _may_organise(request, obj)

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Until the draw."""
        return _is_open(obj) and _may_organise(request, obj)

    has_delete_permission = has_change_permission

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Whoever sees the event."""
        return may_do(request, Action.RULE, obj) if isinstance(obj, Event) else _may_organise(request, obj)


def _may_organise(request: HttpRequest, event: Model | None) -> bool:
    if isinstance(event, Event):
        return may_do(request, Action.ORGANISE, event)
    return may_in_some_season(request, Action.ORGANISE)


def _is_open(event: Model | None) -> bool:
    return not isinstance(event, Event) or event.status == Event.Status.OPEN


def save_entries(formset: Any, event_id: int, actor: str, now: datetime) -> None:
    """Do what the rows say, in the order: withdrawn, changed and new players, seeds."""
    formset.new_objects, formset.changed_objects, formset.deleted_objects = [], [], []
    who: dict[str, Any] = {"event_id": event_id, "actor": actor, "now": now}
    for form in formset.deleted_forms:
        if form.instance.pk:
            services.withdraw(key=form.instance.key, **who)
            formset.deleted_objects.append(form.instance)
    wanted: list[tuple[int, str]] = []
    for position, form in enumerate(formset.forms, start=1000):
        if form in formset.deleted_forms or not form.cleaned_data.get("player"):
            continue
        entry = form.instance
        if entry.pk is None:
            entry = services.enter(player=form.cleaned_data["player"], **who)
            formset.new_objects.append(entry)
        elif "player" in form.changed_data:
            services.withdraw(key=entry.key, **who)
            entry = services.enter(player=form.cleaned_data["player"], **who)
            formset.changed_objects.append((entry, form.changed_data))
        elif form.changed_data:
            formset.changed_objects.append((entry, form.changed_data))
        wanted.append((form.cleaned_data.get("seed") or position, entry.key))
    services.reseed(order=[key for _, key in sorted(wanted)], **who)
