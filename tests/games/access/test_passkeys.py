"""What a passkey signs holds here alone, once, and not from a copy: by a device made of software."""

import json
import secrets
from hashlib import sha256
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from django.contrib.auth.models import User
from django.http import HttpRequest
from django.test import RequestFactory
from django.utils import timezone
from fido2.cose import ES256
from fido2.utils import websafe_encode
from fido2.webauthn import AttestationObject, AttestedCredentialData, AuthenticatorData, CollectedClientData

from games.access import second_factor
from games.errors import BadRequest
from games.models import SecondFactor

pytestmark = pytest.mark.django_db
HERE = "http://localhost:8000"
FLAG = AuthenticatorData.FLAG


class Device:
    """An authenticator with one passkey that counts its uses."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.id = secrets.token_bytes(16)
        self.count = 1

    def make(self, question: dict[str, Any], origin: str = HERE) -> str:
        """The answer to a question for a new passkey."""
        public = ES256.from_cryptography_key(self.key.public_key())
        made = AttestedCredentialData.create(bytes(16), self.id, public)
        whole = AttestationObject.create("none", self._data(FLAG.UP | FLAG.AT, made), {})
        seen = _seen("webauthn.create", question, origin)
        return self._answer(clientDataJSON=seen, attestationObject=bytes(whole))

    def sign(self, question: dict[str, Any], origin: str = HERE) -> str:
        """The answer to a question for a passkey that is known."""
        self.count += 1
        data, seen = bytes(self._data(FLAG.UP)), _seen("webauthn.get", question, origin)
        signature = self.key.sign(data + sha256(seen).digest(), ec.ECDSA(SHA256()))
        return self._answer(clientDataJSON=seen, authenticatorData=data, signature=signature)

    def _data(self, flags: Any, made: Any = b"") -> AuthenticatorData:
        return AuthenticatorData.create(sha256(b"localhost").digest(), flags, self.count, made)

    def _answer(self, **response: bytes) -> str:
        name = websafe_encode(self.id)
        told = {key: websafe_encode(value) for key, value in response.items()}
        return json.dumps({"id": name, "rawId": name, "type": "public-key", "response": told})


def _seen(kind: str, question: dict[str, Any], origin: str) -> bytes:
    return CollectedClientData.create(kind, question["publicKey"]["challenge"], origin)


@pytest.fixture
def request_() -> HttpRequest:
    """A request of a browser that keeps its session."""
    made = RequestFactory().get("/", headers={"host": "localhost:8000"})
    made.session = {}  # type: ignore[assignment]
    return made


@pytest.fixture
def device(request_: HttpRequest, anna: User) -> Device:
    """A device whose passkey anna has set up."""
    made = Device()
    answer = made.make(second_factor.ask_for_new(request_, anna))
    second_factor.add(
        account=anna, factor=second_factor.new_passkey(request_, "Key", answer), now=timezone.now()
    )
    return made


def question(request: HttpRequest, anna: User) -> dict[str, Any]:
    """What the browser is asked to sign."""
    asked = second_factor.ask_for_known(request, anna)
    assert asked is not None
    return asked


def test_each_use_counts_on_and_what_was_signed_holds_once(
    request_: HttpRequest, anna: User, device: Device
) -> None:
    for _ in range(2):
        answer = device.sign(question(request_, anna))
        second_factor.check_known(request_, anna, answer, timezone.now())
    assert SecondFactor.objects.get().last_count == device.count
    with pytest.raises(BadRequest):
        second_factor.check_known(request_, anna, answer, timezone.now())
    question(request_, anna)
    with pytest.raises(BadRequest):
        second_factor.check_known(request_, anna, answer, timezone.now())


ELSEWHERE = ["http://localhost:9", "http://other.localhost:8000", "https://elsewhere.example"]


@pytest.mark.parametrize("origin", ELSEWHERE)
def test_what_was_made_or_signed_on_another_name_or_port_is_refused(
    request_: HttpRequest, anna: User, device: Device, origin: str
) -> None:
    made = Device().make(second_factor.ask_for_new(request_, anna), origin)
    with pytest.raises(BadRequest):
        second_factor.new_passkey(request_, "Key", made)
    signed = device.sign(question(request_, anna), origin)
    with pytest.raises(BadRequest):
        second_factor.check_known(request_, anna, signed, timezone.now())


def test_a_copy_that_has_counted_less_is_refused(request_: HttpRequest, anna: User, device: Device) -> None:
    second_factor.check_known(request_, anna, device.sign(question(request_, anna)), timezone.now())
    device.count -= 1
    with pytest.raises(BadRequest):
        second_factor.check_known(request_, anna, device.sign(question(request_, anna)), timezone.now())


def test_the_key_of_another_device_opens_nothing(request_: HttpRequest, anna: User, device: Device) -> None:
    device.key = Device().key
    with pytest.raises(BadRequest):
        second_factor.check_known(request_, anna, device.sign(question(request_, anna)), timezone.now())
