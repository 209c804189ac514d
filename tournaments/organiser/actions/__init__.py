"""The steps of the desk, each a page of its own, and their addresses."""

from typing import Any

from django.urls import URLPattern, path
from django.views.decorators.cache import never_cache

from games.access import signed_in
from tournaments.organiser.actions.base import GameAction, OrganiserAction, name_of
from tournaments.organiser.actions.before_play import (
    AddPlayers,
    ChooseWay,
    HoldDraw,
    RemovePlayer,
    Seeding,
    VoidDraw,
)
from tournaments.organiser.actions.bulk import ConfirmResults, StartGames
from tournaments.organiser.actions.corrections import (
    Approve,
    Complete,
    Confirm,
    Correct,
    TakeBack,
    Undo,
    Withdraw,
)
from tournaments.organiser.actions.lifecycle import (
    AwardCompensation,
    ChangeDetails,
    ChangeSettings,
    Leave,
    SayHold,
    WithdrawCompensation,
)
from tournaments.organiser.actions.results import Abandon, Adjudicate, EnterForfeit, MoveToBoard
from tournaments.organiser.actions.start_game import SayYoungest, StartGame

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
}
#: What is done with the event: its address below the event's → the step.
OF_EVENTS: dict[str, type[OrganiserAction]] = {
    "draw/": ChooseWay,
    "draw/<slug:way>/": HoldDraw,
    "void/<str:subject>/": VoidDraw,
    "players/add/": AddPlayers,
    "entries/<int:entry>/remove/": RemovePlayer,
    "seeds/": Seeding,
    "start/": StartGames,
    "youngest/": SayYoungest,
    "confirm/": ConfirmResults,
    "settings/details/": ChangeDetails,
    "settings/format/": ChangeSettings,
    "hold/<slug:holding>/": SayHold,
    "entries/<int:entry>/leave/": Leave,
    "compensation/": AwardCompensation,
    "compensation/<int:award>/withdraw/": WithdrawCompensation,
}


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
