"""What becomes of an event: its file to keep, the archive, and its end where nothing was played."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.access.decorators import require_permission
from games.admin import actor_of
from games.enums import Action
from tournaments import services
from tournaments.models import Event
from tournaments.organiser.i18n import translate_text
from tournaments.organiser.refusals import refusals_shown
from tournaments.scopes import around_event


@never_cache
@require_safe
@require_permission(Action.ORGANISE, around_event)
def put_away_page(request: HttpRequest, slug: str) -> HttpResponse:
    event = _event(request, slug)
    return render(request, "organise/put_away.html", _context(event, gettext("File, archive, delete")))


@require_POST
@require_permission(Action.ORGANISE, around_event)
def archive(request: HttpRequest, slug: str) -> HttpResponse:
    _change(request, slug, services.archive_event, gettext("%(event)s is archived."))
    return redirect("tournaments:put-away", slug)


@require_POST
@require_permission(Action.ORGANISE, around_event)
def restore(request: HttpRequest, slug: str) -> HttpResponse:
    _change(request, slug, services.restore_event, gettext("%(event)s stands in the lists again."))
    return redirect("tournaments:put-away", slug)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@require_permission(Action.ORGANISE, around_event)
def delete(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask once, then delete the event; one with games stays, and it is said why."""
    if request.method != "POST":
        event = _event(request, slug)
        heading = gettext("Delete %(event)s?") % {"event": event.name}
        return render(request, "organise/delete_event.html", _context(event, heading))
    if _change(request, slug, services.delete_event, gettext("%(event)s is deleted.")):
        return redirect("tournaments:organise")
    return redirect("tournaments:put-away", slug)


def _change(request: HttpRequest, slug: str, change: Callable[..., object], said: str) -> bool:
    """Change what becomes of the event, and say so; where that is refused say why."""
    event = _event(request, slug)
    with refusals_shown(request):
        change(event_id=event.pk, actor=actor_of(request.user), now=timezone.now())
        messages.success(request, said % {"event": event.name})
        return True
    return False


def _event(request: HttpRequest, slug: str) -> Event:
    if not request.user.is_authenticated:
        raise PermissionDenied
    event: Event = get_object_or_404(Event.objects.select_related("season"), slug=slug)
    return event


def _context(event: Event, heading: str) -> dict[str, Any]:
    return {
        "part": "settings",
        "heading": heading,
        "event": event,
        "games": event.games.count(),
        "entries": event.entries.count(),
        "why_kept": services.PLAYED,
        "played": translate_text(services.BEING_PLAYED) if services.is_being_played(event) else "",
    }
