"""The page on which a game is looked at throw by throw: any event has an address of its own."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.models import Game, GameEvent
from games.presenters.game import GamePresenter
from games.visibility.snapshots import first_displayed, snapshot_at
from games.visibility.viewers import game_for, vary_by_viewer

#: What an event's board is kept for by a browser, in seconds: it never changes, but a player may take a nickname.
_KEPT = 60


class Frame:
    """A game after one of its events, and the events beside it that have a board."""

    def __init__(self, game: Game, event: GameEvent, first: int) -> None:
        self.shown = GamePresenter(snapshot_at(game, event))
        self.number, self.first, self.last = event.number, first, game.number

    @property
    def previous(self) -> int:
        """The event before; the first stays where it is."""
        return max(self.number - 1, self.first)

    @property
    def following(self) -> int:
        """The event after; the last stays where it is."""
        return min(self.number + 1, self.last)

    @property
    def is_decided_elsewhere(self) -> bool:
        """Whether nobody throws any more although the board goes on."""
        return self.shown.latest.last_of_kind(lambda each: each.stops_play) is not None


@require_safe
def replay_page(request: HttpRequest, pk: UUID) -> HttpResponse:
    """A game after event ``?number=``, the first with a board if untold, with the means to go on from there."""
    game = game_for(request, pk)
    first = _first(game)
    asked = request.GET.get("number", "")
    number = min(max(int(asked), first), game.number) if asked.isdecimal() and len(asked) < 9 else first
    return vary_by_viewer(game, render(request, "games/replay.html", _context(game, number, first)))


@require_safe
@cache_control(max_age=_KEPT)
def replay_frame(request: HttpRequest, pk: UUID, number: int) -> HttpResponse:
    """The part of that page that changes; 404 for an event that has no board."""
    game = game_for(request, pk)
    first = _first(game)
    if not first <= number <= game.number:
        raise Http404
    return vary_by_viewer(game, render(request, "games/replay_frame.html", _context(game, number, first)))


def _first(game: Game) -> int:
    first = first_displayed(game)
    if first is None:
        raise Http404
    return first


def _context(game: Game, number: int, first: int) -> dict[str, Any]:
    return {"game": game, "frame": Frame(game, game.events.get(number=number), first)}
