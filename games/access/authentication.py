"""Authentication of the REST API: tokens for programs and devices, magic links and sessions for browsers."""

from django.contrib.auth.models import AnonymousUser
from django.utils import timezone
from drf_spectacular.authentication import SessionScheme
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import (
    BaseAuthentication,
    SessionAuthentication,
    get_authorization_header,
)
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from games.access import magic_links, tokens
from games.access.principal import Principal, with_account, with_token
from games.models import AccessToken


class AccessTokenAuthentication(BaseAuthentication):
    """Authenticate by ``Authorization: Bearer rauswurf_…``; ``request.auth`` is then the token, one query."""

    def authenticate(self, request: Request) -> tuple[object, AccessToken] | None:
        """Return an anonymous user and the token. Refuses an unknown, expired or revoked token."""
        scheme, _, text = get_authorization_header(request).decode("latin-1").partition(" ")
        if scheme.lower() != "bearer":
            return None
        token = tokens.find_by_text(text.strip(), timezone.now())
        if token is None:
            raise AuthenticationFailed
        return AnonymousUser(), token

    def authenticate_header(self, request: Request) -> str:
        """Return the ``WWW-Authenticate`` challenge for a client that came without a token."""
        return "Bearer"


class BrowserAuthentication(SessionAuthentication):
    """Authenticate a browser by the link opened in it (``request.auth`` is its token) or by a session.

    Both enforce Django's CSRF protection.
    """

    def authenticate(self, request: Request) -> tuple[object, AccessToken | None] | None:
        """Return the link's token while it is valid, or the user who is logged in."""
        if not magic_links.is_open(request._request):
            return super().authenticate(request)
        token = magic_links.token_of(request._request, timezone.now())
        if token is None:
            return None
        self.enforce_csrf(request)
        return AnonymousUser(), token


class AccessTokenScheme(OpenApiAuthenticationExtension):
    """Describe the token in OpenAPI."""

    target_class = AccessTokenAuthentication
    name = "accessToken"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        """Return the bearer scheme."""
        return {"type": "http", "scheme": "bearer"}


class BrowserScheme(SessionScheme):
    """Describe the session cookie in OpenAPI."""

    target_class = BrowserAuthentication  # type: ignore[assignment]  # a class will do as well as its name


def rest_caller_of(request: Request) -> Principal:
    """Return the caller behind a request, looked up once."""
    known: Principal | None = getattr(request._request, "caller", None)
    if known is None:
        known = (
            with_token(request.auth) if isinstance(request.auth, AccessToken) else with_account(request.user)
        )
        request._request.caller = known  # type: ignore[attr-defined]
    return known


def actor_of(request: Request) -> str:
    """Return the actor behind a request, as events keep it: ``token:3`` or ``user:7``; empty for anonymous callers."""
    if isinstance(request.auth, AccessToken):
        return f"token:{request.auth.pk}"
    return f"user:{request.user.pk}" if request.user.is_authenticated else ""
