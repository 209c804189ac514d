"""The pages of an event's desk: how it stands, part by part. What is done there stands in ``actions``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.access.decorators import caller_of, signed_in
from games.access.permissions import check_allowed, is_allowed
from games.access.scopes import EVERYWHERE
from games.enums import Action
from games.models import Player
from games.visibility.viewers import check_visible
from tournaments import services
from tournaments.models import Event, Hall
from tournaments.organiser.actions.players import AddPlayersForm
from tournaments.organiser.dashboard import LINES_ON_A_PAGE, DashboardPresenter
from tournaments.organiser.desk_parts import DeskPart
from tournaments.organiser.next_step import next_step
from tournaments.organiser.permissions import renamable
from tournaments.organiser.recent_decisions import last_decisions
from tournaments.scopes import scope_of_event

More = dict[str, Any]


@never_cache
@require_safe
@signed_in
def desk_page(request: HttpRequest, slug: str, part: DeskPart) -> HttpResponse:
    """Show a part of the desk to those who may see it; a magic link opens no desk."""
    event = get_object_or_404(Event.objects.select_related("season"), slug=slug)
    check_visible(request, event, scope_of_event(event))
    if not request.user.is_authenticated:
        raise PermissionDenied
    check_allowed(caller_of(request), part.permission, scope_of_event(event))
    if not part.is_of(event):
        raise Http404
    shown = DashboardPresenter(event, request)
    context = {"event": event, "part": part.key, "shown": shown, **_MORE[part.key](request, shown)}
    return render(request, part.template, context)


def _overview(request: HttpRequest, shown: DashboardPresenter) -> More:
    return {"step": next_step(shown)}


def _players(request: HttpRequest, shown: DashboardPresenter) -> More:
    return {
        "closed": services.why_closed(shown.event),
        "form": AddPlayersForm(label_suffix="") if shown.may_organise else None,
        "editable": _editable(request, shown.event) if shown.may_organise else (),
    }


def _editable(request: HttpRequest, event: Event) -> set[str]:
    """The players of the event whose name is somebody's to correct, by their ids."""
    players = renamable(request, Player.objects.filter(entries__event=event))
    return set(map(str, players.values_list("pk", flat=True)))


def _games(request: HttpRequest, shown: DashboardPresenter) -> More:
    return {"page": Paginator(shown.lines, LINES_ON_A_PAGE).get_page(request.GET.get("page"))}


def _screens(request: HttpRequest, shown: DashboardPresenter) -> More:
    may_hang = is_allowed(caller_of(request), Action.ORGANISE, EVERYWHERE)
    own = Q(rehearsals=None) | Q(rehearsals__event=shown.event)
    return {"may_hang": may_hang, "halls": list(Hall.objects.filter(own))}


def _settings(request: HttpRequest, shown: DashboardPresenter) -> More:
    return {"decisions": last_decisions(shown)}


def _nothing(request: HttpRequest, shown: DashboardPresenter) -> More:
    return {}


#: Key of a part → what its page needs beside the event.
_MORE: Mapping[str, Callable[[HttpRequest, DashboardPresenter], More]] = {
    "overview": _overview,
    "players": _players,
    "games": _games,
    "draws": _nothing,
    "files": _nothing,
    "screens": _screens,
    "settings": _settings,
}
