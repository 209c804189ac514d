"""Requests that write wait for each other before they take a connection to the database, so that reading goes on.

Those of a hall all want the same event. Where they waited in the database they held all connections of the pool, and
those who only looked for a seat were answered with 503.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from asgiref.sync import iscoroutinefunction
from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.utils.decorators import sync_and_async_middleware

from games.api import problems, query_params

READING = frozenset({"GET", "HEAD", "OPTIONS"})


@sync_and_async_middleware
def few_write_at_once(get_response: Callable[[HttpRequest], Any]) -> Callable[[HttpRequest], Any]:
    """Let half as many write at once as there are connections; first come, first served.

    Their bodies have been read by then: no slow sender holds others up. A request that has waited
    ``LONGEST_WAIT_SECONDS`` is refused with 503. Under WSGI a thread has a connection, and the wait for one is another
    (``config.body_limits``).
    """
    if not iscoroutinefunction(get_response):
        return get_response
    turns = asyncio.Semaphore(max(1, settings.POOL_SIZE // 2))
    answer: Callable[[HttpRequest], Awaitable[HttpResponseBase]] = get_response

    async def in_turn(request: HttpRequest) -> HttpResponseBase:
        if request.method in READING:
            return await answer(request)
        try:
            async with asyncio.timeout(settings.LONGEST_WAIT_SECONDS or None):
                await turns.acquire()
        except TimeoutError:
            return query_params.in_the_readers_language(request, problems.overloaded)
        try:
            return await answer(request)
        finally:
            turns.release()

    return in_turn
