"""The page of who did what in an event: to filter, to leaf through, to take along as CSV or JSON."""

import json
from typing import Any
from urllib.parse import urlencode

from django.core.exceptions import BadRequest
from django.core.paginator import Page, Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.access import require_permission, translate_text
from games.enums import Action
from rules import spoken
from tournaments.audit.forms import FilterForm
from tournaments.audit.queries import AuditLine, AuditLineSerializer, lines, rows
from tournaments.audit.sentences import tell_days
from tournaments.exports import csv
from tournaments.exports.csv import Cell, CsvSheet
from tournaments.models import Event
from tournaments.scopes import around_event

ON_A_PAGE = 50
#: Lines in one file.
MOST_EXPORTED = 100_000
COLUMNS = ("at", "actor", "name", "kind", "what", "game", "details")


@never_cache
@require_safe
@require_permission(Action.AUDIT, around_event)
def audit_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Who did what when, the latest first."""
    event = _event(slug)
    form = FilterForm(request.GET)
    found: Any = rows(event, form.filter(throws=False)) if form.is_valid() else []
    page: Page[Any] = Paginator(found, ON_A_PAGE).get_page(request.GET.get("page"))
    filtered = {name: value for name, value in request.GET.items() if name != "page" and value}
    context = {
        "event": event,
        "part": "activity",
        "form": form,
        "page": page,
        "days": tell_days(event, lines(event, page.object_list)),
        "filtered": urlencode(filtered),
    }
    return render(request, "organise/activity.html", context, status=200 if form.is_valid() else 400)


@never_cache
@require_safe
@require_permission(Action.AUDIT, around_event)
def audit_csv(request: HttpRequest, slug: str) -> HttpResponse:
    rows = [_row(line) for line in _exported(request, slug)]
    language = spoken(get_language() or "en")
    return _file(CsvSheet(COLUMNS, rows).as_csv(language), csv.CONTENT_TYPE, f"{slug}-audit.csv")


@never_cache
@require_safe
@require_permission(Action.AUDIT, around_event)
def audit_json(request: HttpRequest, slug: str) -> HttpResponse:
    found = AuditLineSerializer.each(_exported(request, slug))
    text = json.dumps({"event": slug, "lines": found}, ensure_ascii=False)
    return _file(text, "application/json", f"{slug}-audit.json")


def _exported(request: HttpRequest, slug: str) -> list[AuditLine]:
    event, form = _event(slug), FilterForm(request.GET)
    if not form.is_valid():
        raise BadRequest(form.errors.as_text())
    return lines(event, rows(event, form.filter())[:MOST_EXPORTED])


def _event(slug: str) -> Event:
    return get_object_or_404(Event.objects.select_related("season").defer("projection"), slug=slug)


def _row(line: AuditLine) -> list[Cell]:
    what, details = translate_text(line.what), json.dumps(dict(line.details), ensure_ascii=False)
    return [
        timezone.localtime(line.at).isoformat(),
        line.actor,
        line.name,
        line.kind,
        what,
        line.game,
        details,
    ]


def _file(content: str | bytes, content_type: str, name: str) -> HttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(content, content_type=content_type, headers=headers)
