"""What pages show of the chances in a game: the curve, what they are now, the turning points, the figures."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property

from django.db.models import QuerySet
from django.http import Http404, HttpRequest
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext as _

from games import above
from games.chances.curve import ChancesPoint, TurningPoint, curve, lines_of, sample, thinned, turning_points
from games.chances.queries import course, etag, most_exciting_board, newest
from games.chances.tally import SWING_EVENTS, ChancesTally
from games.domain.place_points import PlacePoints
from games.drawing.bar import bar
from games.enums import GameState
from games.models import Chances, Game
from games.presenters.game import GamePresenter
from games.queries.timeline import RecentEvent, events_at
from games.remembered import fingerprint_of
from games.visibility.viewers import game_for
from rules import Estimate

#: Points of the curve, and rows of the table.
MOST_POINTS, MOST_ROWS = 200, 40


def percent(value: float, margin: float) -> str:
    """A chance as people write it: ``42 %``; what is not certain is neither 0 nor 100 %."""
    shown = f"{100 * value:.0f}"
    if margin:
        shown = {"0": "< 1", "100": "> 99"}.get(shown, shown)
    return f"{shown} %"


def chance_of(player: str, at: ChancesPoint) -> str:
    """The chance of a player at a point of the course."""
    return percent(at.chances[player], at.margin)


@dataclass(frozen=True, slots=True)
class PlayerChances:
    """What a player can expect now; ``points`` where the places are worth something."""

    name: str
    colour: str
    sample: SafeString
    chance: str
    places: Sequence[str] = ()
    points: Estimate | None = None


@dataclass(frozen=True, slots=True)
class TurningPointCard:
    """A turning point, and the throw that brought it about, if it was one and not several."""

    mark: int
    turn: TurningPoint
    name: str
    before: str
    after: str
    event: RecentEvent | None


class ChancesPresenter:
    """The chances in a game as it is seen. One query, where there are none; few more otherwise.

    ``analysed`` is their course as the analysis of the game found it, throw by throw, where there is one: it knows more
    than what was counted while the game went on.
    """

    def __init__(self, shown: GamePresenter, analysed: Sequence[ChancesPoint] = ()) -> None:
        self.game, self.game_presenter, self.analysed = shown.game, shown, analysed
        self.counted = newest(shown.game)

    def __bool__(self) -> bool:
        return bool(self.course) and (self.game.state != GameState.ENDED or self.now.throw > 0)

    @property
    def etag(self) -> str:
        """What changes with everything that is shown."""
        return f'"{etag(self.game, self.counted)}-{len(self.analysed)}-{get_language()}"'

    @cached_property
    def fingerprint(self) -> str:
        """Another text where anything is another that is shown. One query where places are worth something."""
        return fingerprint_of(
            self.game_presenter.fingerprint,
            self.counted and self.counted.last_key,
            self.analysed,
            self.points,
        )

    @cached_property
    def points(self) -> PlacePoints | None:
        """What places are worth, where the game goes on for them."""
        return None if self.counted is None else above.room.place_points(self.game)

    @cached_property
    def course(self) -> list[ChancesPoint]:
        """How they went."""
        if self.analysed:
            return list(self.analysed)
        return [] if self.counted is None else course(self.game)

    @property
    def now(self) -> ChancesPoint:
        """The last point of the course at the board: a result that was ruled says nothing of it."""
        return next((point for point in reversed(self.course) if not point.is_ruled), self.course[-1])

    @property
    def is_behind(self) -> bool:
        """Whether more has happened since they were counted."""
        return self.now.number < self.game.number

    @property
    def margin(self) -> float:
        """How far off a chance may be, in percentage points."""
        return 100 * self.now.margin

    @cached_property
    def players(self) -> list[PlayerChances]:
        """What the players can expect, in the order of the seats; places and points while the game goes on."""
        counted, play = self.counted, self.game_presenter.play
        odds = {}
        if counted is not None and play is not None and self.now.number == counted.number:
            figures = ChancesTally(counted.games, **counted.figures)
            odds = {each.player: each for each in figures.players(play, self.points)}
        return [
            PlayerChances(
                self.game_presenter.names[player],
                colour,
                mark_safe(sample(colour, dashes)),
                chance_of(player, self.now),
                [percent(place.value, place.margin) for place in odds[player].places]
                if player in odds
                else [],
                odds[player].points if player in odds else None,
            )
            for player, colour, dashes in lines_of(self.game.seating)
        ]

    @property
    def for_places(self) -> range:
        """The places with chances; none where the game does not go on for them."""
        return range(1, max(len(player.places) for player in self.players) + 1)

    @property
    def has_points(self) -> bool:
        """Whether places are worth something."""
        return any(player.points is not None for player in self.players)

    @property
    def was_ruled(self) -> bool:
        """Whether the result was ruled and not played to its end."""
        return self.course[-1].is_ruled

    @cached_property
    def _turns(self) -> list[TurningPoint]:
        return turning_points(self.course)

    @cached_property
    def turns(self) -> list[TurningPointCard]:
        """The turning points, in words. Two queries."""
        throws = [turn.after.number for turn in self._turns if turn.is_one_throw]
        entries = events_at(self.game, throws, self.game_presenter.names)
        return [
            TurningPointCard(
                mark,
                turn,
                self.game_presenter.names[turn.player],
                chance_of(turn.player, turn.before),
                chance_of(turn.player, turn.after),
                entries.get(turn.after.number),
            )
            for mark, turn in enumerate(self._turns, 1)
        ]

    @property
    def curve(self) -> SafeString:
        """The picture; empty where there is only one point."""
        if len(self.course) == 1:
            return mark_safe("")
        points = thinned(self.course, MOST_POINTS, self._turns)
        title = _("Chances to win, in per cent, throw by throw")
        first, last = (_("throw %(number)s") % {"number": at.throw} for at in (points[0], points[-1]))
        return mark_safe(curve(points, self._turns, self.game.seating, (title, first, last)))

    @property
    def rows(self) -> list[tuple[ChancesPoint, list[str]]]:
        """Points of the course, the latest first, with the chances of the players in the order of the seats."""
        points = thinned(self.course, MOST_ROWS, self._turns)
        return [(at, [chance_of(player, at) for player in self.game.seating]) for at in reversed(points)]


@dataclass(frozen=True, slots=True)
class ChanceNowCard:
    """Who has which chance to win: a player with their first colour, the figure, and a bar as long as it says."""

    name: str
    colour: str
    chance: str
    bar: SafeString


def chances_now(shown: GamePresenter, counted: Chances | None) -> dict[str, ChanceNowCard]:
    """The chances of the players by their keys, in the order of the seats; empty where none were counted."""
    if counted is None:
        return {}
    figures = ChancesTally(counted.games, **counted.figures)
    return {
        player: ChanceNowCard(
            shown.names[player],
            colours[0],
            percent(figures.chance(player), figures.margin),
            mark_safe(bar(round(100 * figures.chance(player)))),
        )
        for player, colours in shown.game.seating.items()
    }


@dataclass(frozen=True, slots=True)
class ExcitingGameCard:
    """An exciting board: the game, who has which chance, and by how many percentage points chances have moved."""

    game_presenter: GamePresenter
    players: Sequence[ChanceNowCard]
    swing: int
    entries = SWING_EVENTS


def most_exciting(request: HttpRequest, games: QuerySet[Game]) -> ExcitingGameCard | None:
    """The board of these on which chances move most just now. Four queries.

    None where there is none, or it has ended, been withdrawn or taken back meanwhile.
    """
    board = most_exciting_board(games, timezone.now())
    if board is None:
        return None
    with suppress(Http404):
        shown = GamePresenter(game_for(request, board))
        counted = newest(shown.game)
        if counted is not None and shown.game.state == GameState.RUNNING:
            players = list(chances_now(shown, counted).values())
            return ExcitingGameCard(shown, players, round(100 * counted.swing))
    return None
