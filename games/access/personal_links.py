"""Personal links that a browser has opened: it may read what they lead to, although that is not public."""

from __future__ import annotations

from collections.abc import Sequence

from django.http import HttpRequest

from games.access import scopes
from games.access.principal import Grant
from games.enums import Role

_KEY = "personal links"
#: The last ones that a browser has opened.
_MOST = 10


def remember_link(request: HttpRequest, link: int) -> None:
    """Note that the personal link of this number was opened in this browser."""
    others = [each for each in request.session.get(_KEY, ()) if each != link]
    request.session[_KEY] = [*others, link][-_MOST:]


def rights_by_links(request: HttpRequest) -> Sequence[Grant]:
    """Return what the links opened in this browser let it see; no query where there is none."""
    session = getattr(request, "session", None)
    opened = session.get(_KEY) if session is not None else None
    return [Grant(Role.VIEWER, place) for place in scopes.opened_by(opened)] if opened else ()
