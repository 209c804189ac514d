"""`sendtestemail` says in a line whether the mail server took the letter, and never shows a traceback."""

from collections.abc import Callable
from smtplib import SMTPRecipientsRefused
from typing import Any
from unittest.mock import Mock

import pytest
from django.core import mail
from django.core.mail.backends.smtp import EmailBackend
from django.core.management import CommandError, call_command

from tests.servers import free_port


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


def test_what_a_mail_server_says_against_a_letter_is_told(
    sent: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    refused = SMTPRecipientsRefused({"you@league.example": (550, b"nobody of that name")})
    monkeypatch.setattr(EmailBackend, "send_messages", Mock(side_effect=refused))
    monkeypatch.setattr("config.management.commands.sendtestemail.mail_findings", list)
    with pytest.raises(CommandError, match=r"did not take it: .*nobody of that name"):
        sent(EMAIL_BACKEND=SMTP)


def test_a_letter_that_was_taken_is_said_to_be(
    sent: Callable[..., None], capsys: pytest.CaptureFixture[str]
) -> None:
    sent()
    assert [letter.to for letter in mail.outbox] == [["you@league.example"]]
    assert "took it" in capsys.readouterr().out
