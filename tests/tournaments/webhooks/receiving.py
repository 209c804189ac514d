"""A receiver of webhooks as they are in the world: an HTTP server that keeps what it was sent."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

SECONDS = 60


@dataclass(frozen=True)
class Received:
    """One request: its path, its headers, and exactly what came."""

    path: str
    headers: dict[str, str]
    body: str

    @property
    def id(self) -> str:
        return self.headers["webhook-id"]

    @property
    def kind(self) -> str:
        kind: str = json.loads(self.body)["type"]
        return kind

    @property
    def data(self) -> Any:
        return json.loads(self.body)["data"]

    def signed_by(self, secret: str) -> bool:
        """Whether one of the signatures is made with this secret."""
        signed = f"{self.id}.{self.headers['webhook-timestamp']}.{self.body}".encode()
        key = base64.b64decode(secret.removeprefix("whsec_"))
        right = "v1," + base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()
        return right in self.headers["webhook-signature"].split(" ")


@dataclass
class Receiver:
    """Answers with the given statuses in turn, then with the last of them; ``before`` it does what it is given."""

    statuses: list[int] = field(default_factory=lambda: [200])
    answer: bytes = b"thank you"
    headers: dict[str, str] = field(default_factory=dict)
    before: Callable[[], object] = lambda: None
    port: int = 0

    def __enter__(self) -> Receiver:
        self.received: list[Received] = []
        self._something_new = threading.Condition()
        self._server = ThreadingHTTPServer(("127.0.0.1", self.port), self._handler())
        self._server.daemon_threads = True
        self.port = self._server.server_address[1]
        threading.Thread(target=self._server.serve_forever, args=[0.01], daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/hook?for=us"

    def of_kind(self, kind: str) -> list[Received]:
        """The messages of one kind, as they came."""
        return [each for each in self.received if each.kind == kind]

    def wait_for(self, reached: Callable[[], bool]) -> None:
        """Until what has come is enough."""
        with self._something_new:
            assert self._something_new.wait_for(reached, SECONDS), [each.body[:200] for each in self.received]

    def wait_for_messages(self, number: int) -> None:
        self.wait_for(lambda: len(self.received) >= number)

    def _keep(self, received: Received) -> int:
        with self._something_new:
            self.received.append(received)
            self._something_new.notify_all()
            return self.statuses.pop(0) if len(self.statuses) > 1 else self.statuses[0]

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"])).decode()
                headers = {name.lower(): value for name, value in self.headers.items()}
                status = receiver._keep(Received(self.path, headers, body))
                receiver.before()
                self.send_response(status)
                for name, value in receiver.headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(receiver.answer)))
                self.end_headers()
                self.wfile.write(receiver.answer)

            def log_message(self, *_: object) -> None:
                pass

        return Handler
