"""What is too large is refused by every server that we start, before anybody is asked for; who is slow holds up nobody.

For servers with threads the proxy in front takes in whoever is slow (test_deploy.py).
"""

import json
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing

import pytest

from tests.browser.conftest import new_event
from tests.games.viewing import token_of
from tests.servers import Console, Site, embedded, forked_site, site, threads

pytestmark = [pytest.mark.long, pytest.mark.process]
SECONDS = {"BODY_SECONDS": "2"}
#: Seconds after which nothing more will come: many times what is set above, as the machine may be busy.
LONG = 20
LOGS = "/api/v1/players/"
ADDRESSES = (LOGS, "/api/v1/schema/", "/accounts/login/", "/healthz", "/nothing/here/")


@pytest.fixture(scope="module", params=[embedded, pytest.param(threads, marks=pytest.mark.slow)])
def served(request: pytest.FixtureRequest, site_database: dict[str, str], console: Console) -> Iterator[Site]:
    variables = {**site_database, **SECONDS}
    forked = request.param is embedded
    with forked_site(console, variables) if forked else site(variables, request.param) as found:
        yield found


def opened(served: Site) -> socket.socket:
    return socket.create_connection(("127.0.0.1", served.port), timeout=LONG)


def head(method: str, path: str, *lines: str) -> bytes:
    return "\r\n".join([f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", *lines, "", ""]).encode()


def answered(client: socket.socket) -> tuple[int, dict[str, str], bytes]:
    """The answer that is on its way: its status, its head, its body as far as it has come."""
    told = b""
    while b"\r\n\r\n" not in told:
        more = client.recv(65536)
        if not more:
            return 0, {}, told
        told += more
    first, *lines = told.partition(b"\r\n\r\n")[0].decode().split("\r\n")
    headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
    body = told.partition(b"\r\n\r\n")[2]
    while len(body) < int(headers.get("content-length", 0)) and (more := client.recv(65536)):
        body += more
    return int(first.split()[1]), headers, body


def closed(client: socket.socket) -> bool:
    """Whether the server hangs up, whatever it says before."""
    try:
        while client.recv(65536):
            pass
    except TimeoutError:
        return False
    except ConnectionError:
        pass
    return True


@pytest.mark.parametrize("path", ADDRESSES)
@pytest.mark.parametrize("expect", [(), ("Expect: 100-continue",)])
def test_120_megabytes_announced_are_refused_before_they_are_sent(
    served: Site, path: str, expect: tuple[str, ...]
) -> None:
    if expect and served.server is threads:
        pytest.skip("gunicorn itself says 100 before anybody is asked")
    with closing(opened(served)) as client:
        client.sendall(head("POST", path, "Content-Length: 120000000", *expect))
        status, headers, body = answered(client)  # of the body not a byte was sent
        assert status == 413
        if path.startswith("/api/"):
            assert headers["content-type"] == "application/problem+json"
            data = json.loads(body)
            assert (data["type"], data["field"]) == ("urn:rauswurf:problem:bad-value", "request")
            assert "1000000 bytes" in data["messages"]["en"]
            assert "1000000 Bytes" in data["messages"]["de"]
        else:
            assert b"1000000 bytes" in body


def test_chunks_are_cut_off_at_the_limit(served: Site) -> None:
    chunk = b"4000\r\n" + b"x" * 0x4000 + b"\r\n"
    with closing(opened(served)) as client:
        client.sendall(head("POST", LOGS, "Transfer-Encoding: chunked"))
        for _ in range(1_000_000 // 0x4000 + 1):
            client.sendall(chunk)
        assert answered(client)[0] == 413


def test_files_may_be_larger_than_other_bodies(served: Site) -> None:
    for path, length, status in [
        ("/api/v1/history/", 4_000_000, 401),
        ("/api/v1/history/", 4_000_001, 413),
        (LOGS, 1_000_000, 401),
        (LOGS, 1_000_001, 413),
    ]:
        with closing(opened(served)) as client:
            client.sendall(head("POST", path, f"Content-Length: {length}", "Content-Type: application/json"))
            if status == 401:
                client.sendall(b" " * length)
            assert answered(client)[0] == status, (path, length)


def test_json_in_chunks_is_read_like_any_other(served: Site) -> None:
    token = token_of(served)
    name = f"Änne {served.server.__name__}"  # on PostgreSQL the servers share a database
    body = json.dumps({"name": name}).encode()
    pieces = b"".join(b"%x\r\n%s\r\n" % (1, body[at : at + 1]) for at in range(len(body))) + b"0\r\n\r\n"
    lines = ("Transfer-Encoding: chunked", "Content-Type: application/json", f"Authorization: Bearer {token}")
    with closing(opened(served)) as client:
        client.sendall(head("POST", LOGS, *lines) + pieces)
        status, _, told = answered(client)
        assert (status, json.loads(told)["name"]) == (201, name)
        # And the connection goes on where the body ended.
        client.sendall(head("GET", "/healthz"))
        assert answered(client)[0] == 200


def test_a_body_that_does_not_come_is_waited_for_and_no_longer(served: Site) -> None:
    if served.server is threads:
        pytest.skip("the proxy in front waits for it")
    for lines in (("Content-Length: 100",), ("Transfer-Encoding: chunked",)):
        with closing(opened(served)) as client:
            client.sendall(head("POST", LOGS, *lines))
            begun = time.monotonic()
            status, _, body = answered(client)
            assert (status, json.loads(body)["type"]) == (408, "urn:rauswurf:problem:too-slow")
            assert time.monotonic() - begun > 1
            assert closed(client)


def dripping(client: socket.socket, begun: bytes) -> float:
    """Seconds until a client that sends a letter now and then is cut off; ``LONG`` where it is not."""
    start = time.monotonic()
    client.sendall(begun)
    client.settimeout(0.3)
    while time.monotonic() - start < LONG:
        try:
            if not client.recv(65536):
                break
        except TimeoutError:
            pass
        except ConnectionError:
            break
        try:
            client.sendall(b"x")
        except ConnectionError:
            break
    return time.monotonic() - start


def test_a_letter_now_and_then_does_not_lengthen_the_time_of_a_body(served: Site) -> None:
    if served.server is threads:
        pytest.skip("the proxy in front waits for it")
    with closing(opened(served)) as client:
        assert 1 < dripping(client, head("POST", LOGS, "Content-Length: 100000")) < LONG


def test_two_hundred_half_sent_heads_keep_nobody_else_waiting(served: Site) -> None:
    if served.server is threads:
        pytest.skip("a thread waits for each: the proxy in front waits for them all")
    with ExitStack() as stack:
        clients = [stack.enter_context(closing(opened(served))) for _ in range(200)]
        for client in clients:
            client.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n")
        assert served.answers()
        # They are not forgotten: the rest may come later.
        clients[0].sendall(b"\r\n")
        assert answered(clients[0])[0] == 200


def test_a_kept_connection_has_time_for_each_request_again(served: Site) -> None:
    with closing(opened(served)) as client:
        for _ in range(3):
            time.sleep(0.9)
            client.sendall(head("GET", "/healthz"))
            assert answered(client)[0] == 200


def test_a_stream_lasts_longer_than_a_request_may(served: Site) -> None:
    if served.server is threads:
        pytest.skip("streams are served by the embedded server")
    new_event(served, "long", "league", "xmadn-2t")
    with closing(opened(served)) as client:
        client.sendall(head("GET", "/api/v1/events/long/events/", "Accept: text/event-stream"))
        assert answered(client)[0] == 200
        assert lasts(client, 4)


def lasts(client: socket.socket, seconds: float) -> bool:
    client.settimeout(seconds)
    try:
        while client.recv(65536):
            pass
    except TimeoutError:
        return True
    return False
