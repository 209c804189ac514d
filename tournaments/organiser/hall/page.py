"""What every page of a hall's desk begins with: the event, who looks, and that it seats a hall."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache

from games.access.decorators import signed_in
from games.admin import actor_of
from games.enums import Action
from tournaments.models import Event
from tournaments.organiser.permissions import event_of_desk

HallView = Callable[..., HttpResponse]


def hall_page(permission: Action) -> Callable[[HallView], Any]:
    """Let those see a page of the desk who may; a link opens none. The view gets the event instead of its slug."""

    def guard(view: HallView) -> Any:
        @wraps(view)
        def page(request: HttpRequest, slug: str, **address: Any) -> HttpResponse:
            events = Event.objects.select_related("season").defer("projection")
            event = event_of_desk(request, slug, permission, events)
            if not event.format.seats_a_hall:
                raise Http404
            return view(request, event, **address)

        return never_cache(signed_in(page))

    return guard


def who_acts(request: HttpRequest, event: Event) -> dict[str, Any]:
    return {"event_id": event.pk, "actor": actor_of(request.user), "now": timezone.now()}
