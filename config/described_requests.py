"""What no view gets: OPTIONS, values in a query that are longer than anybody can mean, and parameters that no
operation of the interface declares.

A database that is to look for a text of tens of thousands of letters refuses (SQLite) or works in vain.
"""

from collections.abc import Awaitable, Callable
from typing import Any

from asgiref.sync import iscoroutinefunction
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import Resolver404, resolve
from django.utils.decorators import sync_and_async_middleware

from games.api import problems, query_params
from games.api.query_params import check_query, methods_of
from games.errors import BadRequest
from rules import Text

#: Letters of one value in the query of any address; whole boards and their options have some hundreds.
LONGEST_VALUE = 2000
Answer = HttpResponseBase | Awaitable[HttpResponseBase]


@sync_and_async_middleware
def as_described(get_response: Callable[[HttpRequest], Any]) -> Callable[[HttpRequest], Answer]:
    """Answer OPTIONS with 204 and ``Allow``, and 400 where a query is too long or not as it is described."""
    if iscoroutinefunction(get_response):

        async def ask(request: HttpRequest) -> HttpResponseBase:
            known = _answered(request)
            answer: HttpResponseBase = await get_response(request) if known is None else known
            return answer

        return ask

    def asked(request: HttpRequest) -> HttpResponseBase:
        known = _answered(request)
        answer: HttpResponseBase = get_response(request) if known is None else known
        return answer

    return asked


def _answered(request: HttpRequest) -> HttpResponseBase | None:
    query = request.META.get("QUERY_STRING", "")
    if not query and request.method != "OPTIONS":
        return None
    if len(query) > LONGEST_VALUE and (refused := _too_long(request)) is not None:
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
