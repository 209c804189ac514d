"""Requests that are answered before a view is asked, and who may read answers from pages of other sites.

No view gets OPTIONS, values in a query that are longer than anybody can mean, and parameters that no operation of the
interface declares. A database that is to look for a text of tens of thousands of letters refuses (SQLite) or works in
vain.

Where ``REQUIRE_SECOND_FACTOR`` is set owners and organisers do nothing with an account before their second factor: they
are led to where they set one up, or to the login where they have one and did not show it. Tokens and links come without
an account, and pass.
"""

import asyncio
from collections.abc import Callable
from typing import Any

from asgiref.sync import iscoroutinefunction, sync_to_async
from corsheaders.signals import check_request_enabled
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import Resolver404, resolve
from django.utils.decorators import sync_and_async_middleware
from django.utils.translation import gettext

from games.access import second_factor, sessions
from games.api import problems, query_params
from games.api.query_params import check_query, methods_of
from games.errors import BadRequest
from rules import Text

#: Letters of one value in the query of any address; whole boards and their options have some hundreds.
LONGEST_VALUE = 2000
#: What a middleware is, at once or to be awaited.
Ask = Callable[[HttpRequest], Any]


@sync_and_async_middleware
def as_described(get_response: Ask) -> Ask:
    """Answer OPTIONS with 204 and ``Allow``, and 400 where a query is too long or not as it is described."""
    return _gate(
        get_response,
        lambda request: bool(request.META.get("QUERY_STRING")) or request.method == "OPTIONS",
        _undescribed,
    )


@sync_and_async_middleware
def second_factor_required(get_response: Ask) -> Ask:
    """Lead those who have to have a second factor to it; 403 by REST."""
    return _gate(get_response, _needs_factor, _without_factor)


def _gate(
    get_response: Ask,
    is_guarded: Callable[[HttpRequest], bool],
    refusal: Callable[[HttpRequest], HttpResponseBase | None],
) -> Ask:
    """Answer a guarded request by its refusal, where there is one, before anything else is asked."""
    if iscoroutinefunction(get_response):
        refusal_later = sync_to_async(refusal)

        async def ask(request: HttpRequest) -> Any:
            refused = await refusal_later(request) if is_guarded(request) else None
            return await get_response(request) if refused is None else refused

        return ask

    def asked(request: HttpRequest) -> Any:
        refused = refusal(request) if is_guarded(request) else None
        return get_response(request) if refused is None else refused

    return asked


def _undescribed(request: HttpRequest) -> HttpResponseBase | None:
    if (refused := _too_long(request)) is not None:
        return refused
    try:
        view = resolve(request.path_info).func
    except Resolver404:
        return None
    if request.method == "OPTIONS":
        # Pages do not describe what they take; a view of the interface says it without being asked anything.
        methods = methods_of(view)
        return HttpResponse(status=204, headers={"Allow": ", ".join(methods)} if methods else None)
    try:
        check_query(view, request.method or "GET", request.GET)
    except BadRequest as error:
        return problems.refusal_response(error)
    return None


def _too_long(request: HttpRequest) -> HttpResponseBase | None:
    for name, values in request.GET.lists():
        longest = max(map(len, (name, *values)))
        if longest > LONGEST_VALUE:
            field = f"{name:.40}"
            message = Text(
                "{field}: at most {longest_value} characters are read here, not {longest}",
                field=field,
                longest_value=LONGEST_VALUE,
                longest=longest,
            )
            return query_params.for_the_reader(
                request, problems.refusal("bad-value", 400, message, field=field)
            )
    return None


#: What leads to a second factor, or away.
_OPEN = (
    "/accounts/login/",
    "/accounts/logout/",
    "/accounts/second-step/",
    "/accounts/security/",
    "/i18n/",
    "/help/",
    "/healthz",
    "/readyz",
)


def _needs_factor(request: HttpRequest) -> bool:
    return (
        settings.REQUIRE_SECOND_FACTOR
        and settings.SESSION_COOKIE_NAME in request.COOKIES
        and not request.path_info.startswith(_OPEN)
    )


def _without_factor(request: HttpRequest) -> HttpResponseBase | None:
    user = request.user
    if not user.is_authenticated or sessions.has_shown_factor(request):
        return None
    if not second_factor.is_required_of(user):
        return None
    if request.path_info.startswith("/api/"):
        message = Text(
            "Owners and organisers of this site sign in with a second factor: /accounts/security/."
        )
        return problems.refusal("second-factor-required", 403, message)
    if second_factor.has_factor(user):
        messages.info(request, gettext("Sign in with your second factor."))
        return redirect_to_login(request.get_full_path())
    messages.info(request, gettext("Owners and organisers of this site need a second factor. Add one."))
    return redirect("account")


READING = frozenset({"GET", "HEAD", "OPTIONS"})


@receiver(check_request_enabled)
def reads_the_interface(sender: Any, request: HttpRequest, **_: Any) -> bool:
    """Whether a page of any other site may read what is answered: reading ``/api/v1/`` and its streams."""
    return request.method in READING and request.path_info.startswith("/api/v1/")


@sync_and_async_middleware
def few_write_at_once(get_response: Ask) -> Ask:
    """Let half as many write at once as there are connections; first come, first served.

    Their bodies have been read by then: no slow sender holds others up. A request that has waited
    ``LONGEST_WAIT_SECONDS`` is refused with 503. Under WSGI a thread has a connection, and the wait for one is another
    (``config.body_limits``).
    """
    if not iscoroutinefunction(get_response):
        return get_response
    turns = asyncio.Semaphore(max(1, settings.POOL_SIZE // 2))

    async def in_turn(request: HttpRequest) -> Any:
        if request.method in READING:
            return await get_response(request)
        try:
            async with asyncio.timeout(settings.LONGEST_WAIT_SECONDS or None):
                await turns.acquire()
        except TimeoutError:
            return query_params.in_the_readers_language(request, problems.overloaded)
        try:
            return await get_response(request)
        finally:
            turns.release()

    return in_turn
