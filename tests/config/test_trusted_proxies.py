"""Who asks is told by the connection, and by headers only where PROXIES says so – whatever server is started."""

import asyncio
import http.client
import re
from collections.abc import Callable
from contextlib import closing
from typing import Any
from urllib.parse import urlencode

import pytest

from config.asgi_layers import without_claims
from tests.servers import Console, Site, embedded, forked_site, site, threads

FORM = "application/x-www-form-urlencoded"
LOGIN = "/accounts/login/"
NETWORKS = "from games.models import SecurityEvent as E; print(*E.objects.values_list('network', flat=True))"


def by_hand(port: int) -> list[str]:
    """Start uvicorn as somebody may start it who has not read that it believes headers from the same machine."""
    return ["-m", "uvicorn", "config.asgi:application", "--port", str(port), "--log-level", "warning"]


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
    ("server", "proxies", "answers"),
    [
        (embedded, "0", [200] * 5 + [429] * 2),
        pytest.param(threads, "0", [200] * 5 + [429] * 2, marks=pytest.mark.slow),
        pytest.param(by_hand, "0", [200] * 5 + [429] * 2, marks=pytest.mark.slow),
        pytest.param(embedded, "1", [200] * 7, marks=pytest.mark.slow),
    ],
)
def test_made_up_addresses_are_believed_of_no_more_proxies_than_there_are(
    console: Console, server: Callable[[int], list[str]], proxies: str, answers: list[int]
) -> None:
    variables = {"PROXIES": proxies}
    forked = server is embedded
    with forked_site(console, variables) if forked else site(variables, server) as served:
        assert attempts(served, 7) == answers
        networks = served.manage("shell", "--no-imports", "-c", NETWORKS).split()
    assert any(network.startswith("9.9.") for network in networks) is (proxies == "1")


def asked(settings: Any, proxies: int, client: Any, *headers: tuple[bytes, bytes]) -> Any:
    """What an application is told of who asks, by which scheme."""
    settings.PROXIES = proxies
    data: dict[str, Any] = {}

    async def application(scope: Any, receive: Any, send: Any) -> None:
        data.update(scope)

    scope = {"type": "http", "client": client, "scheme": "https", "headers": list(headers)}
    asyncio.run(without_claims(application)(scope, None, None))  # type: ignore[arg-type]
    return data["client"], data["scheme"]


@pytest.mark.parametrize(
    "header", [b"9.9.9.9", b"1.2.3.4, 9.9.9.9", b"9.9.9.9:5000, 1.2.3.4", b"9.9.9.9,9.9.9.9"]
)
def test_an_address_that_a_server_has_from_a_header_counts_as_unknown(settings: Any, header: bytes) -> None:
    claim = (b"x-forwarded-for", header)
    assert asked(settings, 0, ("9.9.9.9", 0), claim) == (None, "https")
    assert asked(settings, 0, ("99.9.9.9", 0), claim) == (("99.9.9.9", 0), "https")
    assert asked(settings, 1, ("9.9.9.9", 0), claim) == (("9.9.9.9", 0), "https")
    assert asked(settings, 0, None, claim) == (None, "https")
    six = (b"x-forwarded-for", b"[2001:db8::1]:77")
    assert asked(settings, 0, ("2001:db8::1", 77), six) == (None, "https")


def test_the_scheme_is_told_by_a_header_only_where_there_are_proxies(settings: Any) -> None:
    claim = (b"x-forwarded-proto", b"https")
    assert asked(settings, 0, ("127.0.0.1", 5000), claim) == (("127.0.0.1", 5000), "http")
    assert asked(settings, 1, ("127.0.0.1", 5000), claim)[1] == "https"
    assert asked(settings, 0, ("127.0.0.1", 5000))[1] == "https"
