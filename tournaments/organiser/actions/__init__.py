"""The steps of the desk, each a page of its own, and their addresses."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import URLPattern, path, reverse
from django.views.decorators.http import require_safe

from tournaments.models import Event
from tournaments.organiser.actions.base import GameAction, OrganiserAction
from tournaments.organiser.actions.bulk import ConfirmResults, StartGames
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
from tournaments.organiser.actions.recaps import WriteUpEvent, WriteUpGame
from tournaments.organiser.actions.results import Abandon, Adjudicate, EnterForfeit, MoveToBoard
from tournaments.organiser.actions.score_sheet_entry import TypeIn
from tournaments.organiser.actions.seeding import Seeding
from tournaments.organiser.actions.start_game import SayYoungest, StartGame
from tournaments.organiser.actions.what_if import AskIf

#: What is done with one game: the word in its address → the step.
OF_GAMES: dict[str, type[GameAction]] = {
    "start": StartGame,
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
#: What is done with the event: its address below the event's → the step; the first word is its name.
OF_EVENTS: dict[str, type[OrganiserAction]] = {
    "draw/": ChooseWay,
    "draw/<slug:way>/": HoldDraw,
    "void/<str:subject>/": VoidDraw,
    "seeds/": Seeding,
    "start/": StartGames,
    "youngest/": SayYoungest,
    "confirm/": ConfirmResults,
    "settings/": ChangeSettings,
    "write-up/": WriteUpEvent,
    "hold/<slug:holding>/": SayHold,
    "entries/<int:entry>/leave/": Leave,
    "if/": AskIf,
    "compensation/": AwardCompensation,
    "compensation/<int:award>/withdraw/": WithdrawCompensation,
}


def addresses(desk: Any) -> list[URLPattern]:
    """The addresses of all steps, for the admin of events; named ``tournaments_event_`` and the step."""
    view = desk.admin_site.admin_view
    return [
        path("<int:event_id>/games/<int:number>/result/", view(to_results), name="tournaments_event_result"),
        *(
            path(
                f"<int:event_id>/games/<int:number>/{word}/",
                view(step.as_view(desk=desk)),
                name=name_of(step),
            )
            for word, step in OF_GAMES.items()
        ),
        *(
            path(f"<int:event_id>/{address}", view(step.as_view(desk=desk)), name=name_of(step))
            for address, step in OF_EVENTS.items()
        ),
    ]


@require_safe
def to_results(request: HttpRequest, event_id: int, number: int) -> HttpResponse:
    """Lead on from where results were entered in earlier versions."""
    event = get_object_or_404(Event, pk=event_id)
    return redirect(f"{reverse('tournaments:results', args=[event.slug])}?game={number}")


def name_of(step: type[OrganiserAction]) -> str:
    """The name of a step's address, within the admin."""
    return f"tournaments_event_{step.__name__.lower()}"
