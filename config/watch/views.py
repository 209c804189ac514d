"""``/metrics``: everything that can be counted, as Prometheus reads it."""

import hmac

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST

from config.watch import series, sharing
from config.watch.readings import Readings
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


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """200 with all series for those who may see them, 403 for others."""
    if not may_watch(request):
        text = "Send METRICS_TOKEN (Authorization: Bearer …), or ask from the machine itself.\n"
        return HttpResponse(text, status=403, content_type="text/plain; charset=utf-8")
    return HttpResponse(everything(), content_type=CONTENT_TYPE_LATEST)


def everything() -> bytes:
    """Return all series in Prometheus' text format."""
    registry = CollectorRegistry()
    registry.register(Readings())
    if sharing.is_shared():
        registry.register(sharing.Together())
        return generate_latest(registry)
    return generate_latest(series.REGISTRY) + generate_latest(registry)
