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
    "web": Hall.without_web,
    "one web process": Hall.without_a_process,
    "worker": Hall.without_worker,
    "redis": Hall.without_redis,
    "postgresql": Hall.without_postgresql,
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
    check_logs(recording)
    check_outages(recording)
    if killed in UNNOTICED:
        assert not any(wire.unanswered for wire in recording.wires)


def test_logs_can_be_checked_while_they_are_written(machinery: Hall) -> None:
    """What is recorded between two looks is no fault of a log."""
    with Recording(machinery, seed=1):
        for _ in range(sized(1, 5)):
            assert ", 0 differed" in machinery.recording.manage("rebuild_projections", "--check")
            assert ", 0 broken" in machinery.recording.manage("check_chains")


def check_logs(recording: Recording) -> None:
    """Every phone ends with the log, in which everything it meant stands once and in order; so do the viewers.

    That each promised message of the webhook has arrived is known since ``Recording.stop``.
    """
    for phone in recording.phones:
        log = phone.wire.get(phone.path + "events/")["events"]
        assert phone.log == log
        phone.check_meant(log)
    for follower, game in zip(recording.followers, recording.games, strict=True):
        (number, *_) = {phone.number for phone in recording.phones if game in phone.path}
        assert follower.numbers == list(range(1, number + 1))
    assert recording.promised


def check_outages(recording: Recording) -> None:
    """Nobody was turned away while the database was there."""
    outages = recording.hall.outages
    for wire in recording.wires:
        for asked, answered in wire.turned_away:
            assert any(asked <= over and begun <= answered for begun, over in outages)
