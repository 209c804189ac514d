"""A running site, and clients that ask it as an organiser and as the public."""

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from rauswurf_client import Client
from tests.clients import evenings
from tests.servers import Console, forked_site


@dataclass
class Host:
    """A site and the token of its organiser."""

    url: str
    token: str


@pytest.fixture(scope="module")
def host(site_database: dict[str, str], console: Console) -> Iterator[Host]:
    """A running site with a season, which may send webhooks to this machine."""
    with forked_site(console, {**site_database, "WEBHOOKS_TO_PRIVATE_ADDRESSES": "true"}) as site:
        token = site.manage("create_token", "client", "--role", "organiser").split()[-1]
        with Client(site.url, token) as client:
            evenings.season(client)
        yield Host(site.url, token)


@pytest.fixture
def client(host: Host) -> Iterator[Client]:
    """The organiser."""
    with Client(host.url, host.token) as client:
        yield client


@pytest.fixture
def visitor(host: Host) -> Iterator[Client]:
    """Somebody without a token."""
    with Client(host.url) as client:
        yield client
