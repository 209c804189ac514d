"""Events that are forecast: which can be, which have changed, and their state (docs/reference/forecasts.md)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet

from games.domain import counters
from games.enums import GameState
from games.models import Game
from rules import Text
from rules.simulate import playouts, warm_up
from tournaments.forecasting import Boards, RunningGame, Strength
from tournaments.forecasting.request import ForecastRequest
from tournaments.formats import FORMATS
from tournaments.models import Career, Event, EventGame, EventTable, ForecastRun, Strengths
from tournaments.ratings import spreads_of
from tournaments.standings.event_state import EventState
from tournaments.standings.provisional import running
from tournaments.statistics.update import luck_before

#: Events in these states can be asked about; automatic forecasts are made only while an event is played.
UNDER_WAY = (Event.Status.DRAWN, Event.Status.RUNNING)
#: The same for all: so two forecasts differ by what is assumed, and as little as can be by luck.
SEED = 1
#: A table that has just changed may change again.
SETTLED_AFTER = timedelta(seconds=2)
#: While games are being played their boards are read again after this long.
BOARDS_AGAIN = timedelta(minutes=10)
#: Games played on from each running board, by good players; their chances are exact to 2 percentage points.
PLAYOUTS, POLICY = 2_000, "sensible"
#: Why an event of some formats has no forecast.
NOT_SIMULATED = Text("rounds that are still to be drawn are not simulated")
_NOTHING_TO_PLAY = Text("only an event that is drawn and not over can be simulated")


# -- which -----------------------------------------------------------------------------------------


def why_not(event: Event) -> Text | None:
    """Return why the event cannot be asked about; None where it can."""
    if not event.format.is_simulated:
        return NOT_SIMULATED
    if event.status in UNDER_WAY and event.hold != Event.Hold.CALLED_OFF:
        return None
    return _NOTHING_TO_PLAY


def changed_events(now: datetime) -> QuerySet[Event, int]:
    """Return the ids of events that are being played and of whose present table, settled by now, there is no forecast.

    Or, where games are running, only one of boards of a while ago.
    """
    of_this_table = {"event": OuterRef("pk"), "version": OuterRef("version")}
    known = ForecastRun.objects.filter(**of_this_table, asked_by="")
    of_boards_now = known.filter(asked_at__gt=now - BOARDS_AGAIN)
    in_play = EventGame.objects.filter(event=OuterRef("pk"), game__state=GameState.RUNNING)
    unsettled = EventTable.objects.filter(**of_this_table, made_at__gt=now - SETTLED_AFTER)
    due = ~Exists(known) | (Exists(in_play) & ~Exists(of_boards_now))
    formats = [key for key, each in FORMATS.items() if each.is_simulated]
    playing = Event.objects.filter(format_key__in=formats, status=Event.Status.RUNNING, forecasts=True)
    playing = playing.exclude(hold=Event.Hold.CALLED_OFF)
    return playing.filter(~Exists(unsettled), due).values_list("pk", flat=True)


# -- the current state -------------------------------------------------------------------------------


@dataclass(frozen=True)
class EventSnapshot:
    """An event in its current state, all of it at one version of its table, with the boards of its running games."""

    event_state: EventState
    boards: Boards

    @classmethod
    def read(cls, event_id: int, boards: Callable[[EventState], Boards]) -> EventSnapshot:
        """Read it without blocking writers; running games are played on from these boards."""
        while True:
            event_state = EventState.load(Event.objects.select_related("season").get(pk=event_id))
            if Event.objects.filter(pk=event_id, version=event_state.event.version).exists():
                return cls(event_state, boards(event_state))

    @property
    def event(self) -> Event:
        """Return the event at that version."""
        return self.event_state.event

    def question(self, strengths: Strengths) -> ForecastRequest:
        """Return the forecast request, with nothing assumed. Two queries at most."""
        return ForecastRequest(
            self.event.format_key,
            self.event_state.contest,
            strengths_of(self.event_state, strengths),
            self.boards,
            SEED,
            {},
            _spreads_by(strengths),
        )


def boards_of(event_state: EventState) -> dict[int, RunningGame]:
    """Return the boards of the running games, by their numbers; waits for the compiler if there are any.

    With a neutral colour the order alone does not tell who has won ([D12]): such a game counts as not begun.
    """
    plays = {played.number: (played.game, played.game.play()) for played in running(event_state)}
    if plays:
        warm_up().join()
    found = {}
    for number, (game, play) in plays.items():
        if play.setup.neutral >= 0:
            continue
        outcome = playouts(play, PLAYOUTS, policy=POLICY, seed=SEED)
        ahead = outcome.throws / (outcome.throws + count_throws_of(game))
        found[number] = RunningGame(game.rules_name, event_state.seating(game), outcome.orders, ahead)
    return found


def count_throws_of(game: Game) -> int:
    """Count the throws of a game that stand."""
    return counters.count_throws(game.tallies)


def strengths_of(event_state: EventState, strengths: Strengths) -> dict[str, Strength]:
    """Map entry key to strength; a player without a rating counts as a beginner. One query at most."""
    rated: dict[UUID, Strength] = {}
    if strengths is Strengths.RATINGS:
        careers = Career.objects.filter(player__in=[entry.player_id for entry in event_state.entries])
        rated = {career.player_id: Strength(career.mu, career.sigma) for career in careers}
    return {entry.key: rated.get(entry.player_id, Strength()) for entry in event_state.entries}


def _spreads_by(strengths: Strengths) -> dict[str, float]:
    """Map rule set to how far apart its players are, as all games so far have it; empty between equals. One query."""
    if strengths is not Strengths.RATINGS:
        return {}
    luck = luck_before(None)
    return spreads_of(luck, luck)
