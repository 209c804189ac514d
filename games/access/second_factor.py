"""Second factors: codes of an authenticator app (TOTP, RFC 6238), passkeys, and recovery codes for when they are lost.

The only writer of ``SecondFactor`` and ``RecoveryCode``.
"""

import ipaddress
import json
import secrets
import struct
from base64 import b64decode, b64encode
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

import pyotp
from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import transaction
from django.http import HttpRequest
from django.http.request import split_domain_port
from django.utils.crypto import constant_time_compare, salted_hmac
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

from games.access import audit_log, scopes
from games.access.permissions import check_allowed
from games.access.principal import Principal
from games.access.roles import to_admit
from games.access.site_name import site_name
from games.enums import Role
from games.errors import BadRequest
from games.models import Permit, RecoveryCode, SecondFactor, SecurityEvent
from games.models.access import hashed
from rules import Text

KIND = SecurityEvent.Kind
FACTOR = SecondFactor.Kind
#: The most factors of an account, and the number of its recovery codes.
MOST_FACTORS = 10
CODES = 10
LONGEST_NAME = 60
#: The seconds for which a code of an app counts; clocks may differ by one such step.
STEP = 30
_DIGITS = 6
#: People who give roles to others have to have a second factor, where ``REQUIRE_SECOND_FACTOR`` says so.
_REQUIRED_OF = (Role.OWNER.value, Role.ORGANISER.value)


@dataclass(frozen=True, slots=True)
class NewFactor:
    """What is added: of an app its secret, of a passkey its public key with its id."""

    kind: SecondFactor.Kind
    name: str
    data: str
    count: int = 0


def has_factor(account: Any) -> bool:
    """Check whether the account has a second factor. One query."""
    return SecondFactor.objects.filter(account_id=account.pk).exists()


def is_required_of(account: Any) -> bool:
    """Check whether the account has to have one here: superusers, owners and organisers. One query at most."""
    if not settings.REQUIRE_SECOND_FACTOR:
        return False
    held = Permit.objects.filter(person_id=account.pk, revoked_at=None, role__in=_REQUIRED_OF)
    return bool(account.is_superuser) or held.exists()


def codes_left(account: Any) -> int:
    """Count the recovery codes that were not used yet."""
    return RecoveryCode.objects.filter(account_id=account.pk).count()


# -- an authenticator app --------------------------------------------------------------------------


def new_secret() -> str:
    """Return a secret of 160 random bits for an app."""
    return pyotp.random_base32()


def app_address(account: Any, secret: str) -> str:
    """Return the ``otpauth:`` address that apps read as a QR code."""
    return pyotp.TOTP(secret).provisioning_uri(name=account.get_username(), issuer_name=site_name())


def new_app(*, name: str, secret: str, code: str, now: datetime) -> NewFactor:
    """Return the app that shows this code. Raises ``BadRequest`` where it should show another one."""
    step = _matching_step(secret, _compact(code), now)
    if step is None:
        raise BadRequest(
            Text("Wrong code. Enter the six digits that the app shows now; check the clock of the phone."),
            field="code",
        )
    return NewFactor(FACTOR.APP, name, secret, step)


def _matching_step(secret: str, code: str, now: datetime) -> int | None:
    """Return the time step of this code: now, the one before or the one after."""
    app, present = pyotp.TOTP(secret), int(now.timestamp()) // STEP
    steps = (present, present - 1, present + 1)
    return next((step for step in steps if constant_time_compare(app.at(step * STEP), code)), None)


# -- given and taken -------------------------------------------------------------------------------


@transaction.atomic
def add(*, account: Any, factor: NewFactor, now: datetime, address: str = "") -> list[str]:
    """Add a factor; return the recovery codes that come with the first one, which are shown this once.

    Raises ``BadRequest`` where there are too many.
    """
    get_user_model().objects.select_for_update().get(pk=account.pk)
    held = SecondFactor.objects.filter(account_id=account.pk)
    if held.count() >= MOST_FACTORS:
        raise BadRequest(Text("At most {most} second factors: remove one first.", most=MOST_FACTORS))
    if held.filter(kind=factor.kind, data=factor.data).exists():
        raise BadRequest(Text("This one is set up already."))
    SecondFactor.objects.create(
        account_id=account.pk,
        kind=factor.kind,
        name=" ".join(factor.name.split())[:LONGEST_NAME] or str(factor.kind.label),
        data=factor.data,
        last_count=factor.count,
    )
    audit_log.note_own(KIND.FACTOR_ADDED, account, now=now, address=address)
    return new_codes(account=account, now=now, address=address) if held.count() == 1 else []


@transaction.atomic
def remove(*, account: Any, pk: int, now: datetime, address: str = "") -> bool:
    """Remove a factor of the account; return whether it has none now. Recovery codes go with the last one."""
    get_user_model().objects.select_for_update().get(pk=account.pk)
    if SecondFactor.objects.filter(account_id=account.pk, pk=pk).delete()[0]:
        audit_log.note_own(KIND.FACTOR_REMOVED, account, now=now, address=address)
    if has_factor(account):
        return False
    RecoveryCode.objects.filter(account_id=account.pk).delete()
    return True


@transaction.atomic
def remove_all(*, account_id: int, by: Principal, now: datetime, address: str = "") -> None:
    """Remove every factor of somebody who has lost theirs; for owners of the site, as a link for a new password is.

    Those of an account that may do everything only by another such account. Raises ``NotAllowed``, ``BadRequest``.
    """
    account = get_user_model().objects.select_for_update().get(pk=account_id)
    check_allowed(by, to_admit(Role.OWNER), scopes.EVERYWHERE)
    if account.is_superuser and not by.may_everything:
        raise BadRequest(Text("Only an account that may do everything can do this for such an account."))
    if SecondFactor.objects.filter(account_id=account_id).delete()[0]:
        audit_log.note(
            KIND.FACTOR_REMOVED, actor=by.actor, about=f"user:{account_id}", now=now, address=address
        )
    RecoveryCode.objects.filter(account_id=account_id).delete()


@transaction.atomic
def new_codes(*, account: Any, now: datetime, address: str = "") -> list[str]:
    """Make new recovery codes for an account: those before open nothing any more."""
    texts = ["-".join(secrets.token_hex(2) for _ in range(4)) for _ in range(CODES)]
    RecoveryCode.objects.filter(account_id=account.pk).delete()
    RecoveryCode.objects.bulk_create(
        RecoveryCode(account_id=account.pk, digest=hashed(_compact(text))) for text in texts
    )
    audit_log.note_own(KIND.CODES_MADE, account, now=now, address=address)
    return texts


# -- checked ---------------------------------------------------------------------------------------


def check_code(*, account: Any, code: str, now: datetime, address: str) -> None:
    """Take a code of an app, or a recovery code; each opens once. Raises ``BadRequest`` for any other."""
    text, is_short = _compact(code), can_be_guessed(code)
    is_right = _is_of_an_app(account, text, now) if is_short else _is_recovery(account, text)
    if not is_right:
        raise BadRequest(
            Text(
                "Wrong code. Enter the six digits that the app shows now, or a recovery code that was not used yet."
            ),
            field="code",
        )
    if not is_short:
        audit_log.note_own(KIND.CODE_USED, account, now=now, address=address)


def can_be_guessed(code: str) -> bool:
    """Check whether it is as short as the codes of an app; recovery codes are not."""
    return len(_compact(code)) == _DIGITS


def mark_used(factor: SecondFactor, count: int, now: datetime) -> bool:
    """Note the use of a factor; return whether its count is a new one, as nothing is taken twice."""
    fresh = SecondFactor.objects.filter(pk=factor.pk, last_count__lt=count)
    return bool(fresh.update(last_count=count, last_used_at=now))


def _is_of_an_app(account: Any, code: str, now: datetime) -> bool:
    for app in SecondFactor.objects.filter(account_id=account.pk, kind=FACTOR.APP):
        step = _matching_step(app.data, code, now)
        if step is not None and mark_used(app, step, now):
            return True
    return False


def _is_recovery(account: Any, code: str) -> bool:
    return bool(RecoveryCode.objects.filter(account_id=account.pk, digest=hashed(code)).delete()[0])


def _compact(code: str) -> str:
    """Return a code as it is compared: as people copy it, with blanks, dashes or capitals."""
    return "".join(code.split()).replace("-", "").casefold()


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
    handle = salted_hmac("games.access.second_factor", str(account.pk), algorithm="sha256").digest()
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
    elif not mark_used(passkey, counter, now):
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
