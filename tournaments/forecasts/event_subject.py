"""Event forecasts: the state read from the database, with the strengths of the players
(docs/reference/forecasts.md).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet

from games.domain import counters
from games.enums import GameState
from games.models import Game
from rules.i18n import Text
from rules.simulate import playouts, warm_up
from rules.stats import Estimate, share
from tournaments.forecasting import Boards, Forecast, RunningGame, Strength
from tournaments.forecasting.request import ForecastRequest
from tournaments.forecasting.result import GamesToPlay
from tournaments.forecasting.simulation import Assumed
from tournaments.forecasts.subject import (
    SEED,
    SETTLED_AFTER,
    UNDER_WAY,
    ForecastSubject,
    being_played,
    simulated,
    without_forecast,
)
from tournaments.models import Career, Event, EventGame, EventTable, ForecastRun, Strengths
from tournaments.ratings.luck import spreads_of
from tournaments.standings.event_state import EventState
from tournaments.standings.provisional import running
from tournaments.statistics.update import luck_before

#: Games played on from each running board, by good players; their chances are exact to 2 percentage points.
PLAYOUTS, POLICY = 2_000, "sensible"
#: Why an event of some formats has no forecast.
NOT_SIMULATED = Text("rounds that are still to be drawn are not simulated")


def event_forecast(
    event_state: EventState,
    runs: range,
    *,
    strengths: Strengths,
    seed: int,
    boards: Boards,
    assume: Assumed,
    progress: Callable[[int], None] | None = None,
) -> Forecast:
    """Simulate these runs of the event from now on; ``forecasting.forecast`` says what may be assumed.

    ``boards`` are the event's (``boards_of``), read once for all chunks of a forecast: they change with every throw.
    """
    question = question_of(event_state, strengths=strengths, seed=seed, boards=boards, assume=assume)
    return question.run(runs, progress)


@dataclass(frozen=True, kw_only=True)
class EventSubject(ForecastSubject):
    """An event as it stands, with the boards of its running games."""

    runs_setting = "FORECAST_RUNS"
    nothing_to_play = Text("only an event that is drawn and not over can be simulated")

    course: EventState
    boards: Boards

    @classmethod
    def under_way(cls) -> QuerySet[Event]:
        """Return the events that are drawn and not over."""
        return simulated().filter(status__in=UNDER_WAY)

    @classmethod
    def refusal(cls, pk: int) -> Text:
        """Say that rounds are not simulated, where the format has them."""
        is_simulated = Event.objects.get(pk=pk).format.is_simulated
        return cls.nothing_to_play if is_simulated else NOT_SIMULATED

    @classmethod
    def changed(cls, now: datetime) -> QuerySet[Event, int]:
        """Return the changed events, by their own tables."""
        of_this_event = {"event": OuterRef("pk"), "version": OuterRef("version")}
        known = ForecastRun.objects.filter(**of_this_event, asked_by="")
        running = EventGame.objects.filter(event=OuterRef("pk"), game__state=GameState.RUNNING)
        unsettled = EventTable.objects.filter(**of_this_event, made_at__gt=now - SETTLED_AFTER)
        return without_forecast(being_played().filter(~Exists(unsettled)), known, running, now)

    @classmethod
    def read(cls, pk: int, boards: Callable[[EventState], Boards], now: datetime) -> EventSubject:
        """Read all of it at one version of its table."""
        while True:
            event_state = EventState.load(Event.objects.select_related("season").get(pk=pk))
            if Event.objects.filter(pk=pk, version=event_state.event.version).exists():
                break
        return cls(
            about=event_state.event,
            key=str(pk),
            version=event_state.event.version,
            results=len(event_state.contest.results),
            course=event_state,
            boards=boards(event_state),
        )

    def question(self, strengths: Strengths) -> ForecastRequest:
        """Return the forecast request, with nothing assumed."""
        return question_of(self.course, strengths=strengths, seed=SEED, boards=self.boards, assume={})


def question_of(
    event_state: EventState, *, strengths: Strengths, seed: int, boards: Boards, assume: Assumed
) -> ForecastRequest:
    """Build the request, with everything that the answer follows from. Two queries at most."""
    worth = strengths_of(event_state, strengths)
    spreads = spreads_by(strengths)
    return ForecastRequest(
        event_state.event.format_key, event_state.contest, worth, boards, seed, dict(assume), spreads
    )


def boards_of(event_state: EventState, *, seed: int) -> dict[int, RunningGame]:
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
        outcome = playouts(play, PLAYOUTS, policy=POLICY, seed=seed)
        ahead = outcome.throws / (outcome.throws + count_throws_of(game))
        found[number] = RunningGame(game.rules_name, event_state.seating(game), outcome.orders, ahead)
    return found


def count_throws_of(game: Game) -> int:
    """Count the throws of a game that stand."""
    return counters.count_throws(game.tallies)


def strengths_of(event_state: EventState, strengths: Strengths) -> dict[str, Strength]:
    """Map entry key to strength; a player without a rating counts as a beginner. One query at most."""
    worth = strengths_of_players([entry.player_id for entry in event_state.entries], strengths)
    return {entry.key: worth[entry.player_id] for entry in event_state.entries}


def strengths_of_players(players: Collection[UUID], strengths: Strengths) -> dict[UUID, Strength]:
    """Map player id to strength, as ``strengths_of``."""
    rated: dict[UUID, Strength] = {}
    if strengths is Strengths.RATINGS:
        careers = Career.objects.filter(player__in=players)
        rated = {career.player_id: Strength(career.mu, career.sigma) for career in careers}
    return {player: rated.get(player, Strength()) for player in players}


def spreads_by(strengths: Strengths) -> dict[str, float]:
    """Map rule set to how far apart its players are, as all games so far have it; empty between equals. One query."""
    if strengths is not Strengths.RATINGS:
        return {}
    luck = luck_before(None)
    return spreads_of(luck, luck)


def as_json(event_state: EventState, found: Forecast) -> dict[str, Any]:
    """Serialise the forecast."""
    names = {entry.key: event_state.name(entry) for entry in event_state.entries}
    event = {"event": event_state.event.slug, "version": event_state.event.version}
    return event | chances_as_json(found, names)


def chances_as_json(found: Forecast, names: Mapping[str, str]) -> dict[str, Any]:
    """Serialise the chances, of players by their keys; chances are null where every run was left out."""
    extra = found.extra_games if found.runs else None
    return {
        "runs": found.runs,
        "left_out": found.left_out,
        "players": [_player(found, key, name) for key, name in names.items()],
        "games_to_play": games_as_json(found) if found.runs else None,
        "extra_games": extra and chance_as_json(extra),
    }


def _player(found: Forecast, key: str, name: str) -> dict[str, Any]:
    data: dict[str, Any] = {"entrant": key, "name": name, "title": None, "places": None, "playoffs": None}
    if found.runs:
        places = range(1, len(found.places[key]) + 1)
        data["title"] = chance_as_json(found.title(key))
        data["places"] = [{"place": place, **chance_as_json(found.place(key, place))} for place in places]
        playoffs = found.reaching_playoffs(key)
        data["playoffs"] = None if playoffs is None else chance_as_json(playoffs)
    return data


def games_as_json(found: Forecast) -> dict[str, Any]:
    """Serialise how many games are still to be played, with the chance of every number; some run must have counted."""
    return {
        **games_in_short(found),
        "distribution": [
            {"games": games, **chance_as_json(share(times, found.runs))}
            for games, times in found.games.items()
        ],
    }


def games_in_short(found: GamesToPlay) -> dict[str, Any]:
    """Serialise in short how many games are still to be played; some run must have counted."""
    mean = found.games_to_play
    return {
        "mean": mean.value,
        "margin": mean.margin,
        "half_at_most": found.games_quantile(0.5),
        "nine_of_ten_at_most": found.games_quantile(0.9),
    }


def chance_as_json(chance: Estimate) -> dict[str, float]:
    """Serialise a chance and its margin."""
    return {"chance": chance.value, "margin": chance.margin}
