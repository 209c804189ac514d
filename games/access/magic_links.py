"""Magic links: sessions for browsers without an account.

A link carries an access token. Whoever opens it gets a session for that token, in a cookie like that of
a login; the token itself is asked for again with every request, so that revoking it takes effect at once.
"""

from __future__ import annotations

from datetime import datetime

from django.contrib.auth import logout
from django.http import HttpRequest
from django.urls import reverse

from games.access import audit_log, tokens
from games.access.client_ip import address_of
from games.models import AccessToken, SecurityEvent

_KEY = "link"


def address_with(text: str) -> str:
    """Return the path of the link with a token's text."""
    return reverse("games:enter", args=[text])


def enter(request: HttpRequest, token: AccessToken, now: datetime) -> None:
    """Open a session for the token in this browser; whoever was logged in on it is logged out."""
    logout(request)
    request.session[_KEY] = {"token": token.pk, "name": token.name}
    if token.expires_at is not None:
        request.session.set_expiry(token.expires_at)
    audit_log.note(
        SecurityEvent.Kind.LINK_OPENED,
        actor=f"token:{token.pk}",
        now=now,
        about=f"token:{token.pk}",
        role=token.role,
        place=token.place,
        address=address_of(request),
    )


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
