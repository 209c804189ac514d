"""The page that shows a referee what was thrown at a board."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from games.access import scopes
from games.access.decorators import require_permission
from games.dice.presenters import DicePresenter
from games.dice.queries import die_of
from games.enums import Action
from games.models import Game
from games.presenters.game import GamePresenter


@require_safe
@require_permission(Action.RULE, lambda pk: scopes.scope_of_game(pk))
def dice_page(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The statistics of the die at a game's board."""
    game = get_object_or_404(Game, pk=pk)
    return render(
        request, "games/dice.html", {"shown": GamePresenter(game), "die": DicePresenter(die_of(game))}
    )
