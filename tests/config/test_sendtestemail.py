"""`sendtestemail` says in a line whether the mail server took the letter, and never shows a traceback."""

import socketserver
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.core import mail
from django.core.management import CommandError, call_command

from tests.servers import free_port


class MailServer(socketserver.StreamRequestHandler):
    """Answers like a mail server that knows nobody (RFC 5321, 4.2.3)."""

    def handle(self) -> None:
        """Greet, take every line but a recipient, say goodbye."""
        self.wfile.write(b"220 here\r\n")
        for line in self.rfile:
            answer = b"550 nobody of that name" if line.upper().startswith(b"RCPT") else b"250 taken"
            self.wfile.write((b"221 bye" if line.upper().startswith(b"QUIT") else answer) + b"\r\n")


@contextmanager
def mail_server() -> Iterator[int]:
    """The port of a mail server."""
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), MailServer) as server:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_address[1]
        server.shutdown()


@pytest.fixture
def sent(settings: Any) -> Callable[..., None]:
    """Send a test mail with settings."""

    def sent(**told: Any) -> None:
        told = {"DEFAULT_FROM_EMAIL": "league@league.example", "EMAIL_HOST": "127.0.0.1"} | told
        for name, value in told.items():
            setattr(settings, name, value)
        call_command("sendtestemail", "you@league.example")

    return sent


SMTP = "django.core.mail.backends.smtp.EmailBackend"


def test_a_site_that_sends_no_mail_says_which_settings_are_missing(sent: Callable[..., None]) -> None:
    with pytest.raises(CommandError, match="set DEFAULT_FROM_EMAIL and EMAIL_URL"):
        sent(DEFAULT_FROM_EMAIL="")
    assert not mail.outbox


def test_a_mail_server_that_is_away_is_told_with_the_settings_to_check(sent: Callable[..., None]) -> None:
    with pytest.raises(CommandError, match=r"ConnectionRefusedError.*EMAIL_URL"):
        sent(EMAIL_BACKEND=SMTP, EMAIL_PORT=free_port())


def test_what_a_mail_server_says_against_a_letter_is_told(sent: Callable[..., None]) -> None:
    with mail_server() as port, pytest.raises(CommandError, match=r"did not take it: .*nobody of that name"):
        sent(EMAIL_BACKEND=SMTP, EMAIL_PORT=port)


def test_a_letter_that_was_taken_is_said_to_be(
    sent: Callable[..., None], capsys: pytest.CaptureFixture[str]
) -> None:
    sent()
    assert [letter.to for letter in mail.outbox] == [["you@league.example"]]
    assert "took it" in capsys.readouterr().out
