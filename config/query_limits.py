"""No value in the query of an address is longer than anybody can mean: refused before anything is asked with it.

A database that is to look for a text of tens of thousands of letters refuses (SQLite) or works for nobody.
"""

from collections.abc import Awaitable, Callable
from typing import Any

from asgiref.sync import iscoroutinefunction
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.decorators import sync_and_async_middleware

from games.api import problems, query_params
from rules.i18n import Text

#: Letters of one value in the query of any address; whole boards and their options have some hundreds.
LONGEST_VALUE = 2000

Answer = HttpResponseBase | Awaitable[HttpResponseBase]


@sync_and_async_middleware
def no_long_values(get_response: Callable[[HttpRequest], Any]) -> Callable[[HttpRequest], Answer]:
    """Answer 400, naming the parameter, where one is longer than ``LONGEST_VALUE``."""
    if iscoroutinefunction(get_response):

        async def ask(request: HttpRequest) -> HttpResponseBase:
            refused = _refused(request)
            answer: HttpResponseBase = await get_response(request) if refused is None else refused
            return answer

        return ask

    def asked(request: HttpRequest) -> HttpResponseBase:
        refused = _refused(request)
        answer: HttpResponseBase = get_response(request) if refused is None else refused
        return answer

    return asked


def _refused(request: HttpRequest) -> HttpResponseBase | None:
    if len(request.META.get("QUERY_STRING", "")) <= LONGEST_VALUE:
        return None
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
