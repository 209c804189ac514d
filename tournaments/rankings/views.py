"""The pages of rankings and titles."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from itertools import groupby
from typing import Any

import orjson
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.drawing.svg_builder import escape_text, tag
from tournaments.models import Ranking
from tournaments.rankings.queries import PODIUM, podium, ranking, read_day, titles, triple_crowns
from tournaments.rankings.registry import NoSuchList, decided_lists

# -- movement --------------------------------------------------------------------------------------

#: How many days on which something that counts ended are looked at.
DAYS = 8
#: The picture of a player's places.
_WIDTH, _HEIGHT, _EDGE = 80, 24, 4


@dataclass(frozen=True, slots=True)
class Movement:
    """The places of a player, the earliest first, None where they were not on the list; the last one is today's."""

    places: Sequence[int | None]

    @property
    def up(self) -> int:
        """By how many places they have moved up since last time; negative: down."""
        before, now = self.places[-2:] if len(self.places) > 1 else (None, None)
        return 0 if before is None or now is None else before - now

    @property
    def down(self) -> int:
        """By how many places they have moved down."""
        return -self.up

    @property
    def is_new(self) -> bool:
        """Whether they were not on the list last time."""
        return len(self.places) > 1 and self.places[-2] is None

    @property
    def known(self) -> list[int]:
        """List the places since they came to the list for good."""
        late: list[int] = []
        for place in self.places:
            late = [] if place is None else [*late, place]
        return late


def movements(data: Mapping[str, Any]) -> dict[str, Movement]:
    """Map player to movement for a list as it is served. At most eight lists are drawn up, once for each version."""
    ends = _days(data)
    fingerprint = hashlib.sha256(orjson.dumps(data)).hexdigest()
    earlier = [_places_on(data["list"], day, fingerprint) for day in ends[:-1]]
    return {
        row["player"]: Movement([*(places.get(row["player"]) for places in earlier), row["place"]])
        for row in data["rows"]
    }


def _days(data: Mapping[str, Any]) -> list[str]:
    """List the last days on which something that counts ended."""
    return sorted({unit["ended_on"] for unit in data["counted"]})[-DAYS:]


@lru_cache(maxsize=512)
def _places_on(key: str, day: str, fingerprint: str) -> Mapping[str, int]:
    """Map player to place at the end of a day, cached until the list has changed (``fingerprint``)."""
    rows = orjson.loads(ranking(key, date.fromisoformat(day), timezone.now()).text)["rows"]
    return {row["player"]: row["place"] for row in rows}


def curve_of_places(movement: Movement, last: int, title: str) -> str:
    """Draw a player's places as a line, first place on top; ``title`` is its text. Empty for one place."""
    known = movement.known
    if len(known) < 2:
        return ""
    across = (_WIDTH - 2 * _EDGE) / (len(movement.places) - 1)
    first = len(movement.places) - len(known)
    points = [
        (
            _EDGE + (first + at) * across,
            _EDGE + (_HEIGHT - 2 * _EDGE) * (place - 1) / max(last - 1, 1),
        )
        for at, place in enumerate(known)
    ]
    x, y = points[-1]
    return tag(
        "svg",
        tag("title", escape_text(title)),
        tag("polyline", points=" ".join(f"{x:.1f},{y:.1f}" for x, y in points), class_="curve-line"),
        tag("circle", cx=f"{x:.1f}", cy=f"{y:.1f}", r=3, class_="curve-end"),
        viewBox=f"0 0 {_WIDTH} {_HEIGHT}",
        class_="place-curve",
        role="img",
    )


# -- pages -----------------------------------------------------------------------------------------

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
    """Show a list of now, or of the end of the day that ``?on=`` names."""
    asked = request.GET.get("on", "")
    day = read_day(asked)
    try:
        drawn = ranking(slug, day, timezone.now())
    except NoSuchList as error:
        raise Http404 from error
    data = orjson.loads(drawn.text)
    context = {
        "ranking": data,
        "rows": _rows(data),
        "podium": PODIUM,
        "moves": len(_days(data)) > 1,
        "asked": asked,
        "is_day": day is not None or not asked,
    }
    return render(request, "tournaments/ranking.html", context, status=200 if context["is_day"] else 400)


def _rows(data: dict[str, Any]) -> list[dict[str, Any]]:
    """List the rows, each with how its player has moved and the curve of their places."""
    moved = movements(data)
    last = max((row["place"] for row in data["rows"]), default=1)
    return [
        {**row, "movement": moved[row["player"]], "curve": _curve(moved[row["player"]], last)}
        for row in data["rows"]
    ]


def _curve(movement: Movement, last: int) -> SafeString:
    title = _("Places, event by event: %(places)s") % {"places": ", ".join(map(str, movement.known))}
    return mark_safe(curve_of_places(movement, last, title))


@require_safe
def titles_page(request: HttpRequest) -> HttpResponse:
    """Show who has won what, season by season, the latest first."""
    page = Paginator(
        titles().order_by("-unit__season__starts_on", "-unit__ended_on", "pk"), ON_A_PAGE
    ).get_page(request.GET.get("page"))
    rows = list(page.object_list)
    crowns = triple_crowns({row.unit.season_id for row in rows})
    seasons = [
        (
            season,
            won,
            next((row.player.shown_as for row in won if str(row.player_id) == crowns.get(season.pk)), None),
        )
        for season, won in (
            (season, list(won)) for season, won in groupby(rows, key=lambda row: row.unit.season)
        )
    ]
    return render(request, "tournaments/titles.html", {"seasons": seasons, "page": page})
