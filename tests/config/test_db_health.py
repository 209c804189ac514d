"""A connection that a thread keeps is asked whether it lives only where it may not."""

import socket
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.signals import request_started

from config import db_health
from config.db_health import IDLE_SECONDS, no_question_to_one_in_use


class Kept:
    """What Django knows of a connection to PostgreSQL; this machine's own end of it is a pair of sockets."""

    vendor = "postgresql"

    def __init__(self) -> None:
        self.connection, self.server = socket.socketpair()
        self.health_check_done = False

    def is_to_be_asked(self) -> bool:
        """Whether Django asks it at the beginning of a request."""
        self.health_check_done = False
        no_question_to_one_in_use()
        return not self.health_check_done


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    moment = [1000.0]
    monkeypatch.setattr("config.db_health.time.monotonic", lambda: moment[0])
    return moment


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch, clock: list[float]) -> Iterator[Kept]:
    found = Kept()

    class Connections:
        def all(self, initialized_only: bool) -> list[Any]:
            return [found]

    monkeypatch.setattr(db_health, "connections", Connections())
    assert found.is_to_be_asked()  # nobody has used it yet
    yield found
    found.connection.close()
    found.server.close()


def test_one_in_use_is_not_asked(kept: Kept, clock: list[float]) -> None:
    clock[0] += IDLE_SECONDS / 2
    assert not kept.is_to_be_asked()


def test_one_that_was_idle_is_asked(kept: Kept, clock: list[float]) -> None:
    clock[0] += IDLE_SECONDS + 1
    assert kept.is_to_be_asked()
    assert not kept.is_to_be_asked()


def test_one_whose_server_has_gone_is_asked(kept: Kept) -> None:
    kept.server.close()
    assert kept.is_to_be_asked()


def test_one_on_which_something_has_come_is_asked(kept: Kept) -> None:
    kept.server.send(b"N")
    assert kept.is_to_be_asked()


def test_that_is_looked_at_before_every_request() -> None:
    heard, _ = request_started._live_receivers(None)
    assert no_question_to_one_in_use in heard
