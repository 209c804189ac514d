"""The steps of the desk, each a page of its own, and their addresses."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import URLPattern, path
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.access.decorators import signed_in
from tournaments.models import Event
from tournaments.organiser.actions.base import GameAction, OrganiserAction, name_of
from tournaments.organiser.actions.bulk import ConfirmResults, StartGames
from tournaments.organiser.actions.check import CheckEvent
from tournaments.organiser.actions.compensation import AwardCompensation, WithdrawCompensation
from tournaments.organiser.actions.corrections import (
    Approve,
    Complete,
    Confirm,
    Correct,
    TakeBack,
    Undo,
    Withdraw,
)
from tournaments.organiser.actions.draws import ChooseWay, HoldDraw, VoidDraw
from tournaments.organiser.actions.lifecycle import ChangeSettings, Leave, SayHold
from tournaments.organiser.actions.players import AddPlayers, RemovePlayer
from tournaments.organiser.actions.recaps import WriteUpEvent, WriteUpGame
from tournaments.organiser.actions.results import Abandon, Adjudicate, EnterForfeit, EnterResult, MoveToBoard
from tournaments.organiser.actions.score_sheet_entry import TypeIn
from tournaments.organiser.actions.seeding import Seeding
from tournaments.organiser.actions.start_game import SayYoungest, StartGame
from tournaments.organiser.actions.what_if import AskIf

#: What is done with one game: the word in its address → the step.
OF_GAMES: dict[str, type[GameAction]] = {
    "start": StartGame,
    "result": EnterResult,
    "forfeit": EnterForfeit,
    "adjudicate": Adjudicate,
    "abandon": Abandon,
    "board": MoveToBoard,
    "confirm": Confirm,
    "correct": Correct,
    "approve": Approve,
    "withdraw": Withdraw,
    "undo": Undo,
    "complete": Complete,
    "take-back": TakeBack,
    "type-in": TypeIn,
    "write-up": WriteUpGame,
}
#: What is done with the event: its address below the event's → the step.
OF_EVENTS: dict[str, type[OrganiserAction]] = {
    "draw/": ChooseWay,
    "draw/<slug:way>/": HoldDraw,
    "void/<str:subject>/": VoidDraw,
    "check/": CheckEvent,
    "players/add/": AddPlayers,
    "entries/<int:entry>/remove/": RemovePlayer,
    "seeds/": Seeding,
    "start/": StartGames,
    "youngest/": SayYoungest,
    "confirm/": ConfirmResults,
    "settings/format/": ChangeSettings,
    "write-up/": WriteUpEvent,
    "hold/<slug:holding>/": SayHold,
    "entries/<int:entry>/leave/": Leave,
    "if/": AskIf,
    "compensation/": AwardCompensation,
    "compensation/<int:award>/withdraw/": WithdrawCompensation,
}


#: Where steps stood in the admin until the desk had pages of its own, if not at the same words.
_MOVED = {"settings/": ChangeSettings}


def addresses() -> list[URLPattern]:
    """The addresses of all steps, below that of the event's desk."""
    return [
        *(
            path(f"games/<int:number>/{word}/", _page(step), name=name_of(step))
            for word, step in OF_GAMES.items()
        ),
        *(path(address, _page(step), name=name_of(step)) for address, step in OF_EVENTS.items()),
    ]


def _page(step: type[OrganiserAction]) -> Any:
    return never_cache(signed_in(step.as_view()))


def earlier_addresses() -> list[URLPattern]:
    """The addresses that desk and steps had in the admin, by the number of the event: they lead to those of today."""
    steps = {f"games/<int:number>/{word}/": name_of(step) for word, step in OF_GAMES.items()}
    steps |= {address: name_of(step) for address, step in OF_EVENTS.items() if step is not ChangeSettings}
    steps |= {address: name_of(step) for address, step in _MOVED.items()}
    return [
        path(f"<int:event_id>/{address}", _moved, {"to": name})
        for address, name in {"desk/": "desk", **steps}.items()
    ]


@require_safe
@signed_in
def _moved(request: HttpRequest, event_id: int, to: str, **of: Any) -> HttpResponse:
    """Lead on for good."""
    event = get_object_or_404(Event, pk=event_id)
    return redirect(f"tournaments:{to}", slug=event.slug, permanent=True, **of)
