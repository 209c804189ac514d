"""What the screen of a hall shows at a moment of what its viewer may see, cut into pages that fit.

All that the slides are about is loaded at once, so that the number of queries does not grow with the slides; only
of the boards on the page that is shown it is read what happened last, and who is likely to win.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

import orjson
from django.urls import reverse

from games.access import Principal
from games.chances.presenters import ChanceNowCard, chances_now
from games.chances.queries import now_in
from games.enums import GameState
from games.presenters.game import GamePresenter, with_players
from tournaments.hall.seat_plan import SeatPlan, has_results, seats_by_name
from tournaments.models import Event, Hall, HallSlide
from tournaments.rankings.queries import rankings
from tournaments.screens.kinds import KINDS, ROWS_OF_HALL
from tournaments.screens.rotation import slide_page_at
from tournaments.standings.presenters import EventPresenter, without_players
from tournaments.standings.schedule import OPEN, GameStage, ScheduledGame, schedule

#: The number of seats in two columns, in larger letters.
FEW_SEATS = 24
#: Of a schedule what is still to be played, and the last results before.
LAST_RESULTS = 2
#: The number of games still to come that follow those that can be started.
NEXT_GAMES = 6
#: How long an end is sent afterwards, for screens that poll just then.
_JUST_ENDED = timedelta(seconds=5)
#: Two languages take turns by the laps.
BY_TURNS = (Hall.Language.GERMAN.value, Hall.Language.ENGLISH.value)


@dataclass(frozen=True, slots=True)
class BoardCard:
    """A game that is being played, what it is called in its event, and at which board.

    ``chances`` are those of the players to win, by their keys, once it is shown.
    """

    game: GamePresenter
    projected: dict[str, Any]
    chances: Mapping[str, ChanceNowCard] = field(default_factory=dict)

    @property
    def title(self) -> str:
        return without_players(self.projected["name"], [player.name for player in self.game.players])

    @property
    def stream(self) -> str:
        return _stream(reverse("api:game-events", args=[self.game.game.pk]), self.game.game.number)


class HallPresenter:
    """A hall with everything that its slides are about, without slides of events that the viewer may not see."""

    def __init__(self, hall: Hall, viewer: Principal, now: datetime) -> None:
        self._hall, self._now = hall, now
        slides = list(hall.slides.all())
        self._events = _events(slides, viewer)
        self._slides = [slide for slide in slides if slide.event_id is None or slide.event_id in self._events]
        self._boards = _boards(self._slides, self._events)
        asked = {slide.ranking for slide in self._slides if slide.ranking}
        self._rankings = {key: orjson.loads(drawn.text) for key, drawn in rankings(asked, now).items()}

    def picture(self) -> dict[str, Any]:
        """What is to be seen now: a page of the slide that is pinned, else of the one whose turn it is.

        ``content`` names its template, ``items`` is what stands there, ``streams`` where to hear that it has changed;
        ``ends``: when the clocks of the rounds that run end, whichever slide is shown.
        """
        wanted = [slide for slide in self._slides if self._hall.pinned_id in (None, slide.pk)]
        pages = {slide.pk: self._pages(slide) for slide in wanted}
        # A slide with nothing to show loses its turn, unless there is nothing else.
        in_turn = [slide for slide in wanted if pages[slide.pk]] or wanted
        if not in_turn:
            return {"content": "nothing", "language": self._language(0), "left": 60.0, "streams": ()}
        lengths = [(max(len(pages[slide.pk]), 1), slide.seconds) for slide in in_turn]
        turn = slide_page_at(lengths, (self._now - self._hall.turns_since).total_seconds())
        slide = in_turn[turn.slide]
        items = pages[slide.pk][turn.page] if pages[slide.pk] else ()
        if slide.kind == "boards":
            counted = now_in([board.game.game for board in items])
            items = [
                replace(board, chances=chances_now(board.game, counted.get(board.game.game.pk)))
                for board in items
            ]
        # Two columns of a few, four of many seats.
        columns = 4 if slide.kind == "seats" and len(items) > FEW_SEATS else 2
        size = -(-len(items) // columns)
        return {
            "content": self._content(slide) if items else "nothing",
            "slide": slide,
            "title": KINDS[slide.kind].label,
            "event": self._event(slide),
            "ranking": self._rankings.get(slide.ranking),
            "items": items,
            "columns": _cut(items, size) if items else [],
            "page": turn.page + 1,
            "pages": lengths[turn.slide][0],
            "streams": self._streams(slide, items),
            "language": self._language(turn.lap),
            "left": turn.left,
            "ends": self._ends(),
        }

    def _ends(self) -> list[datetime]:
        clocks = [
            each.clock for slide in self._slides if slide.kind == "round" for each in self._items(slide)
        ]
        ends = {
            clock.since + (clock.limit - clock.played)
            for clock in clocks
            if clock.since is not None and clock.limit is not None
        }
        return sorted(end for end in ends if end > self._now - _JUST_ENDED)

    def _language(self, lap: int) -> str:
        both = self._hall.language == Hall.Language.BOTH
        return BY_TURNS[lap % len(BY_TURNS)] if both else str(self._hall.language)

    def _event(self, slide: HallSlide) -> EventPresenter | None:
        return self._events.get(slide.event_id) if slide.event_id else None

    def _pages(self, slide: HallSlide) -> list[Sequence[Any]]:
        is_long = self._content(slide) == "hall_table"
        return _cut(self._items(slide), ROWS_OF_HALL if is_long else KINDS[slide.kind].most)

    def _content(self, slide: HallSlide) -> str:
        """Name its template: that of its kind, but a table of hundreds has its own."""
        event = self._event(slide)
        is_long = slide.kind == "table" and event is not None and event.event.format.seats_a_hall
        return "hall_table" if is_long else slide.kind

    def _items(self, slide: HallSlide) -> Sequence[Any]:
        event = self._event(slide)
        match slide.kind:
            case "announcement":
                return (slide,)
            case "ranking":
                # A Medal Race goes with its season.
                found: Sequence[Any] = self._rankings.get(slide.ranking, {"rows": ()})["rows"]
                return found
            case "boards" | "clocks" if event is not None:
                games = running(event, slide.board)
                return [
                    BoardCard(self._boards[each["game"]], each)
                    for each in games
                    if each["game"] in self._boards
                ]
            case "table" if event is not None:
                is_begun = not event.event.format.seats_a_hall or has_results(event.projection)
                rows: Sequence[Any] = event.projection["rows"] if is_begun else ()
                return rows
            case "schedule" if event is not None:
                return _to_be_played(schedule(event))
            case "seats" if event is not None:
                return seats_by_name(SeatPlan(event).open_rounds)
            case "round" if event is not None:
                return [each for each in SeatPlan(event).open_rounds if each.clock is not None]
            case "finals" if event is not None:
                return [*SeatPlan(event).finals, *SeatPlan(event).cuts]
        return ()

    def _streams(self, slide: HallSlide, items: Sequence[Any]) -> Sequence[str]:
        """The streams of the boards on the page, and of the page's source."""
        event = self._event(slide)
        streams = [item.stream for item in items if isinstance(item, BoardCard)]
        if event is not None:
            address = reverse("organisation:event-news", args=[event.event.slug])
            streams.append(_stream(address, event.event.version))
        return streams


def running(event: EventPresenter, board: str) -> list[dict[str, Any]]:
    found = [game for game in event.projection["games"] if game["state"] == GameState.RUNNING]
    at_boards = [game for game in found if board in ("", game["board"])]
    return sorted(at_boards, key=lambda game: (game["board"].zfill(8), game["number"]))


def _to_be_played(games: Sequence[ScheduledGame]) -> list[ScheduledGame]:
    known = [game for game in games if game.seats]
    ended = [game for game in known if game.stage is GameStage.ENDED][-LAST_RESULTS:]
    to_come = [game for game in known if game.stage is GameStage.TO_COME]
    now = [game for game in known if game.stage in OPEN and game.stage is not GameStage.TO_COME]
    return [*ended, *now, *to_come[:NEXT_GAMES]]


def _events(slides: Iterable[HallSlide], viewer: Principal) -> dict[int, EventPresenter]:
    asked = {slide.event_id for slide in slides if slide.event_id}
    found = Event.objects.visible_to(viewer).filter(pk__in=asked) if asked else ()
    return {event.pk: EventPresenter(event) for event in found}


def _boards(slides: Collection[HallSlide], events: dict[int, EventPresenter]) -> dict[str, GamePresenter]:
    """The games on the boards and clocks of all slides, by their ids."""
    asked = {
        game["game"]
        for slide in slides
        if slide.kind in ("boards", "clocks") and slide.event_id in events
        for game in running(events[slide.event_id], slide.board)
    }
    found = with_players().filter(pk__in=asked) if asked else ()
    return {str(game.pk): GamePresenter(game) for game in found}


def _cut(items: Sequence[Any], most: int) -> list[Sequence[Any]]:
    pages = -(-len(items) // most)
    size = -(-len(items) // pages) if pages else 0
    return [items[first : first + size] for first in range(0, len(items), size)] if pages else []


def _stream(address: str, number: int) -> str:
    return f"{address}?last_event_id={number}&screen=hall"
