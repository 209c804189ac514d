"""The history of the rows of an event – entries, draws, games –, to be read; the desk leads to it."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.admin import ReadOnlyAdmin, WithHistoryAdmin
from games.enums import Action
from tournaments.models import Draw, Entry, EventGame
from tournaments.organiser.i18n import translate_text
from tournaments.organiser.permissions import may_do
from tournaments.player_refs import resolve_current


class RowAdmin(ReadOnlyAdmin, WithHistoryAdmin):
    """A kind of row that is changed at the desk only: nothing but its history is looked at here."""

    list_select_related = ("event",)

    def get_model_perms(self, request: HttpRequest) -> dict[str, bool]:
        return {}

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return isinstance(obj, Entry | Draw | EventGame) and may_do(request, Action.RULE, obj.event)

    @admin.display(description=_("name"))
    def called(self, row: Draw | EventGame) -> str:
        """Its name, players by their current names."""
        return translate_text(resolve_current(row.name))


@admin.register(Entry)
class EntryAdmin(RowAdmin):
    """Entries."""

    fields = readonly_fields = ("event", "player", "key", "seed", "left_after")


@admin.register(Draw)
class DrawAdmin(RowAdmin):
    """Draws."""

    fields = readonly_fields = (
        "event",
        "called",
        "order",
        "method",
        "published_seed",
        "throws",
        "made_by",
        "made_at",
    )


@admin.register(EventGame)
class EventGameAdmin(RowAdmin):
    """Games of events."""

    fields = readonly_fields = (
        "event",
        "number",
        "called",
        "game",
        "board",
        "due_starter",
        "why_it_starts",
        "throws",
        "override_reason",
    )

    @admin.display(description=_("why this colour starts"))
    def why_it_starts(self, row: EventGame) -> str:
        return translate_text(resolve_current(row.starter_reason))
