"""How often something can be sent from one address, with a page that says so."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.access import RateLimit, address_of


def too_many(request: HttpRequest, limit: RateLimit, most: int) -> HttpResponse | None:
    """Count what is sent from an address; return the refusal of one too many."""
    seconds = limit.wait(address_of(request), most)
    if not seconds:
        return None
    context = {"seconds": seconds, "back": request.path}
    page = render(request, "tournaments/registration/too_many.html", context, status=429)
    page["Retry-After"] = str(seconds)
    return page
