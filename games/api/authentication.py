"""Who asks: programs and devices by access token, people by their session."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from django.utils import timezone
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from games.models import AccessToken
from games.models.access import hashed


class AccessTokenAuthentication(BaseAuthentication):
    """``Authorization: Bearer rauswurf_…``; ``request.auth`` is then the token, one query."""

    def authenticate(self, request: Request) -> tuple[object, AccessToken] | None:
        """The token's owner (or nobody in particular) and the token; refused if unknown, expired or revoked."""
        scheme, _, text = get_authorization_header(request).decode("latin-1").partition(" ")
        if scheme.lower() != "bearer":
            return None
        token = AccessToken.objects.filter(digest=hashed(text.strip())).first()
        if token is None or not token.is_valid(timezone.now()):
            raise AuthenticationFailed
        return AnonymousUser(), token

    def authenticate_header(self, request: Request) -> str:
        """What a client is told that came without."""
        return "Bearer"


class AccessTokenScheme(OpenApiAuthenticationExtension):
    """The token in the OpenAPI description."""

    target_class = AccessTokenAuthentication
    name = "accessToken"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        """A bearer token."""
        return {"type": "http", "scheme": "bearer"}


def actor_of(request: Request) -> str:
    """Who is behind a request, as events keep it: ``token:3`` or ``user:7``."""
    if isinstance(request.auth, AccessToken):
        return f"token:{request.auth.pk}"
    return f"user:{request.user.pk}"
