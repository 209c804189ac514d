"""Stored forecasts of an event, and which are shown. Nothing is computed for a reader."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournaments.forecasting import Forecast
from tournaments.forecasts.requests import UNDER_WAY
from tournaments.models import Event, ForecastRun, Strengths
from tournaments.standings.queries import load_standings

#: More than are ever shown: those of earlier tables are stored until the one of the latest is finished.
_MOST_READ = 60


@dataclass(frozen=True, slots=True)
class Forecasts:
    """What there is to be shown of an event, by strengths."""

    event: Event
    current: Sequence[ForecastRun]

    @property
    def etag(self) -> str:
        """Return the ETag, another one as soon as there is anything else to show: a step more, a name."""
        runs = ".".join(f"{run.pk}-{run.done}{run.state[0]}" for run in self.current)
        return f"{self.event.version}.{runs}"

    @property
    def likeliest(self) -> Forecast | None:
        """Return the result for the current state: by ratings where that is there, as they know more.

        None where all results are about an earlier table.
        """
        present = [run for run in self.current if run.version == self.event.version]
        return Forecast.read(max(present, key=lambda run: run.strengths).tallies) if present else None


def forecasts_of(event: Event) -> Forecasts:
    """Return the forecasts of an event that is shown whole. One query; none once the event is over.

    For each kind of strengths the one of the latest table of which a step is done.
    """
    if event.status not in UNDER_WAY:
        return Forecasts(event, ())
    stored = ForecastRun.objects.filter(event=event).defer("question")
    # The latest table first, and of the same table the one that is furthest.
    runs = list(stored.order_by("-version", "-done", "-pk")[:_MOST_READ])
    begun = [run for run in runs if run.done and run.state != ForecastRun.State.FAILED]
    return Forecasts(event, [each for strengths in Strengths if (each := _first(begun, strengths))])


def _first(runs: Iterable[ForecastRun], strengths: str) -> ForecastRun | None:
    return next((run for run in runs if run.strengths == strengths), None)


def names_by_key(event: Event) -> dict[str, str]:
    """Map entry key to player name, in seed order. No query."""
    return {entry["key"]: entry["name"] for entry in load_standings(event)["entries"]}
