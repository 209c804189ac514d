"""Who asks is known by the connection, and by headers only where PROXIES says so, with each server that is started."""

import http.client
import re
from collections.abc import Callable
from contextlib import closing
from urllib.parse import urlencode

import pytest

from tests.servers import Console, Site, embedded, forked_site, site, threads

FORM = "application/x-www-form-urlencoded"
LOGIN = "/accounts/login/"
NETWORKS = "from games.models import SecurityEvent as E; print(*E.objects.values_list('network', flat=True))"


def attempts(served: Site, number: int) -> list[int]:
    """What attempts to log in are answered with, each of which claims to come from elsewhere."""
    with closing(http.client.HTTPConnection("127.0.0.1", served.port, timeout=60)) as client:
        client.request("GET", LOGIN)
        page = client.getresponse()
        cookie = page.headers["Set-Cookie"].partition(";")[0]
        secret = re.search(rb'name="csrfmiddlewaretoken" value="(\w+)"', page.read())
        assert secret is not None
        form = urlencode({"username": "anna", "password": "x", "csrfmiddlewaretoken": secret[1].decode()})
        found = []
        for each in range(number):
            claim = {"X-Forwarded-For": f"9.9.{each}.9", "Cookie": cookie, "Content-Type": FORM}
            client.request("POST", LOGIN, form, claim)
            answer = client.getresponse()
            answer.read()
            found.append(answer.status)
        return found


@pytest.mark.process
@pytest.mark.long
@pytest.mark.sqlite
@pytest.mark.parametrize(
    ("server", "proxies"),
    [
        (embedded, "0"),
        pytest.param(threads, "0", marks=pytest.mark.slow),
        pytest.param(embedded, "1", marks=pytest.mark.slow),
    ],
)
def test_made_up_addresses_are_believed_of_no_more_proxies_than_there_are(
    console: Console, server: Callable[[int], list[str]], proxies: str
) -> None:
    variables = {"PROXIES": proxies}
    forked = server is embedded
    with forked_site(console, variables) if forked else site(variables, server) as served:
        found = attempts(served, 9)
        networks = served.manage("shell", "--no-imports", "-c", NETWORKS).split()
    assert found[:5] == [200] * 5
    # On a slow machine the first wait may be over before the next attempt: it doubles.
    assert (429 in found) is (proxies == "0")
    assert any(network.startswith("9.9.") for network in networks) is (proxies == "1")
