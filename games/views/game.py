"""The pages of games: for all to read, for referees to record and practise on; and the worker of their phones."""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from secrets import token_hex
from typing import Any
from uuid import UUID

from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.templatetags.static import static
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import cache_control
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

import rules
from games.access import Scope, caller_of, is_allowed, magic_links, require_permission, scopes
from games.api.etags import unless_known
from games.chances.presenters import ChancesPresenter
from games.domain.adjudication_preview import play_off
from games.domain.clock import Clock
from games.domain.event_text import ranked
from games.domain.events import EVENT_TYPES
from games.domain.events.fields import LONGEST_TEXT
from games.domain.events.referee import MOST_MINUTES
from games.domain.events.special_fields import has_furniture, special_fields_of
from games.domain.events.undo import UNDO_MINUTES
from games.drawing import BoardState
from games.enums import Action, GameState
from games.errors import RecordingError
from games.models import Game, ShownSeat
from games.offline.payload import serialize_play
from games.playback.queries import analysed_course
from games.presenters.game import GamePresenter, drawn_board
from games.presenters.offline_payload import (
    build_offline_payload,
    describe_board,
    kinds,
    phone_messages,
)
from games.presenters.referee import CLOCK_KEYS, TIME_LIMITS, BoardEditor, RefereePresenter, check_board
from games.queries.proposal import proposal_of
from games.remembered import remembered_part
from games.services.starters import due_of
from games.services.undoable import can_reopen, can_undo
from games.visibility.viewers import game_for, vary_by_viewer
from rules import METHODS, RULE_SETS, drawn_from_seed, rule_set_name
from rules.special_fields import NO_FURNITURE, furniture


def _of_game(pk: UUID, **_: Any) -> Scope:
    """The places of the game in a page's address."""
    return scopes.scope_of_game(pk)


@require_safe
def game_page(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The public page of a game."""
    shown = GamePresenter(game_for(request, pk))
    chances = ChancesPresenter(shown, analysed_course(shown.game))
    caller, where = caller_of(request), scopes.scope_of_game(pk)
    context = {
        "shown": shown,
        "etag": _etag(shown.game),
        "chances": chances,
        "may_record": is_allowed(caller, Action.RECORD, where),
    }
    return vary_by_viewer(shown.game, render(request, "games/game.html", context))


@require_safe
def live(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The part of the public page that changes with every event; 304 while nothing has happened."""
    game = game_for(request, pk)
    return vary_by_viewer(
        game,
        unless_known(
            request, _etag(game), lambda: render(request, "games/live.html", {"shown": GamePresenter(game)})
        ),
    )


@require_safe
def chances_part(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The part of the public page that shows the chances; 304 while nothing is new."""
    game = game_for(request, pk)
    chances = ChancesPresenter(GamePresenter(game), analysed_course(game))
    return vary_by_viewer(
        game,
        unless_known(
            request,
            chances.etag,
            lambda: HttpResponse(remembered_part("games/chances.html", chances=chances)),
        ),
    )


@require_safe
@gzip_page
@require_permission(Action.RECORD, _of_game)
def referee(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The page on which a game is recorded."""
    return render(
        request,
        "games/referee.html",
        {
            **_desk(request, _game(pk)),
            "words": phone_messages(),
            "kinds": kinds(),
            "modules": MODULES,
            "by_link": magic_links.is_open(request),
        },
    )


@require_safe
@require_permission(Action.RECORD, _of_game)
def desk(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The part of the referee's page that changes with every event; 304 while nothing has happened."""
    game = _game(pk)
    return vary_by_viewer(
        game,
        unless_known(request, _etag(game), lambda: render(request, "games/desk.html", _desk(request, game))),
    )


@require_safe
@require_permission(Action.RULE, _of_game)
def board_after(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The board that a referee is about to set by hand, drawn and checked; what is wrong with it, in words."""
    game = _game(pk)
    data = request.GET.dict()
    form = BoardEditor(
        {colour: data[colour] for colour in game.rules.layout().colours if colour in data},
        data.get("thrower", ""),
        data.get("missed", "0"),
        data.get("furniture", ""),
    )
    after = check_board(game, form)
    board = drawn_board(after.state, prefix="after") if after.state else None
    return render(request, "games/forms/board_after.html", {"after": after, "board": board})


@require_safe
@require_permission(Action.RULE, _of_game)
def tie_break(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The rounds of throws that part those whose boards are worth the same."""
    game = _game(pk)
    method = request.GET.get("method", "")
    if game.state != GameState.RUNNING or method not in METHODS:
        raise Http404
    shown = RefereePresenter(game)
    found = play_off(game, method, _thrown(request, shown.die_faces))
    return render(
        request,
        "games/forms/tie_break.html",
        {"shown": shown, "found": found, "ranking": ranked(found.ranking, shown.names)},
    )


@require_safe
@require_permission(Action.RECORD, _of_game)
def roll_off(request: HttpRequest, pk: UUID) -> HttpResponse:
    """What follows from a round of throws for the start: who starts, or who throws again."""
    game = _game(pk)
    if game.state != GameState.CREATED:
        raise Http404
    known = {str(face): face for face in game.rules.die_faces}
    throws = {colour: known[die] for colour in game.colours if (die := request.GET.get(colour, "")) in known}
    context: dict[str, Any] = {"throws": throws, **_lots(game)}
    try:
        context["due"] = due_of(game, throws)
    except RecordingError as error:
        context["refusal"] = error.message
    return render(request, "games/forms/roll_off.html", context)


def _thrown(request: HttpRequest, faces: Sequence[int]) -> dict[tuple[int, str], int]:
    """The throws that a form sends, ``throws.0.PLAYER=6``, as (round, player) → die; empty ones are left out."""
    known = {str(face): face for face in faces}
    thrown = {}
    for name, value in request.GET.items():
        member, _, rest = name.partition(".")
        number, _, player = rest.partition(".")
        if member == "throws" and number.isdecimal() and len(number) < 3 and value in known:
            thrown[int(number), player] = known[value]
    return thrown


def _game(pk: UUID) -> Game:
    return get_object_or_404(Game, pk=pk)


def _desk(request: HttpRequest, game: Game) -> dict[str, Any]:
    """The context of the referee's templates; before the start with special fields drawn at random.

    ``is_allowed`` are the kinds of events that the caller may record, ``may_rule`` whether rulings are among them.
    """
    caller, where = caller_of(request), scopes.scope_of_game(game.pk)
    may_do = {action for action in Action if is_allowed(caller, action, where)}
    shown = RefereePresenter(game)
    proposal = proposal_of(game, shown.names, caller.actor)
    to_withdraw = Action.CORRECT if proposal and proposal.is_own else Action.ORGANISE
    context: dict[str, Any] = {
        "shown": shown,
        "proposal": proposal,
        "may_withdraw": proposal is not None and to_withdraw in may_do,
        "can_undo": Action.RULE in may_do and can_undo(game, caller.actor, timezone.now()),
        "undo_minutes": UNDO_MINUTES,
        "carried": build_offline_payload(shown),
        "etag": _etag(game),
        "may": {str(kind) for kind, each in EVENT_TYPES.items() if each.permission in may_do},
        "may_rule": Action.RULE in may_do,
        "may_organise": Action.ORGANISE in may_do,
        "can_take_back": shown.can_take_back
        and (Action.RULE in may_do or not shown.is_ruled)
        and can_reopen(game, caller.actor, timezone.now()),
    }
    if game.state == GameState.CREATED:
        context |= _lots(game)
        context["may_decide"] = Action.ORGANISE in may_do or not shown.due.throws_decide
    return context


def _lots(game: Game) -> dict[str, Any]:
    """What lies on the board of a game that has not begun, or what is drawn for it and the seed it is drawn from."""
    if not has_furniture(game.rules):
        return {"lots": NO_FURNITURE}
    special = special_fields_of(game.events.get(number=1).payload)
    if special:
        lies = furniture(game.rules, special.get("trapdoors", ()), special.get("wormholes", ()))
        return {"lots": lies, "laid": True}
    seed = token_hex(8)
    return {"lots": drawn_from_seed(game.rules, seed), "lots_seed": seed}


def _etag(game: Game) -> str:
    return f'"{game.number}-{get_language()}"'


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
    attempt = None
    #: All pawns are in their yards or have just left them.
    can_be_penalised = ()
    clock = Clock()
    time_limits = TIME_LIMITS
    most_minutes = MOST_MINUTES
    longest_text = LONGEST_TEXT
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
        return {
            "number": 1,
            "state": str(GameState.RUNNING),
            "rolls": False,
            "play": serialize_play(self.play),
            **describe_board(self.play.position.board, {seat.colour: seat.name for seat in self.seats}),
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
        "modules": PRACTICE_MODULES,
    }
    return render(request, "games/practice.html", context)


#: The scripts of the referee's page, without the one that the page names itself.
MODULES = (
    "games/special-fields.js",
    "games/site-time.js",
    "games/game.js",
    "games/places.js",
    "games/generated/clock.js",
    "games/generated/rules.js",
    *(
        f"games/referee/{name}.js"
        for name in (
            "board",
            "board-editor",
            "clock",
            "conflict",
            "controls",
            "desk",
            "feedback",
            "forms",
            "hands",
            "http",
            "i18n",
            "keyboard",
            "kinds",
            "live",
            "messages",
            "offline-notice",
            "outbox",
            "panel",
            "roll-off",
            "session",
            "single-tab",
            "state",
            "status",
            "submit",
            "sync",
            "throws",
            "timekeeping",
            "touch",
        )
    ),
)
#: The scripts of the page to practise on: nothing is sent or stored there.
PRACTICE_MODULES = tuple(
    name for name in MODULES if not name.endswith(("/live.js", "/outbox.js", "/single-tab.js", "/sync.js"))
)
#: Everything that the page is made of.
SHELL = (
    "games/style.css",
    "games/board.css",
    "games/referee.css",
    "games/icon.svg",
    "games/clock.js",
    "games/referee/main.js",
    *MODULES,
)


@require_safe
@cache_control(no_cache=True)
def script(request: HttpRequest) -> HttpResponse:
    """The worker, with the addresses of all that it keeps; another one as soon as any of that has changed."""
    return HttpResponse(_script(), content_type="text/javascript; charset=utf-8")


@cache
def _script() -> str:
    """Its text, headed by a fingerprint of the shell."""
    version = sha256("".join(map(_text, SHELL)).encode()).hexdigest()[:16]
    shell = json.dumps([static(name) for name in SHELL])
    return f"// Shell {version}\nself.SHELL = {shell};\n" + _text("games/referee/service-worker.js")


def _text(name: str) -> str:
    return Path(str(finders.find(name))).read_text(encoding="utf-8")
