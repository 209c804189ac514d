"""An OpenID Connect provider of a test: real HTTP, discovery, keys, PKCE, signed identities; it lets everybody in."""

import base64
import hashlib
import json
import secrets
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from joserfc import jwt
from joserfc.jwk import RSAKey

CLIENT_ID, CLIENT_SECRET = "rauswurf", "a secret of two"


@cache
def _own_key() -> RSAKey:
    return RSAKey.generate_key(2048, {"kid": "one"})


class Provider:
    """What it says of whoever comes: ``claims`` go before what is usual, and so make faults."""

    def __init__(self, port: int) -> None:
        self.url = f"http://127.0.0.1:{port}"
        self.key = _own_key()
        #: The key that it signs with; another than it publishes is a forger's.
        self.signing = self.key
        self.claims: dict[str, Any] = {}
        self.refuses = False
        self._codes: dict[str, dict[str, str]] = {}

    def settings(self) -> dict[str, str]:
        """The variables of a site that trusts it."""
        return {
            "OIDC_NAME": "Club Login",
            "OIDC_SERVER": self.url,
            "OIDC_CLIENT_ID": CLIENT_ID,
            "OIDC_CLIENT_SECRET": CLIENT_SECRET,
        }

    def metadata(self) -> dict[str, Any]:
        """What is found at ``/.well-known/openid-configuration``."""
        return {
            "issuer": self.url,
            "authorization_endpoint": f"{self.url}/authorize",
            "token_endpoint": f"{self.url}/token",
            "jwks_uri": f"{self.url}/keys",
            "response_types_supported": ["code"],
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["RS256"],
        }

    def authorize(self, asked: dict[str, str]) -> str:
        """The address that the browser is sent back to."""
        assert (asked["client_id"], asked["code_challenge_method"]) == (CLIENT_ID, "S256")
        if self.refuses:
            return f"{asked['redirect_uri']}?{urlencode({'error': 'access_denied', 'state': asked['state']})}"
        code = secrets.token_hex(8)
        self._codes[code] = asked
        return f"{asked['redirect_uri']}?{urlencode({'code': code, 'state': asked['state']})}"

    def token(self, asked: dict[str, str], authorization: str) -> dict[str, Any]:
        """The identity for a code, for the site that asked for it alone."""
        expected = base64.b64encode(f"{CLIENT_ID}:{CLIENT_SECRET.replace(' ', '+')}".encode()).decode()
        plain = base64.b64encode(f"{CLIENT_ID}:{CLIENT_SECRET}".encode()).decode()
        assert authorization in (f"Basic {expected}", f"Basic {plain}")
        begun = self._codes.pop(asked["code"])
        digest = hashlib.sha256(asked["code_verifier"].encode()).digest()
        assert base64.urlsafe_b64encode(digest).rstrip(b"=").decode() == begun["code_challenge"]
        now = int(time.time())
        told = {
            "iss": self.url,
            "aud": CLIENT_ID,
            "sub": "person-1",
            "nonce": begun["nonce"],
            "iat": now,
            "exp": now + 300,
            "email": "anna@example.org",
            "email_verified": True,
            "preferred_username": "anna",
            **self.claims,
        }
        signed = jwt.encode({"alg": "RS256", "kid": "one"}, told, self.signing)
        return {"access_token": "access", "token_type": "Bearer", "expires_in": 300, "id_token": signed}


@contextmanager
def provider() -> Iterator[Provider]:
    """A provider that answers until the end."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    server.daemon_threads = True
    known = _Handler.known[server.server_port] = Provider(server.server_port)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield known
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class _Handler(BaseHTTPRequestHandler):
    known: dict[int, Provider] = {}

    @property
    def provider(self) -> Provider:
        return self.known[self.server.server_address[1]]  # type: ignore[index]

    def do_GET(self) -> None:
        address = urlsplit(self.path)
        if address.path == "/authorize":
            self.send_response(302)
            self.send_header("Location", self.provider.authorize(_flat(address.query)))
            self.end_headers()
        elif address.path == "/keys":
            self._answer({"keys": [self.provider.key.as_dict(private=False)]})
        else:
            self._answer(self.provider.metadata())

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        self._answer(self.provider.token(_flat(body), self.headers.get("Authorization", "")))

    def _answer(self, found: dict[str, Any]) -> None:
        body = json.dumps(found).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""


def _flat(query: str) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(query).items()}
