"""Events as their readers get them: those that are not public only for people with a role there."""

from django.db.models import Exists, OuterRef, QuerySet
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from rest_framework.request import Request

from games.models import Player
from games.visibility.viewers import check_visible
from tournaments.models import Entry, Event
from tournaments.models.season import demo_players
from tournaments.scopes import scope_of_event


def event_of(slug: str) -> Event:
    """Return the event with its season, whether or not the caller may see it. Raises ``Http404``."""
    return get_object_or_404(Event.objects.select_related("season"), slug=slug)


def visible_event(request: HttpRequest | Request, slug: str) -> Event:
    """Return the event, if the caller may see it. Raises ``Http404``."""
    event = event_of(slug)
    check_visible(request, event, scope_of_event(event))
    return event


def public_event(slug: str) -> Event:
    """Return the event, if it is public: for what others show. Raises ``Http404``."""
    event = event_of(slug)
    if not event.is_public:
        raise Http404
    return event


def players_left_out() -> QuerySet[Player]:
    """Return the players whom no list shows: those of the demo once there are others. No query by itself."""
    in_demo = Entry.objects.filter(player=OuterRef("pk"), event__season__is_demo=True)
    return demo_players().filter(Exists(Player.objects.filter(~Exists(in_demo)))).order_by()
