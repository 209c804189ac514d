"""Parsing ranking requests: the list and the day; shared by REST, CSV and PDF."""

from datetime import date

from django.utils import timezone
from django.utils.dateparse import parse_date
from rest_framework.request import Request

from games.api.problems import Problem
from games.errors import BadRequest
from rules import Text, quote_value
from tournaments.rankings.queries import StoredRanking, ranking
from tournaments.rankings.registry import NoSuchList


def requested_day(given: str | None) -> date | None:
    """Return the day that ``?on=`` names, None without it. Raises ``BadRequest``."""
    if given is None:
        return None
    day = read_day(given)
    if day is None:
        raise BadRequest(
            Text("on: a day such as 2026-11-21 is needed, not {given}", given=quote_value(given)),
            field="on",
        )
    return day


def read_day(given: str) -> date | None:
    try:
        return parse_date(given)
    except ValueError:
        return None


def unknown(error: NoSuchList) -> Problem:
    """Return the 404 that names the existing lists."""
    return Problem("not-found", 404, error.message)


def requested_ranking(request: Request, slug: str) -> StoredRanking:
    """Return the requested list of the requested day. Raises ``BadRequest``, ``Problem``."""
    day = requested_day(request.query_params.get("on"))
    try:
        return ranking(slug, day, timezone.now())
    except NoSuchList as error:
        raise unknown(error) from error
