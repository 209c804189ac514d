"""Where a request comes from, and how much of it is kept."""

from typing import Any

import pytest
from django.test import RequestFactory

from games.access import address_of
from games.access.client_ip import network_of


@pytest.mark.parametrize(
    ("connection", "forwarded", "proxies", "address"),
    [
        ("203.0.113.77", "", 0, "203.0.113.77"),
        ("203.0.113.77", "198.51.100.9", 0, "203.0.113.77"),
        ("127.0.0.1", "198.51.100.9", 1, "198.51.100.9"),
        ("127.0.0.1", "6.6.6.6, 198.51.100.9", 1, "198.51.100.9"),
        ("127.0.0.1", "6.6.6.6, 198.51.100.9, 10.0.0.1", 2, "198.51.100.9"),
        ("127.0.0.1", "198.51.100.9", 5, "198.51.100.9"),
        ("127.0.0.1", "", 1, "127.0.0.1"),
        ("127.0.0.1", "nonsense", 1, ""),
        ("::ffff:203.0.113.77", "", 0, "203.0.113.77"),
        ("2001:db8:1:2:3:4:5:6", "", 0, "2001:db8:1:2::"),
        ("", "", 0, ""),
    ],
)
def test_the_address_is_that_of_the_connection_or_what_trusted_proxies_say(
    settings: Any, connection: str, forwarded: str, proxies: int, address: str
) -> None:
    settings.PROXIES = proxies
    headers = {"x-forwarded-for": forwarded} if forwarded else {}
    assert address_of(RequestFactory().get("/", headers=headers, REMOTE_ADDR=connection)) == address


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("203.0.113.77", "203.0.113.0/24"),
        ("2001:db8:1:2::", "2001:db8:1::/48"),
        ("::ffff:203.0.113.77", "203.0.113.0/24"),
        ("", ""),
        ("nonsense", ""),
    ],
)
def test_of_an_address_only_its_network_is_kept(address: str, network: str) -> None:
    assert network_of(address) == network
