"""The table of an event in a frame of another site's page."""

from typing import Any

from django.http import HttpRequest, HttpResponse

from games.views.images import framed, tagged
from tournaments.models import Event
from tournaments.standings.presenters import EventPresenter
from tournaments.visibility import public_event


@framed
def embedded_table(request: HttpRequest, slug: str) -> HttpResponse:
    return _table(request, slug, "tournaments/embeds/table.html")


@framed
def embedded_table_live(request: HttpRequest, slug: str) -> HttpResponse:
    return _table(request, slug, "tournaments/embeds/table_live.html")


def _table(request: HttpRequest, slug: str, template: str) -> HttpResponse:
    event = public_event(slug)
    return tagged(request, event.version, template, lambda: _context(event))


def _context(event: Event) -> dict[str, Any]:
    shown = EventPresenter(event)
    return {"shown": shown, "is_over": shown.projection["finished"] is not None}
