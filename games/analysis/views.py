"""The page of an analysis."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.analysis.jobs import stored_of
from games.analysis.presenters import AnalysisPresenter
from games.presenters.game import GamePresenter
from games.visibility.viewers import game_for, vary_by_viewer


@require_safe
def analysis_page(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Luck and decisions in a game that is over; where there is no analysis (yet), that."""
    game = game_for(request, pk)
    stored = stored_of(game)
    found = None if stored is None else AnalysisPresenter(game, stored)
    context = {"shown": GamePresenter(game), "found": found}
    return vary_by_viewer(game, render(request, "games/analysis.html", context))
