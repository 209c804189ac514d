"""The e-mail address of an account: kept once a link sent there was opened, so that a slip gives it to nobody else."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.contrib.auth import get_user_model
from django.core.signing import BadSignature
from django.db import transaction
from django.urls import reverse

from games.access import audit_log
from games.access.lifetimes import Purpose, opened, signed
from games.errors import BadRequest
from games.models import SecurityEvent
from rules.i18n import Text

CLOSED = Text("This link has been used or has run out. Enter the address again.")


def confirmation_path(account: Any, address: str) -> str:
    """Return the path of the link that makes this the account's address; another change ends it."""
    told = {"account": account.pk, "before": account.email, "address": address}
    return reverse("confirm-email", args=[signed(Purpose.MAIL_ADDRESS, told)])


def read_link(text: str) -> tuple[Any, str]:
    """Return the account and the address of a link. Raises ``BadRequest`` where it opens nothing any more."""
    try:
        told = opened(Purpose.MAIL_ADDRESS, text)
    except BadSignature as error:
        raise BadRequest(CLOSED) from error
    account = get_user_model().objects.filter(pk=told["account"], is_active=True).first()
    if account is None or account.email != told["before"]:
        raise BadRequest(CLOSED)
    return account, str(told["address"])


@transaction.atomic
def keep(*, account: Any, email: str, now: datetime, address: str = "") -> None:
    """Keep an address, or none."""
    account.email = email
    account.save(update_fields=["email"])
    audit_log.note_own(SecurityEvent.Kind.MAIL_CHANGED, account, now=now, address=address)
