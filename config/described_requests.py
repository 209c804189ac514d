"""What no view is asked: OPTIONS, and queries with parameters that an operation of the interface does not declare."""

from collections.abc import Callable
from typing import Any

from asgiref.sync import iscoroutinefunction
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.decorators import sync_and_async_middleware

from games.api import problems
from games.api.described_query import check_query, methods_of
from games.errors import BadRequest


@sync_and_async_middleware
def as_described(get_response: Callable[[HttpRequest], Any]) -> Callable[[HttpRequest], Any]:
    """Answer OPTIONS with 204 and ``Allow``, and 400 where a query is not as it is described."""
    answer: Any
    before_view: Callable[..., Any]
    if iscoroutinefunction(get_response):

        async def answer(request: HttpRequest) -> HttpResponseBase:
            answered: HttpResponseBase = await get_response(request)
            return answered

        async def before_view(request: HttpRequest, view: Any, *_: Any) -> HttpResponseBase | None:
            return _answered(request, view)
    else:

        def answer(request: HttpRequest) -> HttpResponseBase:
            answered: HttpResponseBase = get_response(request)
            return answered

        def before_view(request: HttpRequest, view: Any, *_: Any) -> HttpResponseBase | None:
            return _answered(request, view)

    answer.process_view = before_view
    found: Callable[[HttpRequest], Any] = answer
    return found


def _answered(request: HttpRequest, view: Callable[..., Any]) -> HttpResponseBase | None:
    if request.method == "OPTIONS":
        # What pages take nobody asks; a view of the interface says it without being asked anything.
        methods = methods_of(view)
        return HttpResponse(status=204, headers={"Allow": ", ".join(methods)} if methods else None)
    if not request.META.get("QUERY_STRING"):
        return None
    try:
        check_query(view, request.method or "GET", request.GET)
    except BadRequest as error:
        return problems.refusal_response(error)
    return None
