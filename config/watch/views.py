"""``/metrics``: everything that can be counted, as Prometheus reads it."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST

from config.watch import series, sharing
from config.watch.door import may_watch
from config.watch.readings import Readings


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """200 with all series for whoever may see them, 403 for everybody else."""
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
