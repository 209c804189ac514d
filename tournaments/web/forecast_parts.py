"""The part of a page that shows forecasts, as it is asked for again and again."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language

from tournaments.forecasts.presenters import ForecastsPresenter
from tournaments.forecasts.season_presenters import SeasonForecastsPresenter


def forecast_part(
    request: HttpRequest, chances: ForecastsPresenter | SeasonForecastsPresenter
) -> HttpResponse:
    """Render the forecasts; 304 while no more is known."""
    etag = f'"{chances.etag}-{get_language()}"'
    if unchanged := get_conditional_response(request, etag=etag):
        return unchanged
    response = render(request, "tournaments/forecast.html", {"chances": chances})
    response["ETag"] = etag
    return response
