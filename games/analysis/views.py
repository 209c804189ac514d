"""The page of an analysis, and the request for one."""

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from games.access import is_allowed, require_permission, scope_of_game
from games.access.decorators import caller_of
from games.analysis.jobs import can_be_requested, request_analysis, stored_of
from games.analysis.presenters import AnalysisPresenter, offer_analysis
from games.enums import Action
from games.models import Game
from games.presenters.game import GamePresenter
from games.visibility.viewers import game_for, vary_by_viewer


@require_safe
def analysis_page(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Luck and decisions in a game that is over; where there is no analysis (yet), that."""
    game = game_for(request, pk)
    stored = stored_of(game)
    caller, where = caller_of(request), scope_of_game(pk)
    context: dict[str, Any] = {
        "shown": GamePresenter(game),
        "found": None if stored is None else AnalysisPresenter(game, stored),
    }
    if stored is None:
        context["offer"] = offer_analysis(game, may_organise=is_allowed(caller, Action.ORGANISE, where))
    return vary_by_viewer(game, render(request, "games/analysis.html", context))


@require_POST
@require_permission(Action.ORGANISE, lambda pk: scope_of_game(pk))
def analysis_request(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Ask for the analysis of a game; back to the page on which it will stand."""
    game = get_object_or_404(Game, pk=pk)
    if can_be_requested(game):
        request_analysis(game)
    return redirect("games:analysis", pk=pk)
