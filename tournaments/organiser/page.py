"""What the pages of an event's desk begin with: the event, and who may open them."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.views.decorators.cache import never_cache

from games.access import caller_of, check_allowed, signed_in
from games.admin import actor_of
from games.enums import Action
from games.visibility.viewers import check_visible
from tournaments.models import Event
from tournaments.scopes import scope_of_event

EventView = Callable[..., HttpResponse]


def event_at_desk(request: HttpRequest, slug: str, permission: Action, *deferred: str) -> Event:
    """Return the event to those who may do it there; a magic link opens no desk."""
    events = Event.objects.select_related("season").defer(*deferred)
    event: Event = get_object_or_404(events, slug=slug)
    check_visible(request, event, scope_of_event(event))
    if not request.user.is_authenticated:
        raise PermissionDenied
    check_allowed(caller_of(request), permission, scope_of_event(event))
    return event


def event_page(permission: Action, *deferred: str) -> Callable[[EventView], Any]:
    """Let those see a page of the desk who may. The view gets the event instead of its slug."""

    def guard(view: EventView) -> Any:
        @wraps(view)
        def page(request: HttpRequest, slug: str, **address: Any) -> HttpResponse:
            return view(request, event_at_desk(request, slug, permission, *deferred), **address)

        return never_cache(signed_in(page))

    return guard


def hall_page(permission: Action) -> Callable[[EventView], Any]:
    """Make such a page of a hall's desk; other events have none."""

    def guard(view: EventView) -> Any:
        @wraps(view)
        def page(request: HttpRequest, event: Event, **address: Any) -> HttpResponse:
            if not event.format.seats_a_hall:
                raise Http404
            return view(request, event, **address)

        return event_page(permission, "projection")(page)

    return guard


def who_acts(request: HttpRequest, event: Event) -> dict[str, Any]:
    return {"event_id": event.pk, "actor": actor_of(request.user), "now": timezone.now()}
