"""The pages of rankings and titles."""

from __future__ import annotations

from datetime import date
from itertools import groupby
from typing import Any

import orjson
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.dateparse import parse_date
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.models import EventPoints, Ranking
from tournaments.rankings.movement import Movement, curve_of_places, has_history, movements
from tournaments.rankings.queries import podium, ranking, titles, triple_crowns
from tournaments.rankings.registry import NoSuchList, decided_lists

#: Titles on one page.
ON_A_PAGE = 60


@require_safe
def rankings_page(request: HttpRequest) -> HttpResponse:
    """Show which lists there are, and who leads them."""
    rows = {row.key: row for row in Ranking.objects.all()}
    found = [each for each in decided_lists(rows) if not each.is_hidden]
    stored = {key: orjson.loads(row.projection) for key, row in rows.items() if row.projection}
    lists = [(which, podium(stored.get(which.key))) for which in found]
    return render(request, "tournaments/rankings.html", {"lists": lists})


@require_safe
def ranking_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a list as it stands, or as it stood at the end of the day that ``?on=`` names."""
    asked = request.GET.get("on", "")
    day = _day(asked)
    try:
        drawn = ranking(slug, day, timezone.now())
    except NoSuchList as error:
        raise Http404 from error
    told = orjson.loads(drawn.text)
    context = {
        "told": told,
        "rows": _rows(told),
        "moves": has_history(told),
        "asked": asked,
        "is_day": day is not None or not asked,
    }
    return render(request, "tournaments/ranking.html", context, status=200 if context["is_day"] else 400)


def _rows(told: dict[str, Any]) -> list[dict[str, Any]]:
    """List the rows, each with how its player has moved and the curve of their places."""
    moved = movements(told)
    last = max((row["place"] for row in told["rows"]), default=1)
    return [
        {**row, "movement": moved[row["player"]], "curve": _curve(moved[row["player"]], last)}
        for row in told["rows"]
    ]


def _curve(movement: Movement, last: int) -> SafeString:
    title = _("Places, event by event: %(places)s") % {"places": ", ".join(map(str, movement.known))}
    return mark_safe(curve_of_places(movement, last, title))


def _day(asked: str) -> date | None:
    try:
        return parse_date(asked)
    except ValueError:
        return None


@require_safe
def titles_page(request: HttpRequest) -> HttpResponse:
    """Show who has won what, season by season, the latest first."""
    page = Paginator(
        titles().order_by("-unit__season__starts_on", "-unit__ended_on", "pk"), ON_A_PAGE
    ).get_page(request.GET.get("page"))
    rows = list(page.object_list)
    crowns = triple_crowns({row.unit.season_id for row in rows})
    seasons = [
        (season, won, _crowned(won, crowns.get(season.pk)))
        for season, won in (
            (season, list(won)) for season, won in groupby(rows, key=lambda row: row.unit.season)
        )
    ]
    return render(request, "tournaments/titles.html", {"seasons": seasons, "page": page})


def _crowned(won: list[EventPoints], player: str | None) -> str | None:
    """Return the name of the player from their titles."""
    return next((row.player.shown_as for row in won if str(row.player_id) == player), None)
