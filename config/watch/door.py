"""Who may see how the site is: whoever shows METRICS_TOKEN, and whoever asks from the machine itself."""

import hmac

from django.conf import settings
from django.http import HttpRequest

from games.access.client_ip import came_through_proxy, is_this_machine


def may_watch(request: HttpRequest) -> bool:
    """Check whether a request may see the figures of the site."""
    return shows_token(request) or is_local(request)


def shows_token(request: HttpRequest) -> bool:
    """Check whether a request shows METRICS_TOKEN; compared in the same time whatever is wrong with it."""
    scheme, _, token = str(request.META.get("HTTP_AUTHORIZATION", "")).partition(" ")
    expected: str = settings.METRICS_TOKEN
    is_right = hmac.compare_digest(token.strip().encode(), expected.encode())
    return bool(expected) and scheme.lower() == "bearer" and is_right


def is_local(request: HttpRequest) -> bool:
    """Check whether a request comes from this machine, and through no proxy that is not counted."""
    if not settings.PROXIES and came_through_proxy(request):
        return False
    return is_this_machine(request)
