"""The page that shows a referee what was thrown at a board."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from games.access import places
from games.access.asking import guarded
from games.access.roles import Action
from games.dice.counting import die_of
from games.dice.showing import DieShown
from games.models import Game
from games.showing import GameShown


@require_safe
@guarded(Action.RULE, lambda pk: places.of_game(pk))
def dice_page(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The statistics of the die at a game's board."""
    game = get_object_or_404(Game, pk=pk)
    return render(request, "games/dice.html", {"shown": GameShown(game), "die": DieShown(die_of(game))})
