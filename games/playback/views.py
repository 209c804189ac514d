"""The page on which a game is played back: any event has an address of its own."""

from functools import cached_property
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from games.analysis.jobs import stored_of
from games.analysis.presenters import AnalysisPresenter, ThrowCard
from games.chances.curve import ChancesPoint, lines_of, sample, thinned, turning_points
from games.chances.presenters import PlayerChances, chance_of
from games.drawing.svg import places_of_die
from games.models import Game, GameEvent
from games.playback.chart import curve_behind_slider
from games.playback.queries import boards_of, course_of, turns_of
from games.presenters.game import GamePresenter
from games.visibility.snapshots import first_displayed, snapshot_at
from games.visibility.viewers import game_for, vary_by_viewer

# -- what a page shows -----------------------------------------------------------------------------

#: Points of the curve.
POINTS = 240


class Playback:
    """A game as it is played back, from its first board to event ``last``, the latest that the viewer may see."""

    def __init__(self, game: Game, first: int) -> None:
        self.game, self.first, self.last = game, first, game.number
        self._stored = stored_of(game)
        self.analysis = None if self._stored is None else AnalysisPresenter(game, self._stored)

    @cached_property
    def course(self) -> list[ChancesPoint]:
        """The chances; empty where none are known."""
        return course_of(self.game, self._stored)

    @property
    def curve(self) -> SafeString:
        """The curve behind the slider; empty where nothing is known of chances."""
        if len(self.course) < 2:
            return mark_safe("")
        points = thinned(self.course, POINTS, turning_points(self.course))
        title = _("Chances to win, in per cent, throw by throw")
        return mark_safe(curve_behind_slider(points, self.game.seating, self.first, self.last, title))

    def players_at(self, number: int, names: dict[str, str]) -> list[PlayerChances]:
        """Who has which chance after an event; empty where that is not known."""
        at = next((point for point in reversed(self.course) if point.number <= number), None)
        if at is None:
            return []
        return [
            PlayerChances(names[player], colour, mark_safe(sample(colour, dashes)), chance_of(player, at))
            for player, colour, dashes in lines_of(self.game.seating)
        ]


class Frame:
    """A game after one of its events, and the events beside it that have a board."""

    def __init__(self, playback: Playback, event: GameEvent) -> None:
        self._playback = playback
        self.shown = GamePresenter(snapshot_at(playback.game, event))
        self.number, self.first, self.last = event.number, playback.first, playback.last

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
        """Whether throwing has ended although the board could go on."""
        return self.shown.latest.last_of_kind(lambda each: each.stops_play) is not None

    @property
    def chances(self) -> list[PlayerChances]:
        return self._playback.players_at(self.number, self.shown.names)

    @property
    def mistake(self) -> ThrowCard | None:
        """The throw, where the analysis knows a better move."""
        analysis = self._playback.analysis
        return None if analysis is None else analysis.mistake_at(self.number)


# -- pages -----------------------------------------------------------------------------------------

#: How long a browser caches an event's board, in seconds: it never changes, but a player may take a nickname.
_CACHED_SECONDS = 60


@require_safe
@gzip_page
def replay_page(request: HttpRequest, pk: UUID) -> HttpResponse:
    """A game after event ``?number=``, by default the first with a board, with the means to go on from there."""
    game = game_for(request, pk)
    playback = Playback(game, _first(game))
    asked = request.GET.get("number", "")
    number = playback.first
    if asked.isdecimal() and len(asked) < 9:
        number = min(max(int(asked), playback.first), game.number)
    context = {
        **_context(playback, number),
        "now": GamePresenter(game),
        "turns": turns_of(game),
        "found": playback.analysis,
    }
    return vary_by_viewer(game, render(request, "games/replay.html", context))


@require_safe
@cache_control(max_age=_CACHED_SECONDS)
def replay_frame(request: HttpRequest, pk: UUID, number: int) -> HttpResponse:
    """The part of that page that changes; 404 for an event that has no board."""
    game = game_for(request, pk)
    playback = Playback(game, _first(game))
    if not playback.first <= number <= game.number:
        raise Http404
    return vary_by_viewer(game, render(request, "games/replay_frame.html", _context(playback, number)))


@require_safe
@gzip_page
@cache_control(max_age=_CACHED_SECONDS)
def replay_boards(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Every board as it is written (rulebook §3), and what the page needs to draw them quickly by itself."""
    game = game_for(request, pk)
    first = _first(game)
    board = game.rules.layout()
    boards = {
        "colours": board.colours,
        "letters": board.letters,
        "dice": places_of_die(board),
        "first": first,
        "positions": boards_of(game, first),
    }
    return vary_by_viewer(game, JsonResponse(boards))


def _first(game: Game) -> int:
    first = first_displayed(game)
    if first is None:
        raise Http404
    return first


def _context(playback: Playback, number: int) -> dict[str, Any]:
    event = playback.game.events.get(number=number)
    return {"game": playback.game, "playback": playback, "frame": Frame(playback, event)}
