"""What becomes of an event: its file to keep, the archive, and its end where nothing was played."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.access import translate_text
from games.enums import Action
from tournaments import services
from tournaments.models import Event
from tournaments.organiser.page import event_page, who_acts
from tournaments.organiser.refusals import refusals_shown


@require_safe
@event_page(Action.ORGANISE)
def put_away_page(request: HttpRequest, event: Event) -> HttpResponse:
    return render(request, "organise/put_away.html", _context(event, gettext("File, archive, delete")))


@require_POST
@event_page(Action.ORGANISE)
def archive(request: HttpRequest, event: Event) -> HttpResponse:
    _change(request, event, services.archive_event, gettext("%(event)s is archived."))
    return redirect("tournaments:put-away", event.slug)


@require_POST
@event_page(Action.ORGANISE)
def restore(request: HttpRequest, event: Event) -> HttpResponse:
    _change(request, event, services.restore_event, gettext("%(event)s stands in the lists again."))
    return redirect("tournaments:put-away", event.slug)


@require_http_methods(["GET", "HEAD", "POST"])
@event_page(Action.ORGANISE)
def delete(request: HttpRequest, event: Event) -> HttpResponse:
    """Ask once, then delete the event; one with games stays, and it is said why."""
    if request.method != "POST":
        heading = gettext("Delete %(event)s?") % {"event": event.name}
        return render(request, "organise/delete_event.html", _context(event, heading))
    if _change(request, event, services.delete_event, gettext("%(event)s is deleted.")):
        return redirect("tournaments:organise")
    return redirect("tournaments:put-away", event.slug)


def _change(request: HttpRequest, event: Event, change: Callable[..., object], said: str) -> bool:
    """Change what becomes of the event, and say so; where that is refused say why."""
    with refusals_shown(request):
        change(**who_acts(request, event))
        messages.success(request, said % {"event": event.name})
        return True
    return False


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
