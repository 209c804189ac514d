"""Requesting forecasts, by every change of a table: each is stored once, and makes room for later ones."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from games.domain import counters
from games.enums import GameState
from games.work.kinds import ALL_WORKERS, Due, Lane, Work
from rules.simulate import playouts, warm_up
from tournaments.forecasting import Boards, RunningGame, Strength
from tournaments.forecasting.request import ForecastRequest
from tournaments.formats import FORMATS
from tournaments.models import Event, EventGame, EventTable, ForecastRun, Strengths
from tournaments.players.queries import latest_games
from tournaments.players.update import luck_before
from tournaments.ratings import spreads_of
from tournaments.standings.event_state import EventState

#: Forecasts of events in these states are shown; they are made only while an event is played.
UNDER_WAY = (Event.Status.DRAWN, Event.Status.RUNNING)
#: The same for all: so two forecasts differ by what has happened, and as little as can be by luck.
SEED = 1
#: A table that has just changed may change again.
SETTLED_AFTER = timedelta(seconds=2)
#: While games are being played their boards are read again after this long.
BOARDS_AGAIN = timedelta(minutes=10)
#: Games played on from each running board, by good players; their chances are exact to 2 percentage points.
PLAYOUTS, POLICY = 2_000, "sensible"


# -- which -----------------------------------------------------------------------------------------


def changed_events(now: datetime) -> QuerySet[Event, int]:
    """Return the ids of events that are being played and of whose present table, settled by now, there is no forecast.

    Or, where games are running, only one of boards of a while ago.
    """
    of_this_table = {"event": OuterRef("pk"), "version": OuterRef("version")}
    known = ForecastRun.objects.filter(**of_this_table)
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
    def read(cls, event_id: int) -> EventSnapshot:
        """Read it without blocking writers."""
        while True:
            event_state = EventState.of(event_id)
            if Event.objects.filter(pk=event_id, version=event_state.event.version).exists():
                return cls(event_state, boards_of(event_state))

    @property
    def event(self) -> Event:
        """Return the event at that version."""
        return self.event_state.event

    def question(self, strengths: Strengths) -> ForecastRequest:
        """Return the forecast request. Two queries at most."""
        return ForecastRequest(
            self.event.format_key,
            self.event_state.contest,
            strengths_of(self.event_state, strengths),
            self.boards,
            SEED,
            _spreads_by(strengths),
        )


def boards_of(event_state: EventState) -> dict[int, RunningGame]:
    """Return the boards of the running games, by their numbers; waits for the compiler if there are any.

    With a neutral colour the order alone does not tell who has won ([D12]): such a game counts as not begun.
    """
    plays = {
        played.number: (played.game, played.game.play())
        for played in event_state.games
        if played.game.state == GameState.RUNNING
    }
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
        latest = latest_games().filter(player__in=[entry.player_id for entry in event_state.entries])
        rated = {
            player: Strength(mu, sigma) for player, mu, sigma in latest.values_list("player", "mu", "sigma")
        }
    return {entry.key: rated.get(entry.player_id, Strength()) for entry in event_state.entries}


def _spreads_by(strengths: Strengths) -> dict[str, float]:
    """Map rule set to how far apart its players are, as all games so far have it; empty between equals. One query."""
    if strengths is not Strengths.RATINGS:
        return {}
    luck = luck_before(None)
    return spreads_of(luck, luck)


State = ForecastRun.State


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
    snapshot = EventSnapshot.read(int(key))
    questions = {strengths: snapshot.question(strengths) for strengths in Strengths}
    _store(snapshot, questions, now)


WORK = Work("forecast requests", Lane.LONG, 1.0, _due, _ask_again, at_once=ALL_WORKERS)


@transaction.atomic
def _store(snapshot: EventSnapshot, questions: Mapping[Strengths, ForecastRequest], now: datetime) -> None:
    """Store the forecasts of the present state, and give up what is computed for an earlier one."""
    latest = [
        _get_or_create_run(snapshot, strengths, question, now).pk for strengths, question in questions.items()
    ]
    under_way = ForecastRun.objects.filter(event=snapshot.event, state=State.RUNNING)
    earlier = under_way.filter(version__lte=snapshot.event.version).exclude(pk__in=latest)
    earlier.update(state=State.REPLACED)


def _get_or_create_run(
    snapshot: EventSnapshot,
    strengths: Strengths,
    question: ForecastRequest,
    now: datetime,
) -> ForecastRun:
    """Return the forecast that answers the question, new or the existing one.

    A table may change without anything that a forecast depends on: a name is written otherwise, a game is interrupted.
    Then the earlier one is about this one too.
    """
    event, text, runs = snapshot.event, question.as_text(), settings.FORECAST_RUNS
    whole = "\n".join((str(event.pk), strengths, str(runs), text))
    run, made = ForecastRun.objects.get_or_create(
        digest=hashlib.sha256(whole.encode()).hexdigest(),
        defaults={
            "event": event,
            "version": event.version,
            "results": len(snapshot.event_state.contest.results),
            "strengths": strengths,
            "seed": question.seed,
            "runs": runs,
            "question": text,
            "asked_at": now,
        },
    )
    if not made:
        same = ForecastRun.objects.filter(event=event, strengths=strengths, version=run.version)
        same.filter(state=State.REPLACED).update(state=State.RUNNING)
        same.update(version=event.version, asked_at=now)
    return run
