"""Signing in with an OpenID Connect provider, where the settings name one: authorization code with PKCE, by Authlib.

The provider proves who somebody is; whether they have an account here is decided here (``account_of``).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from authlib.common.errors import AuthlibBaseError
from authlib.integrations.django_client import OAuth
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from joserfc.errors import JoseError
from requests import RequestException

from games.access.accounts import LONGEST_NAME, is_waiting, make_account
from games.errors import BadRequest
from games.models import OpenIdIdentity
from rules import Text

#: A provider that says nothing for so long is given up, in seconds.
_PATIENCE = 8
_LONGEST = 255
#: What goes wrong when a provider is gone, misconfigured, or answers what was not asked for.
_FAILURES = (AuthlibBaseError, JoseError, RequestException, RuntimeError, ValueError, TypeError, KeyError)


class ProviderFailed(Exception):
    """The provider gave no valid answer; the message is for the log."""


@dataclass(frozen=True, slots=True)
class ProvenPerson:
    """Whom the provider means; ``email`` only where it has checked the address."""

    issuer: str
    subject: str
    email: str
    name: str


def is_on() -> bool:
    """Check whether a provider is set."""
    return bool(settings.OIDC_SERVER and settings.OIDC_CLIENT_ID)


def lead_to_provider(request: HttpRequest, back: str) -> HttpResponse:
    """Redirect to the provider, which leads ``back``. Raises ``ProviderFailed``."""
    try:
        answer: HttpResponse = _client().authorize_redirect(request, back)
    except _FAILURES as error:
        raise ProviderFailed(type(error).__name__) from error
    return answer


def read_answer(request: HttpRequest) -> ProvenPerson:
    """Return whom the provider has sent back: state, nonce, signature, issuer, audience and time are checked.

    Raises ``ProviderFailed``.
    """
    client = _client()
    try:
        issuer = client.load_server_metadata()["issuer"]
        wanted = {
            "iss": {"essential": True, "values": [issuer]},
            "aud": {"essential": True, "values": [settings.OIDC_CLIENT_ID]},
            "sub": {"essential": True},
            "exp": {"essential": True},
        }
        token = client.authorize_access_token(request, claims_options=wanted)
        return _person(issuer, _with_more(client, token))
    except _FAILURES as error:
        # Its keys or addresses may be others by now: they are asked for again the next time.
        _client_for.cache_clear()
        raise ProviderFailed(type(error).__name__) from error


@transaction.atomic
def account_of(person: ProvenPerson) -> Any:
    """Return the account of a person, found by who they are, else by their checked address; else ``None``.

    An address of two accounts identifies neither: each of them could be meant. That of an account which waits for
    its link was only typed by somebody else. Found by the address the account has no password and no session any more:
    the one who chose it need not have been the person whom the provider means.
    """
    known = OpenIdIdentity.objects.select_related("account").filter(
        issuer=person.issuer, subject=person.subject
    )
    if identity := known.first():
        return identity.account if identity.account.is_active else None
    if not person.email:
        return None
    named = get_user_model().objects.filter(is_active=True, email__iexact=person.email)
    found = [account for account in named if not is_waiting(account)]
    if len(found) != 1:
        return None
    (account,) = found
    _keep(person, account)
    account.set_unusable_password()
    account.save(update_fields=["password"])
    return account


@transaction.atomic
def open_account(person: ProvenPerson) -> Any:
    """Make an account for somebody new, where all may come. Raises ``BadRequest``."""
    wanted = person.name[: LONGEST_NAME - 4] or person.email.partition("@")[0]
    account = None
    for number in range(1, 100):
        try:
            account = make_account(wanted if number == 1 else f"{wanted}-{number}", person.email)
            break
        except BadRequest:
            continue
    if account is None:
        raise BadRequest(Text("The name that the provider gives cannot be used as a user name."))
    _keep(person, account)
    return account


def _keep(person: ProvenPerson, account: Any) -> None:
    try:
        with transaction.atomic():
            OpenIdIdentity.objects.create(
                account=account, issuer=person.issuer, subject=person.subject, created_at=timezone.now()
            )
    except IntegrityError as error:
        raise BadRequest(Text("You are being signed in already. Try again.")) from error


def _with_more(client: Any, token: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return what the signed token says; where it leaves the address out, with what the provider says when asked."""
    claims = dict(token["userinfo"])
    if "email" in claims or not client.server_metadata.get("userinfo_endpoint"):
        return claims
    more = client.userinfo(token=token)
    return {**more, **claims} if more.get("sub") == claims["sub"] else claims


def _person(issuer: str, claims: Mapping[str, Any]) -> ProvenPerson:
    subject, email = str(claims["sub"]), str(claims.get("email") or "")
    if not subject or max(len(subject), len(issuer)) > _LONGEST:
        raise ValueError("no subject that can be kept")
    try:
        validate_email(email)
    except ValidationError:
        email = ""
    # Some providers write it as a text.
    is_checked = claims.get("email_verified") in (True, "true")
    name = str(claims.get("preferred_username") or claims.get("name") or "")
    return ProvenPerson(issuer, subject, email if is_checked and len(email) <= 254 else "", name)


def _client() -> Any:
    return _client_for(settings.OIDC_SERVER, settings.OIDC_CLIENT_ID, settings.OIDC_CLIENT_SECRET)


@cache
def _client_for(server: str, client_id: str, secret: str) -> Any:
    registry = OAuth()
    registry.register(
        "provider",
        client_id=client_id,
        client_secret=secret or None,
        server_metadata_url=f"{server.rstrip('/')}/.well-known/openid-configuration",
        client_kwargs={
            "scope": "openid email profile",
            "code_challenge_method": "S256",
            "default_timeout": _PATIENCE,
            "token_endpoint_auth_method": "client_secret_basic" if secret else "none",
        },
    )
    return registry.provider
