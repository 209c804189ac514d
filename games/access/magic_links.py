"""What links open in a browser without an account: a session by a magic link, a view by a personal link.

A magic link carries an access token. The browser gets a session for that token, in a cookie like that of
a login; the token itself is looked up again with every request, so that revoking it takes effect at once.
A personal link lets the browser read what it leads to, although that is not public.
"""

from collections.abc import Sequence
from datetime import datetime

from django.contrib.auth import logout
from django.http import HttpRequest
from django.urls import reverse

from games import above
from games.access import audit_log, tokens
from games.access.client_ip import address_of
from games.access.principal import Grant
from games.enums import Role
from games.models import AccessToken, SecurityEvent

_KEY, _PERSONAL = "link", "personal links"
#: The number of personal links remembered in a browser, the last ones.
_MOST_PERSONAL = 10


def address_with(text: str) -> str:
    """Return the path of the link with a token's text."""
    return reverse("games:enter", args=[text])


def enter(request: HttpRequest, token: AccessToken, now: datetime) -> None:
    """Open a session for the token in this browser; an earlier login on it ends."""
    logout(request)
    request.session[_KEY] = {"token": token.pk, "name": token.name}
    if token.expires_at is not None:
        request.session.set_expiry(token.expires_at)
    kind, actor = SecurityEvent.Kind.LINK_OPENED, f"token:{token.pk}"
    audit_log.note_role(kind, token, actor=actor, now=now, address=address_of(request))


def leave(request: HttpRequest) -> None:
    """End the session that a link opened in this browser."""
    if is_open(request):
        logout(request)


def is_open(request: HttpRequest) -> bool:
    """Check whether a link was opened in this browser; it may have expired since."""
    return _KEY in request.session


def token_of(request: HttpRequest, now: datetime) -> AccessToken | None:
    """Return the token of the link opened in this browser, while it is valid; no query where there is none."""
    opened = request.session.get(_KEY)
    if opened is None:
        return None
    return tokens.find_by_number(opened["token"], now)


def remember_personal_link(request: HttpRequest, link: int) -> None:
    """Note that the personal link of this number was opened in this browser."""
    others = [each for each in request.session.get(_PERSONAL, ()) if each != link]
    request.session[_PERSONAL] = [*others, link][-_MOST_PERSONAL:]


def rights_by_personal_links(request: HttpRequest) -> Sequence[Grant]:
    """Return what the personal links opened in this browser let it see; no query where there is none."""
    session = getattr(request, "session", None)
    opened = session.get(_PERSONAL) if session is not None else None
    return [Grant(Role.VIEWER, place) for place in above.scopes.opened_by(opened)] if opened else ()
