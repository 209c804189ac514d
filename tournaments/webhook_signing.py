"""How a message shows who sent it: the headers of the Standard Webhooks specification (standardwebhooks.com).

The signature is HMAC-SHA256 over ``id.timestamp.body``, in base64. The key is the base64 text behind
``whsec_`` in the secret. With two secrets, while one follows the other, there are two signatures.
"""

import base64
import hashlib
import hmac
import secrets
from collections.abc import Sequence
from datetime import datetime

PREFIX = "whsec_"
_BYTES = 32


def new_secret() -> str:
    return PREFIX + base64.b64encode(secrets.token_bytes(_BYTES)).decode()


def headers(*, message_id: str, now: datetime, body: str, signers: Sequence[str]) -> dict[str, str]:
    timestamp = str(int(now.timestamp()))
    return {
        "webhook-id": message_id,
        "webhook-timestamp": timestamp,
        "webhook-signature": " ".join(_signature(each, message_id, timestamp, body) for each in signers),
    }


def _signature(secret: str, message_id: str, timestamp: str, body: str) -> str:
    key = base64.b64decode(secret.removeprefix(PREFIX))
    digest = hmac.new(key, f"{message_id}.{timestamp}.{body}".encode(), hashlib.sha256).digest()
    return f"v1,{base64.b64encode(digest).decode()}"
