"""Players by a part of their name: everybody finds those who are shown with it, whoever enters players all of them."""

from __future__ import annotations

from django.db.models import QuerySet
from django.http import HttpRequest
from rest_framework.request import Request

from games.access.principal import Principal
from games.enums import Action
from games.models import Player
from games.models.player import folded
from games.visibility.viewers import viewer_of


def find_players(request: HttpRequest | Request, text: str) -> QuerySet[Player]:
    """The players with this in their names, in any spelling of umlauts.

    Who is shown by a nickname is found by the name behind it only by those who enter players, anywhere: by what is
    found others could spell the name out. The answer depends on who asks
    (``games.visibility.viewers.for_this_viewer``).
    """
    if "\x00" in text:  # stands in no name, and PostgreSQL cannot be asked for it
        return Player.objects.none()
    key = "names_key" if _knows_names(viewer_of(request)) else "search_key"
    return Player.objects.filter(**{f"{key}__contains": folded(text)})


def with_open_names(viewer: Principal) -> QuerySet[Player]:
    """Return the players whose name behind a nickname the viewer may know. No query by itself."""
    return Player.objects.all() if _knows_names(viewer) else Player.objects.none()


def _knows_names(viewer: Principal) -> bool:
    return viewer.may_everything or bool(viewer.places_to(Action.ORGANISE))
