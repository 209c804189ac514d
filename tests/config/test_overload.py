"""Who has waited too long is told so and when to come again, and nothing of what they asked is done."""

import asyncio
import json
import os
import signal
import threading
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from http.client import HTTPConnection

import pytest
from django.conf import LazySettings
from django.http import HttpRequest, HttpResponse

from config.gates import few_write_at_once
from tests import servers
from tests.games.viewing import Referee, token_of

JSON = {"Accept": "application/json"}
#: The number of kept connections, many more than there are threads, and for how long each of them asks.
KEPT, KEPT_SECONDS = 100, 6.0


@pytest.fixture(scope="module")
def threaded() -> Iterator[servers.Site]:
    """Production's server of threads, at which nobody waits longer than a second."""
    with servers.site({"LONGEST_WAIT_SECONDS": "1"}, servers.threads) as site:
        yield site


@contextmanager
def nobody_answers(site: servers.Site, seconds: float) -> Iterator[None]:
    """All processes of the site stand still for so long, beginning before the context."""
    assert site.process is not None
    family = list(servers.family(site.process.pid))

    def go_on() -> None:
        for each in family:
            os.kill(each, signal.SIGCONT)

    for each in family:
        os.kill(each, signal.SIGSTOP)
    timer = threading.Timer(seconds, go_on)
    timer.start()
    yield
    timer.join()


def ask(
    site: servers.Site, method: str, path: str, headers: Mapping[str, str], body: bytes = b""
) -> tuple[int, str | None, bytes]:
    """Status, when to come again, and the body of the answer; asked as by a proxy, which says when."""
    since = {"X-Request-Start": f"{time.time():.3f}"}
    with closing(HTTPConnection("127.0.0.1", site.port, timeout=60)) as connection:
        connection.request(method, path, body, {**headers, **since})
        response = connection.getresponse()
        return response.status, response.headers.get("Retry-After"), response.read()


@pytest.mark.slow
@pytest.mark.process
def test_who_has_waited_too_long_for_a_thread_is_told_when_to_come_again(threaded: servers.Site) -> None:
    referee = Referee(threaded, token_of(threaded))
    headers = {
        **JSON,
        "Authorization": f"Bearer {referee.token}",
        "Content-Type": "application/json",
        "Accept-Language": "de",
    }
    throw = json.dumps({"expected": referee.number, "die": 1}).encode()
    with ThreadPoolExecutor(3) as threads, nobody_answers(threaded, 2):
        throwing = threads.submit(ask, threaded, "POST", referee.path + "throws/", headers, throw)
        looking = threads.submit(ask, threaded, "GET", "/live/", {"Accept-Language": "de"})
        watching = threads.submit(ask, threaded, "GET", "/healthz", {})
    status, again, answer = throwing.result()
    assert (status, again) == (503, "5")
    problem = json.loads(answer)
    assert problem["type"] == "urn:rauswurf:problem:overloaded"
    assert problem["detail"] == problem["messages"]["de"] != problem["messages"]["en"]
    status, again, answer = looking.result()
    assert (status, again) == (503, "5")
    assert problem["detail"] in answer.decode()
    assert watching.result()[0] == 200
    # Nothing was done, and whoever comes now is answered.
    assert len(referee.log()) == referee.number
    assert ask(threaded, "POST", referee.path + "throws/", headers, throw)[0] == 201


@pytest.mark.slow
@pytest.mark.process
def test_who_waits_for_less_is_answered_and_so_is_who_comes_without_a_proxy(threaded: servers.Site) -> None:
    with nobody_answers(threaded, 0.3):
        assert ask(threaded, "GET", "/live/", {})[0] == 200
    for since in ({}, {"X-Request-Start": "t=1764315476123"}):
        with closing(HTTPConnection("127.0.0.1", threaded.port, timeout=60)) as connection:
            connection.request("GET", "/api/v1/rule-sets/", headers=since)
            assert connection.getresponse().status == 200


@pytest.mark.slow
@pytest.mark.process
def test_all_kept_connections_get_their_turn_however_many_there_are() -> None:
    """As a proxy's under load: with few places those on them were answered again and again, the others never."""
    with (
        servers.site({}, lambda port: servers.threads(port, 8, "tests.config.own_pid")) as site,
        ThreadPoolExecutor(KEPT) as threads,
    ):
        until = time.monotonic() + KEPT_SECONDS
        longest = list(threads.map(lambda _: longest_wait(site, until), range(KEPT)))
    assert max(longest) < KEPT_SECONDS / 2


def longest_wait(site: servers.Site, until: float) -> float:
    """Send one request after the other on a kept connection; the longest time that one of them took."""
    longest = 0.0
    with closing(HTTPConnection("127.0.0.1", site.port, timeout=60)) as connection:
        while (begun := time.monotonic()) < until:
            connection.request("GET", "/slow")
            connection.getresponse().read()
            longest = max(longest, time.monotonic() - begun)
    return longest


def test_who_has_waited_too_long_for_the_turn_to_write_is_told_so_and_the_next_one_goes_on(
    settings: LazySettings,
) -> None:
    async def day() -> None:
        let_go = asyncio.Event()

        async def answer(asked: HttpRequest) -> HttpResponse:
            await let_go.wait()
            return HttpResponse()

        site = few_write_at_once(answer)
        held = [asyncio.create_task(site(writing())) for _ in range(settings.POOL_SIZE // 2)]
        await asyncio.sleep(0)
        refused = await asyncio.wait_for(site(writing()), 60)
        assert (refused.status_code, refused["Retry-After"]) == (503, "5")
        assert json.loads(refused.content)["type"] == "urn:rauswurf:problem:overloaded"
        let_go.set()
        assert [each.status_code for each in await asyncio.gather(*held)] == [200] * len(held)
        assert (await asyncio.wait_for(site(writing()), 60)).status_code == 200

    settings.LONGEST_WAIT_SECONDS = 0.05
    asyncio.run(day())


def writing() -> HttpRequest:
    """A throw."""
    asked = HttpRequest()
    asked.method, asked.path = "POST", "/api/v1/games/1/throws/"
    return asked
