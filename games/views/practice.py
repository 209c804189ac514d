"""The referee's page to try, without an account: the game lives in the browser, and the site keeps nothing of it."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

import rules
from games.domain.clock import Clock
from games.drawing import BoardState
from games.enums import GameState
from games.models import ShownSeat
from games.offline.payload import serialize_play
from games.presenters.game import drawn_board
from games.presenters.offline_payload import describe_board, kinds, phone_messages
from games.presenters.referee import CLOCK_KEYS, TIME_LIMITS
from games.views import service_worker
from rules import RULE_SETS, rule_set_name
from rules.special_fields import drawn_from_seed

_ALONE = (("yellow",), ("green",), ("red",), ("black",))
#: The rule sets to try, each with the colours of its players.
SEATINGS: Mapping[str, Sequence[Sequence[str]]] = {
    "schmidt": _ALONE,
    "xmadn-2t": (("yellow", "green"), ("red", "black")),
    "xmadn-3t": (("yellow", "black"), ("blue", "red"), ("green", "violet")),
    "xmadn-gp": (("yellow", "red"), ("black", "green"), ("blue", "violet")),
    "mhd": _ALONE,
    "mhd-trapdoors": _ALONE,
    "mhd-wormholes": _ALONE,
}
USUAL = "schmidt"
#: Trapdoors and wormholes lie where they lie: it is only a practice.
_SEED = "practice"


class PracticePresenter:
    """A game that has just begun, with what the parts of the referee's page ask of one; no query."""

    #: The die is thrown at the table.
    dice = None
    attempt = 0
    #: All pawns are in their yards or have just left them.
    can_be_penalised = ()
    clock = Clock()
    time_limits = TIME_LIMITS
    clock_actions = CLOCK_KEYS

    def __init__(self, name: str) -> None:
        self.name = name
        names = [gettext("Player %(number)s") % {"number": number} for number in range(1, 5)]
        seating = dict(zip(names, SEATINGS[name], strict=False))
        made = RULE_SETS[name]
        lies = drawn_from_seed(made, _SEED)
        self.play = rules.Game.start(
            made, seating, starter=SEATINGS[name][0][0], trapdoors=lies.trapdoors, wormholes=lies.wormholes
        )
        self.seats = [
            ShownSeat(player, colour, "", player) for player, led in seating.items() for colour in led
        ]

    @property
    def seating(self) -> list[list[str]]:
        """The colours of each player, in the form that the rules in JavaScript take."""
        return [list(led) for led in SEATINGS[self.name]]

    @property
    def colour(self) -> str | None:
        return self.play.colour

    @property
    def die_faces(self) -> list[int]:
        return sorted(set(self.play.rules.die_faces))

    @property
    def board(self) -> SafeString:
        return drawn_board(BoardState.from_position(self.play.position), prefix="board")

    @property
    def others(self) -> list[tuple[str, Any]]:
        return [(name, rule_set_name(name)) for name in SEATINGS]

    @property
    def offline_payload(self) -> dict[str, Any]:
        leaders = {seat.colour: seat.name for seat in self.seats}
        return {
            "number": 1,
            "state": str(GameState.RUNNING),
            "rolls": False,
            "play": serialize_play(self.play),
            **describe_board(self.play.position.board, leaders),
            "steps": [],
            "waiting": 0,
            "clock": self.clock.as_json(),
        }


@require_safe
@gzip_page
def practice(request: HttpRequest) -> HttpResponse:
    """A game to practise on, by the rules that are asked for."""
    name = request.GET.get("rules", USUAL)
    if name not in SEATINGS:
        raise Http404
    context = {
        "shown": PracticePresenter(name),
        "words": phone_messages(),
        "kinds": kinds(),
        "modules": service_worker.PRACTICE_MODULES,
    }
    return render(request, "games/practice.html", context)
