"""Requests that write leave connections to those that read, and go in the order in which they came."""

import asyncio

import pytest
from django.conf import settings
from django.core.handlers.asgi import ASGIHandler
from django.http import HttpRequest, HttpResponse

from config.gates import few_write_at_once

MOST = settings.POOL_SIZE // 2


def request(method: str, who: int) -> HttpRequest:
    asked = HttpRequest()
    asked.method, asked.path = method, f"/{who}/"
    return asked


class Site:
    """What answers requests; those that write are held until they are let go."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.let_go = asyncio.Event()

    async def answer(self, asked: HttpRequest) -> HttpResponse:
        self.begun.append(asked.path)
        if asked.method == "POST":
            await self.let_go.wait()
        return HttpResponse(asked.path)


def test_whoever_reads_is_answered_while_many_want_to_write() -> None:
    async def day() -> None:
        site = Site()
        ask = few_write_at_once(site.answer)
        writing = [asyncio.create_task(ask(request("POST", who))) for who in range(3 * MOST)]
        await asyncio.sleep(0)
        assert len(site.begun) == MOST
        answer = await asyncio.wait_for(ask(request("GET", 99)), 5)
        assert answer.content == b"/99/"
        site.let_go.set()
        answers = await asyncio.wait_for(asyncio.gather(*writing), 5)
        assert [each.content.decode() for each in answers] == [f"/{who}/" for who in range(3 * MOST)]
        assert [each for each in site.begun if each != "/99/"] == [f"/{who}/" for who in range(3 * MOST)]

    asyncio.run(day())


def test_who_gives_up_waiting_or_fails_leaves_the_turn_to_the_next() -> None:
    async def day() -> None:
        site = Site()
        ask = few_write_at_once(site.answer)
        held = [asyncio.create_task(ask(request("POST", who))) for who in range(MOST)]
        gone = asyncio.create_task(ask(request("POST", 50)))
        last = asyncio.create_task(ask(request("POST", 51)))
        await asyncio.sleep(0)
        gone.cancel()
        held[0].cancel()
        with pytest.raises(asyncio.CancelledError):
            await gone
        site.let_go.set()
        assert (await asyncio.wait_for(last, 5)).content == b"/51/"

    asyncio.run(day())


def test_a_server_of_threads_needs_no_turns() -> None:
    def answer(asked: HttpRequest) -> HttpResponse:
        return HttpResponse()

    assert few_write_at_once(answer) is answer


def test_the_embedded_server_has_turns() -> None:
    """Also where all that comes after it in the chain is taken for what runs in threads."""
    assert vars(ASGIHandler())["_middleware_chain"].__name__ == "in_turn"
