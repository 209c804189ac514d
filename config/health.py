"""Questions of whoever watches the site: is the process alive, can it work, what is missing?"""

from django.db import Error, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from config.watch.backups import newest
from config.watch.findings import findings
from config.watch.machine import disks
from config.watch.views import shows_token
from games.access.decorators import caller_of, require_permission, translate_text
from games.access.permissions import is_allowed
from games.access.scopes import EVERYWHERE
from games.enums import Action


@never_cache
@require_safe
def alive(request: HttpRequest) -> JsonResponse:
    """200 whenever the process answers at all."""
    return JsonResponse({"alive": True})


@never_cache
@require_safe
def ready(request: HttpRequest) -> JsonResponse:
    """200 when the database answers a question, 503 when it does not; ``?verbose`` tells the findings as well."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except Error:
        return JsonResponse({"ready": False, "database": "does not answer"}, status=503)
    if "verbose" not in request.GET or not _may_see_more(request):
        return JsonResponse({"ready": True})
    found = findings(now=timezone.now())
    return JsonResponse({"ready": True, "findings": [each.as_json() for each in found]})


def _may_see_more(request: HttpRequest) -> bool:
    """Whether the findings are told: to whoever shows METRICS_TOKEN, and to the site's owner."""
    return shows_token(request) or is_allowed(caller_of(request), Action.OWN, EVERYWHERE)


@never_cache
@require_safe
@require_permission(Action.OWN, lambda: EVERYWHERE)
def findings_page(request: HttpRequest) -> HttpResponse:
    """What is missing, for the site's owner."""
    now = timezone.now()
    rows = [
        {"number": each.number, "message": translate_text(each.message), "hint": translate_text(each.hint)}
        | {"is_urgent": each.is_urgent}
        for each in findings(now=now)
    ]
    return render(request, "findings.html", {"rows": rows, "disks": disks(), "backup": newest()})
