"""A day of an open tournament in small, the server killed in each phase; in full by `python -m bench.hall_day`."""

import pytest

from tests.endurance.hall_day import HallDay, Size
from tests.endurance.size import patient
from tests.servers import Site

#: Five tables, one of them of three; every way to report comes up in the two rounds.
SMALL = Size(people=19, rounds=2, a_minute=0, look=0.2, look_on=0.3, results=0.5)


@pytest.mark.database
@patient
def test_a_day_whose_server_is_killed_in_every_phase_ends_with_the_recounted_tables(
    live_asgi_server: Site,
) -> None:
    day = HallDay(live_asgi_server, SMALL)
    day.play()
    killed = [name for name in day.notes.happened if name.startswith("killed")]
    phases = ("check-in", "plan", "publish", "results", "adjudicate", "final")
    assert killed == [f"killed: {each}" for each in phases]
