"""Stored forecasts of an event, selected and serialised. Nothing is computed for a reader."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from tournaments.forecasting import Forecast
from tournaments.forecasting.request import read_answer
from tournaments.forecasts.event_subject import chances_as_json
from tournaments.forecasts.store import forecasts_about
from tournaments.forecasts.subject import UNDER_WAY
from tournaments.models import Event, ForecastRun, Strengths
from tournaments.standings.queries import load_standings

#: Of those with something assumed, the latest.
MOST_SHOWN = 5

NOTHING_FOUND = Forecast(runs=0, left_out=0, titles={}, places={}, playoffs=None, games={}, extra=None)


@dataclass(frozen=True, slots=True)
class Forecasts:
    """What there is to be shown of an event: as it stands, by strengths; and if …, the latest first."""

    event: Event
    as_it_stands: Sequence[ForecastRun]
    if_so: Sequence[ForecastRun]

    @property
    def etag(self) -> str:
        """Return the ETag, another one as soon as there is anything else to show: a part more, a name."""
        return etag_of(self.event.version, (*self.as_it_stands, *self.if_so))

    @property
    def likeliest(self) -> Forecast | None:
        """Return the result as the event stands: by ratings where that is there, as they know more.

        None where all results are about an earlier table.
        """
        present = [run for run in self.as_it_stands if run.version == self.event.version]
        return answer_of(max(present, key=lambda run: run.strengths)) if present else None


def forecasts_of(event: Event) -> Forecasts:
    """Return the forecasts of an event that is shown whole. One query; none once the event is over.

    As it stands: for each kind of strengths the one of the latest table of which there is a part already. If …: of
    no earlier table than that.
    """
    if event.status not in UNDER_WAY:
        return Forecasts(event, (), ())
    kept = forecasts_about(event).select_related("without").defer("question", "without__question")
    runs = latest_first(kept)
    as_it_stands = displayed_runs(runs)
    versions = {run.strengths: run.version for run in as_it_stands}
    asked = [run for run in runs if run.assumed and run.version >= versions.get(run.strengths, 0)]
    if_so = sorted(asked, key=lambda run: -run.pk)
    return Forecasts(event, as_it_stands, if_so[:MOST_SHOWN])


def latest_first(kept: QuerySet[ForecastRun]) -> list[ForecastRun]:
    """Sort forecasts by their tables, and of the same table the one that is furthest first."""
    return list(kept.order_by("-version", "-done", "-pk")[:_MOST_READ])


def displayed_runs(runs: Sequence[ForecastRun]) -> list[ForecastRun]:
    """Return, as it stands, for each kind of strengths the first that has a part already."""
    found = [run for run in runs if run.done and not run.assumed and run.state != ForecastRun.State.FAILED]
    return [each for strengths in Strengths if (each := _first(found, strengths))]


def etag_of(version: int, runs: Iterable[ForecastRun]) -> str:
    """Return an ETag that changes with every part."""
    return f"{version}." + ".".join(f"{run.pk}-{run.done}{run.state[0]}" for run in runs)


#: More than are ever shown: those that were asked for are kept for a while.
_MOST_READ = 60


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
        "as_it_stands": [serialize_run(run, names, version) for run in forecasts.as_it_stands],
        "if": [serialize_run(run, names, version) for run in forecasts.if_so],
    }


def serialize_run(run: ForecastRun, names: Mapping[str, str], version: int) -> dict[str, Any]:
    """Serialise a forecast with its request and progress; ``version`` is that of the present table."""
    found = answer_of(run)
    known = {key: names.get(key, key) for key in found.titles}
    return {
        **serialize_progress(run),
        "is_of_earlier_table": run.version < version,
        "assumed": [
            {"number": int(number), "winner": key, "name": names.get(key, key)}
            for number, key in run.assumed.items()
        ],
        "without": run.without_id,
        **chances_as_json(found, known),
    }


def serialize_progress(run: ForecastRun) -> dict[str, Any]:
    """Serialise what was asked, of which state, and how far it is."""
    return {
        "id": run.pk,
        "version": run.version,
        "results": run.results,
        "strengths": run.strengths,
        "seed": run.seed,
        "state": run.state,
        "why": run.why and run.why.as_json(),
        "asked": run.runs,
        "done": run.done,
        "asked_at": run.asked_at.isoformat(),
        "finished_at": run.finished_at and run.finished_at.isoformat(),
    }
