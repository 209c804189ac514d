"""Passkeys (WebAuthn): the request to the browser and its answer, checked by Yubico's ``fido2``.

The question goes into the page as JSON, its challenge into the session; the answer comes back in a form.
"""

import ipaddress
import json
import struct
from base64 import b64decode, b64encode
from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

from django.http import HttpRequest
from django.http.request import split_domain_port
from django.utils.crypto import salted_hmac
from fido2.rpid import verify_rp_id
from fido2.server import Fido2Server
from fido2.webauthn import (
    AttestedCredentialData,
    AuthenticationResponse,
    PublicKeyCredentialRpEntity,
    PublicKeyCredentialUserEntity,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from games.access import second_factor
from games.access.second_factor import FACTOR, NewFactor
from games.access.site_name import site_name
from games.errors import BadRequest
from games.models import SecondFactor
from rules import Text

#: The key of a session: the challenge that waits for its answer.
_ASKED = "passkey"
#: More than any browser answers.
LONGEST_ANSWER = 20_000
NOT_TAKEN = Text("The passkey was not accepted. Try again.")


def are_possible(request: HttpRequest) -> bool:
    """Check whether browsers use passkeys here: by https or on this machine, and by a name, not a number."""
    host = _host(request)
    try:
        ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return request.is_secure() or host == "localhost"
    return False


def ask_for_new(request: HttpRequest, account: Any) -> dict[str, Any]:
    """Return what the browser shall make, and keep the challenge in the session."""
    name = account.get_username()
    # Nothing of the person, and the same for all their passkeys.
    handle = salted_hmac("games.access.passkeys", str(account.pk), algorithm="sha256").digest()
    options, state = _server(request).register_begin(
        PublicKeyCredentialUserEntity(id=handle, name=name, display_name=account.get_full_name() or name),
        [_stored(each) for each in _passkeys_of(account)],
        resident_key_requirement=ResidentKeyRequirement.DISCOURAGED,
        user_verification=UserVerificationRequirement.DISCOURAGED,
    )
    request.session[_ASKED] = state
    return dict(options)


def new_passkey(request: HttpRequest, name: str, answer: str) -> NewFactor:
    """Return the passkey that the browser has made. Raises ``BadRequest``."""
    state = request.session.pop(_ASKED, None)
    try:
        made = _server(request).register_complete(state, _read(answer))
        assert made.credential_data is not None  # register_complete has looked at it
        data = b64encode(bytes(made.credential_data)).decode("ascii")
    except _REFUSALS as error:
        raise BadRequest(NOT_TAKEN) from error
    return NewFactor(FACTOR.PASSKEY, name, data, made.counter)


def ask_for_known(request: HttpRequest, account: Any) -> dict[str, Any] | None:
    """Return what the browser shall sign, and keep the challenge; ``None`` where there is no passkey."""
    known = [_stored(each) for each in _passkeys_of(account)]
    if not known or not are_possible(request):
        return None
    options, state = _server(request).authenticate_begin(
        known, user_verification=UserVerificationRequirement.DISCOURAGED
    )
    request.session[_ASKED] = state
    return dict(options)


def check_known(request: HttpRequest, account: Any, answer: str, now: datetime) -> None:
    """Take what a passkey of the account has signed. Raises ``BadRequest``.

    A counter that does not go on is that of a copy, where the authenticator counts at all.
    """
    state = request.session.pop(_ASKED, None)
    known = {bytes(_stored(each).credential_id): each for each in _passkeys_of(account)}
    try:
        given = AuthenticationResponse.from_dict(_read(answer))
        credentials = [_stored(each) for each in known.values()]
        used = _server(request).authenticate_complete(state, credentials, given)
        passkey, counter = known[bytes(used.credential_id)], given.response.authenticator_data.counter
    except _REFUSALS as error:
        raise BadRequest(NOT_TAKEN) from error
    if counter == 0 == passkey.last_count:
        SecondFactor.objects.filter(pk=passkey.pk).update(last_used_at=now)
    elif not second_factor.mark_used(passkey, counter, now):
        raise BadRequest(NOT_TAKEN)


#: What the library raises for an answer that is not what was asked for, or no answer at all.
_REFUSALS = (
    ValueError,
    TypeError,
    LookupError,
    AttributeError,
    AssertionError,
    ArithmeticError,
    #: What is nested too deeply, and kinds of keys that are not checked.
    RuntimeError,
    struct.error,
)


def _passkeys_of(account: Any) -> list[SecondFactor]:
    return list(SecondFactor.objects.filter(account_id=account.pk, kind=FACTOR.PASSKEY))


def _stored(passkey: SecondFactor) -> AttestedCredentialData:
    return AttestedCredentialData(b64decode(passkey.data))


def _read(answer: str) -> dict[str, Any]:
    if len(answer) > LONGEST_ANSWER:
        raise ValueError("longer than any answer")
    read = json.loads(answer)
    if not isinstance(read, dict):
        raise TypeError("no answer of a browser")
    return read


def _server(request: HttpRequest) -> Fido2Server:
    host = _host(request)

    def is_here(origin: str) -> bool:
        """Check that the browser was on this site, not on another name or port of the domain."""
        return verify_rp_id(host, origin) and urlsplit(origin).netloc == request.get_host()

    return Fido2Server(PublicKeyCredentialRpEntity(name=site_name(), id=host), verify_origin=is_here)


def _host(request: HttpRequest) -> str:
    return split_domain_port(request.get_host())[0]
