"""The page of an analysis."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.analysis.jobs import stored_of
from games.analysis.presenters import AnalysisShown
from games.presenters.game import GameShown
from games.visibility.viewers import game_for, told_of


@require_safe
def analysis_page(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Luck and decisions in a game that is over; where there is no analysis (yet), that."""
    game = game_for(request, pk)
    stored = stored_of(game)
    context = {"shown": GameShown(game), "found": None if stored is None else AnalysisShown(game, stored)}
    return told_of(game, render(request, "games/analysis.html", context))
