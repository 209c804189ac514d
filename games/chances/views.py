"""The part of a game's page that shows its chances."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import get_conditional_response
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.chances.presenters import ChancesPresenter
from games.visibility.viewers import game_for, vary_by_viewer


@require_safe
@cache_control(no_cache=True)
def chances_part(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The chances as they are now; 304 while nothing is new."""
    game = game_for(request, pk)
    chances = ChancesPresenter(game)
    if unchanged := get_conditional_response(request, etag=chances.etag):
        return vary_by_viewer(game, unchanged)
    response = render(request, "games/chances.html", {"chances": chances})
    response["ETag"] = chances.etag
    return vary_by_viewer(game, response)
