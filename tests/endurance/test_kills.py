"""SIGKILL in the middle of recording: no acknowledged event is lost, none doubled, and the site goes on by itself.

The servers are those of production: PostgreSQL, Redis, gunicorn, uvicorn, Celery. What is killed is started
again, as a service manager would; nothing else is.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from random import Random

import pytest

from tests.endurance.hall import Hall, Recording, hall
from tests.endurance.size import patient, sized

pytestmark = [pytest.mark.slow, pytest.mark.process, pytest.mark.long, patient]
ROUNDS = sized(2, 20)
KILLS: dict[str, Callable[[Hall], AbstractContextManager[None]]] = {
    "web": lambda hall: hall.without(hall.recording, hall.streaming),
    "one web process": Hall.without_a_process,
    "worker": lambda hall: hall.without(hall.worker),
    "redis": lambda hall: hall.without(hall.redis),
    "postgresql": lambda hall: hall.without(hall.postgresql),
}
#: Whatever else dies, nobody who records notices anything.
UNNOTICED = ("worker", "redis")


@pytest.fixture(scope="module")
def machinery() -> Iterator[Hall]:
    try:
        with hall() as running:
            yield running
            assert ", 0 differed" in running.recording.manage("rebuild_projections", "--check")
            assert ", 0 broken" in running.recording.manage("check_chains")
    except (ImportError, FileNotFoundError) as reason:
        pytest.skip(f"the servers of production cannot run here: {reason}")


@pytest.mark.parametrize("killed", KILLS)
def test_killed_in_the_middle_of_recording_nothing_is_lost_or_doubled(machinery: Hall, killed: str) -> None:
    moments = Random(11)
    with Recording(machinery, seed=len(killed)) as recording:
        for _ in range(ROUNDS):
            recording.go_on(5)
            time.sleep(moments.uniform(0, 0.05))
            with KILLS[killed](machinery):
                time.sleep(moments.uniform(0, 0.3))
            recording.go_on(5)
        recording.stop()
    for wire in recording.wires:
        for asked, answered in wire.turned_away:
            assert any(asked <= over and begun <= answered for begun, over in machinery.outages)
    if killed in UNNOTICED:
        assert not any(wire.unanswered for wire in recording.wires)


def test_logs_can_be_checked_while_they_are_written(machinery: Hall) -> None:
    """What is recorded between two looks is no fault of a log."""
    with Recording(machinery, seed=1):
        for _ in range(sized(1, 5)):
            assert ", 0 differed" in machinery.recording.manage("rebuild_projections", "--check")
            assert ", 0 broken" in machinery.recording.manage("check_chains")
