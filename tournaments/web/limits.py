"""How often something can be sent from one address, with a page that says so."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.access.client_ip import address_of
from games.access.rate_limit import RateLimit


def too_many(request: HttpRequest, limit: RateLimit, most: int) -> HttpResponse | None:
    """Count what is sent from an address; return the refusal of one too many."""
    asked = limit.ask(address_of(request), most)
    if asked is None or not asked.is_too_much:
        return None
    context = {"seconds": asked.reset, "back": request.path}
    page = render(request, "tournaments/registration/too_many.html", context, status=429)
    page["Retry-After"] = str(asked.reset)
    return page
