"""Stored forecasts of an event, and which are shown. Nothing is computed for a reader."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

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
