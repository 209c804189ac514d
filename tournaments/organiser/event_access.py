"""Who has access to an event, as a part of its desk."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.access import require_permission
from games.enums import Action
from games.views.access import access_page
from tournaments.models import Event
from tournaments.scopes import around_event


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@require_permission(Action.GRANT, around_event)
def access_page_of_event(request: HttpRequest, slug: str) -> HttpResponse:
    event = get_object_or_404(Event.objects.select_related("season").defer("projection"), slug=slug)
    return access_page(request, f"event:{slug}", "organise/access.html", event=event, part="access")
