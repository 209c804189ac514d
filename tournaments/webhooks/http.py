"""One attempt to send a message: a POST, and what came of it."""

import socket
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

from aiohttp import ClientSession, ClientTimeout, DummyCookieJar, TCPConnector
from yarl import URL

from rules import Text
from tournaments.webhook_address import may_be_called, setting_for

CONNECT_SECONDS = 5
TOTAL_SECONDS = 10
#: Of an answer no more is read than this.
MOST_ANSWER = 4096


@dataclass(frozen=True, slots=True)
class DeliveryResult:
    """What came of an attempt: the status that was answered, or why there was none."""

    status: int | None = None
    answer: str = ""
    error: Text | None = None
    #: Seconds for which the receiver wants to be left alone, where it says so.
    wait: float | None = None

    @property
    def accepted(self) -> bool:
        """Whether the receiver has the message."""
        return self.status is not None and 200 <= self.status < 300


class PrivateAddress(OSError):
    """The name belongs to an address to which nothing may be sent."""


async def post(*, url: str, body: str, headers: Mapping[str, str], hidden: str = "") -> DeliveryResult:
    """Send once; the outcome says what went wrong. Redirects are not followed.

    ``hidden`` is a part of the address that is not in the outcome.
    """
    try:
        status, answer, wait = await _asked(url, body, headers)
    except Exception as error:  # what is not noted would be sent every minute for ever
        return DeliveryResult(error=_why(error, hidden))
    refused = None if 200 <= status < 300 else Text("answered with {status}", status=status)
    return DeliveryResult(status, _without(hidden, answer), refused, wait)


async def _asked(url: str, body: str, headers: Mapping[str, str]) -> tuple[int, str, float | None]:
    timeout = ClientTimeout(total=TOTAL_SECONDS, sock_connect=CONNECT_SECONDS)
    sent = {"Content-Type": "application/json", "User-Agent": "Rauswurf", "Accept-Encoding": "identity"}
    async with (
        ClientSession(
            connector=TCPConnector(socket_factory=_public_socket, force_close=True),
            cookie_jar=DummyCookieJar(),
            timeout=timeout,
            auto_decompress=False,
        ) as client,
        client.post(
            URL(url, encoded=True), data=body.encode(), headers={**sent, **headers}, allow_redirects=False
        ) as response,
    ):
        answer = b""
        while len(answer) < MOST_ANSWER and (part := await response.content.read(MOST_ANSWER - len(answer))):
            answer += part
    wait = seconds_of(response.headers.get("Retry-After", ""))
    return response.status, _storable(answer.decode(errors="replace")), wait


def seconds_of(retry_after: str) -> float | None:
    """The seconds of a header Retry-After (RFC 9110 §10.2.3), by a number or by a date."""
    try:
        return max(float(retry_after), 0.0) if retry_after[:1].isdigit() else _until(retry_after)
    except (ValueError, TypeError):
        return None


def _until(date: str) -> float | None:
    return max((parsedate_to_datetime(date) - datetime.now(UTC)).total_seconds(), 0.0) if date else None


def _without(hidden: str, text: str) -> str:
    return text.replace(hidden, "…") if hidden else text


def _public_socket(address: Any) -> socket.socket:
    """The socket for one of the addresses of the name: that address, and no other, is connected to."""
    family, kind, protocol, _, place = address
    number = place[0].partition("%")[0]
    if not may_be_called(number):
        raise PrivateAddress(setting_for(number))
    return socket.socket(family, kind, protocol)


def _why(error: Exception, hidden: str) -> Text:
    cause = getattr(error, "os_error", error)
    if isinstance(cause, PrivateAddress):
        return Text(
            "the name stands for a private address; to allow it, start the site with {setting}=true",
            setting=str(cause),
        )
    if isinstance(cause, TimeoutError):
        return Text("no answer within {total_seconds} seconds", total_seconds=TOTAL_SECONDS)
    said = _without(hidden, _storable(str(cause) or type(cause).__name__))[:200]
    return Text("not sent: {said}", said=said)


def _storable(text: str) -> str:
    """The text without what a database refuses: zero characters and halves of characters."""
    return text.encode(errors="replace").decode().replace("\0", "\ufffd")
