"""Players by a part of what they are shown as, or of a name behind a nickname that the viewer may know."""

from django.db.models import Q, QuerySet
from django.http import HttpRequest
from rest_framework.request import Request

from games.access.permissions import is_allowed
from games.access.principal import Principal
from games.access.scopes import EVERYWHERE
from games.enums import Action
from games.models import Player
from games.models.player import folded
from games.visibility.viewers import viewer_of


def find_players(request: HttpRequest | Request, text: str) -> QuerySet[Player]:
    """The players with this in their names, in any spelling of umlauts, as far as the viewer may know them.

    The answer depends on who asks (``games.visibility.viewers.for_this_viewer``).
    """
    if "\x00" in text:  # is in no name, and PostgreSQL cannot search for it
        return Player.objects.none()
    viewer = viewer_of(request)
    return Player.objects.visible_to(viewer).filter(has_in_name(viewer, text))


def has_in_name(viewer: Principal, text: str) -> Q:
    """Return the condition that this is part of a player's shown name, or of a name the viewer may know."""
    key = folded(text)
    return Q(search_key__contains=key) | Q(names_key__contains=key) & _is_open(viewer)


def with_open_names(viewer: Principal) -> QuerySet[Player]:
    """Return the players whose name behind a nickname the viewer may know. No query by itself."""
    return Player.objects.filter(_is_open(viewer))


def _is_open(viewer: Principal) -> Q:
    """All to the site's organisers; to those of a season the players who were first entered there.

    Others could spell names out by what is found, or have them written into a file.
    """
    if is_allowed(viewer, Action.ORGANISE, EVERYWHERE):
        return Q()
    return Q(entered_in__in=viewer.places_to(Action.ORGANISE))
