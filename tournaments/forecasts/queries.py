"""Stored forecasts of an event, selected and serialised. Nothing is computed for a reader."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules import Estimate
from rules.stats import share
from tournaments.forecasting import Forecast
from tournaments.forecasting.request import read_answer
from tournaments.forecasts.requests import UNDER_WAY
from tournaments.models import Event, ForecastRun, Strengths
from tournaments.standings.queries import load_standings

#: Of those with something assumed, the latest.
MOST_SHOWN = 5
#: More than are ever shown: requested ones are stored for a while.
_MOST_READ = 60

NOTHING_FOUND = Forecast.of_no_run((), has_playoffs=False, may_have_extra=False)


@dataclass(frozen=True, slots=True)
class Forecasts:
    """What there is to be shown of an event: for its current state, by strengths; and if …, the latest first."""

    event: Event
    current: Sequence[ForecastRun]
    if_so: Sequence[ForecastRun]

    @property
    def etag(self) -> str:
        """Return the ETag, another one as soon as there is anything else to show: a part more, a name."""
        runs = (*self.current, *self.if_so)
        return f"{self.event.version}." + ".".join(f"{run.pk}-{run.done}{run.state[0]}" for run in runs)

    @property
    def likeliest(self) -> Forecast | None:
        """Return the result for the current state: by ratings where that is there, as they know more.

        None where all results are about an earlier table.
        """
        present = [run for run in self.current if run.version == self.event.version]
        return answer_of(max(present, key=lambda run: run.strengths)) if present else None


def forecasts_of(event: Event) -> Forecasts:
    """Return the forecasts of an event that is shown whole. One query; none once the event is over.

    Current state: for each kind of strengths the one of the latest table that has a part already. If …: of
    no earlier table than that.
    """
    if event.status not in UNDER_WAY:
        return Forecasts(event, (), ())
    stored = (
        ForecastRun.objects.filter(event=event)
        .select_related("without")
        .defer("question", "without__question")
    )
    # The latest table first, and of the same table the one that is furthest.
    runs = list(stored.order_by("-version", "-done", "-pk")[:_MOST_READ])
    begun = [run for run in runs if run.done and not run.assumed and run.state != ForecastRun.State.FAILED]
    current = [each for strengths in Strengths if (each := _first(begun, strengths))]
    versions = {run.strengths: run.version for run in current}
    asked = [run for run in runs if run.assumed and run.version >= versions.get(run.strengths, 0)]
    if_so = sorted(asked, key=lambda run: -run.pk)
    return Forecasts(event, current, if_so[:MOST_SHOWN])


def _first(runs: Iterable[ForecastRun], strengths: str) -> ForecastRun | None:
    return next((run for run in runs if run.strengths == strengths), None)


def answer_of(run: ForecastRun) -> Forecast:
    """Return the result so far."""
    return read_answer(run.tallies) if run.tallies else NOTHING_FOUND


def names_by_key(event: Event) -> dict[str, str]:
    """Map entry key to player name, in seed order. No query."""
    return {entry["key"]: entry["name"] for entry in load_standings(event)["entries"]}


def serialize_forecasts(forecasts: Forecasts) -> dict[str, Any]:
    """Serialise all of it (docs/reference/api.md)."""
    names, version = names_by_key(forecasts.event), forecasts.event.version
    return {
        "event": forecasts.event.slug,
        "version": version,
        "as_it_stands": [serialize_run(run, names, version) for run in forecasts.current],
        "if": [serialize_run(run, names, version) for run in forecasts.if_so],
    }


def serialize_run(run: ForecastRun, names: Mapping[str, str], version: int) -> dict[str, Any]:
    """Serialise a forecast with its request and progress; ``version`` is that of the present table."""
    found = answer_of(run)
    known = {key: names.get(key, key) for key in found.titles}
    return {
        "id": run.pk,
        "version": run.version,
        "results": run.results,
        "strengths": run.strengths,
        "seed": run.seed,
        "state": run.state,
        "error": run.why and run.why.as_json(),
        "wanted": run.runs,
        "done": run.done,
        "requested_at": run.asked_at.isoformat(),
        "finished_at": run.finished_at and run.finished_at.isoformat(),
        "is_of_earlier_table": run.version < version,
        "assumed": [
            {"number": int(number), "winner": key, "name": names.get(key, key)}
            for number, key in run.assumed.items()
        ],
        "without": run.without_id,
        **chances_as_json(found, known),
    }


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
    mean = found.games_to_play
    return {
        "mean": mean.value,
        "margin": mean.margin,
        "median": found.games_quantile(0.5),
        "percentile_90": found.games_quantile(0.9),
        "distribution": [
            {"games": games, **chance_as_json(share(times, found.runs))}
            for games, times in found.games.items()
        ],
    }


def chance_as_json(chance: Estimate) -> dict[str, float]:
    """Serialise a chance and its margin."""
    return {"chance": chance.value, "margin": chance.margin}
