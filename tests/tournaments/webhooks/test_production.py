"""Webhooks in production: gunicorn, Redis, a Celery worker and beat, each of which may go away."""

import os
import signal
import subprocess
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest

from tests import servers
from tests.servers import Site
from tests.tournaments.webhooks.evening import Evening
from tests.tournaments.webhooks.receiving import Receiver
from tests.tournaments.webhooks.workers import beat, redis_at, redis_port as redis_port, served as served
from tournaments.webhooks.dispatch import TAKEN

pytestmark = [pytest.mark.slow, pytest.mark.postgresql, pytest.mark.process]


@contextmanager
def worker(served: Site) -> Iterator[subprocess.Popen[bytes]]:
    """A worker, as docs/install/settings.md starts it."""
    with servers.celery(
        served.environment, "worker", "--concurrency", "2", "--loglevel", "CRITICAL"
    ) as process:
        yield process


def test_an_evening_is_told_by_the_workers(served: Site, redis_port: int) -> None:
    evening = Evening(served, "told")
    with redis_at(redis_port), Receiver() as receiver, worker(served), beat(served):
        secret = evening.subscribe(receiver.url)["secret"]
        evening.win(evening.start())
        receiver.wait_for(lambda: len(receiver.of_kind("standings.changed")) == 2)
        assert len(receiver.of_kind("game.ended")) == 1
        assert all(message.signed_by(secret) for message in receiver.received)


def test_what_is_new_is_sent_at_once_also_where_beat_is_away(served: Site, redis_port: int) -> None:
    evening = Evening(served, "new")
    with redis_at(redis_port), Receiver() as receiver, worker(served):
        evening.subscribe(receiver.url, "standings.changed")
        evening.start()
        receiver.wait_for_messages(1)


def test_what_a_killed_worker_was_sending_is_sent_by_another_under_the_same_id(
    served: Site, redis_port: int
) -> None:
    evening = Evening(served, "killed")
    answered = threading.Event()
    with redis_at(redis_port), Receiver(before=answered.wait) as receiver, beat(served):
        evening.subscribe(receiver.url, "standings.changed")
        with worker(served) as process:
            evening.start()
            receiver.wait_for_messages(1)
            os.killpg(process.pid, signal.SIGKILL)
        answered.set()
        with worker(served):
            evening.pass_time(TAKEN)
            receiver.wait_for_messages(2)
    assert len({message.id for message in receiver.received}) == 1


def test_while_the_broker_is_away_every_write_succeeds_and_is_told_afterwards(
    served: Site, redis_port: int
) -> None:
    evening = Evening(served, "broker")
    with ExitStack() as stack:
        receiver = stack.enter_context(Receiver())
        with redis_at(redis_port):
            stack.enter_context(worker(served))
            stack.enter_context(beat(served))
            evening.subscribe(receiver.url, "game.ended", "standings.changed")
            game = evening.start()
            receiver.wait_for_messages(1)
        evening.win(game)
        assert len(receiver.received) == 1
        with redis_at(redis_port):
            receiver.wait_for_messages(3)
    assert [message.kind for message in receiver.received[1:]] == ["game.ended", "standings.changed"]
