"""Requesting forecasts: by an organiser, and automatically by every change of a table.

Each is stored once, with its parts; those of an earlier table make room for later ones.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from games.domain import counters
from games.enums import GameState
from games.work.kinds import ALL_WORKERS, Due, Lane, Work
from rules import Text
from rules.simulate import playouts, warm_up
from tournaments.db import refused
from tournaments.errors import EventStateConflict
from tournaments.forecasting import Boards, RunningGame, Strength
from tournaments.forecasting.request import ForecastRequest
from tournaments.formats import FORMATS
from tournaments.models import Career, Event, EventGame, EventTable, ForecastPart, ForecastRun, Strengths
from tournaments.players.update import luck_before
from tournaments.ratings import spreads_of
from tournaments.standings.event_state import EventState
from tournaments.standings.provisional import running

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
            event_state = EventState.of(event_id)
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
        ahead = outcome.throws / (outcome.throws + counters.count_throws(game.tallies))
        found[number] = RunningGame(game.rules_name, event_state.seating(game), outcome.orders, ahead)
    return found


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


State = ForecastRun.State

#: Games of one part: a worker is busy with them for a few seconds, and loses no more than that when it dies.
GAMES_OF_A_PART = 2_000
#: Runs of one part at most, so that there soon is something to show.
MOST_OF_A_PART = 50
#: Requested forecasts of one event that may be unfinished at once.
MOST_WAITING = 6
MOST_RUNS = 20_000


@dataclass(frozen=True, slots=True)
class RequestedForecast:
    """A forecast, and whether it was there already."""

    run: ForecastRun
    replayed: bool


@transaction.atomic
def ask(
    event_id: int,
    *,
    strengths: Strengths,
    runs: int,
    actor: str,
    now: datetime,
    assumed: Mapping[int, str] | None = None,
) -> RequestedForecast:
    """Request a forecast from the present state, as if these players (by key) won these games.

    The same question about the same state is computed once. Beside a forecast with something assumed there is always
    one without, of the same state to the boards. Boards are not played on here, as the caller does not wait: where
    there is no forecast of this table yet, running games count as not begun. Raises ``EventStateConflict`` where
    nothing is left to play or too much is being computed already, ``FormatError`` for what cannot be assumed.
    """
    if not 1 <= runs <= MOST_RUNS:
        raise refused("runs", Text("1 to {most_runs} are needed", most_runs=MOST_RUNS))
    snapshot = EventSnapshot.read(event_id, lambda event_state: {})
    if why := why_not(snapshot.event):
        raise EventStateConflict(why)
    known = _without_anything_assumed(snapshot, strengths)
    question = snapshot.question(strengths) if known is None else ForecastRequest.read(known.question)
    wanted = question.assuming(assumed) if assumed else question
    requested = ForecastRun.objects.filter(event=event_id).exclude(asked_by="")
    # One that failed may be requested again.
    requested.filter(state=State.FAILED).delete()
    asked = _get_or_create_run(snapshot, strengths, wanted, runs, actor, now)
    if asked.replayed:
        return asked
    if requested.filter(state=State.RUNNING).count() > MOST_WAITING:
        raise EventStateConflict(
            Text(
                "{most_waiting} forecasts of it are being computed already; ask again when they are done",
                most_waiting=MOST_WAITING,
            )
        )
    if assumed:
        asked.run.without = known or _get_or_create_run(snapshot, strengths, question, runs, actor, now).run
        asked.run.save(update_fields=["without"])
    return asked


def _due(now: datetime) -> Iterator[Due]:
    """Yield the events that are being played and have changed.

    A change of a table neither waits for that nor writes anything for it: the tables are looked at.
    """
    if settings.FORECAST_RUNS:
        for event_id in changed_events(now):
            yield str(event_id), None


def _ask_again(key: str, now: datetime) -> None:
    """Request the forecasts of an event, and give up what was being computed for an earlier table."""
    # Takes seconds where games are being played, so no writer waits for a transaction.
    snapshot = EventSnapshot.read(int(key), boards_of)
    questions = {strengths: snapshot.question(strengths) for strengths in Strengths}
    _store_automatic(snapshot, questions, now)


WORK = Work("forecast requests", Lane.LONG, 1.0, _due, _ask_again, at_once=ALL_WORKERS)


def _without_anything_assumed(snapshot: EventSnapshot, strengths: Strengths) -> ForecastRun | None:
    """Return the latest forecast of the present table with nothing assumed."""
    event = snapshot.event
    runs = ForecastRun.objects.filter(event=event, version=event.version, strengths=strengths, assumed={})
    return runs.exclude(state=State.FAILED).order_by("-pk").first()


@transaction.atomic
def _store_automatic(
    snapshot: EventSnapshot, questions: Mapping[Strengths, ForecastRequest], now: datetime
) -> None:
    """Store the automatic forecasts of the present state, and give up what is computed for an earlier one."""
    latest = [
        _get_or_create_run(snapshot, strengths, question, settings.FORECAST_RUNS, "", now).run.pk
        for strengths, question in questions.items()
    ]
    version = snapshot.event.version
    under_way = ForecastRun.objects.filter(event=snapshot.event, state=State.RUNNING).exclude(pk__in=latest)
    of_earlier_boards = Q(asked_by="", version=version, with_something=None)
    earlier = under_way.filter(Q(version__lt=version) | of_earlier_boards)
    ForecastRun.objects.filter(pk__in=list(earlier.values_list("pk", flat=True))).update(state=State.REPLACED)


def _get_or_create_run(
    snapshot: EventSnapshot,
    strengths: Strengths,
    question: ForecastRequest,
    runs: int,
    actor: str,
    now: datetime,
) -> RequestedForecast:
    """Return the forecast that answers the question, new with all its parts, or the existing one.

    A table may change without anything that a forecast depends on: a name is written otherwise, a game is interrupted.
    Then all that has been asked of the earlier one is about this one too.
    """
    event, text = snapshot.event, question.as_text()
    of_itself = "" if actor else "of itself"
    whole = "\n".join((str(event.pk), strengths, of_itself, str(runs), text))
    run, made = ForecastRun.objects.get_or_create(
        digest=hashlib.sha256(whole.encode()).hexdigest(),
        defaults={
            "event": event,
            "version": event.version,
            "results": len(snapshot.event_state.contest.results),
            "strengths": strengths,
            "seed": question.seed,
            "assumed": {str(number): key for number, key in sorted(question.assumed.items())},
            "runs": runs,
            "question": text,
            "asked_by": actor,
            "asked_at": now,
        },
    )
    if made:
        # A run of a long event takes longer than one with a single game left.
        size = min(max(GAMES_OF_A_PART // max(question.games_left, 1), 1), MOST_OF_A_PART)
        ForecastPart.objects.bulk_create(
            ForecastPart(run=run, first=first, stop=min(first + size, runs)) for first in range(0, runs, size)
        )
    elif not actor:
        same = ForecastRun.objects.filter(event=event, strengths=strengths, version=run.version)
        same.filter(state=State.REPLACED).update(state=State.RUNNING)
        same.update(version=event.version, asked_at=now)
    return RequestedForecast(run, not made)
