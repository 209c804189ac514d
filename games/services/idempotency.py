"""Idempotency keys: a request sent again because its answer got lost has its effect once (docs/reference/api.md).

The client gives a request a key. Its first answer is stored in the same transaction as its effect, so
that there is no moment in which one is there without the other, and of two at the same moment the
second waits for the first.
"""

from datetime import UTC, datetime, timedelta

from django.db.models import QuerySet

from games.errors import IdReused
from games.models import RememberedAnswer
from rules import Text

#: How long a repeat is recognised; a client that was away for longer checks before it writes.
LIFETIME = timedelta(days=30)


def claim_key(*, who: str, key: str, request: str, fingerprint: str, now: datetime) -> RememberedAnswer:
    """Return the first answer to the request, or (``status`` is ``None``) an empty one to fill in.

    Call it first in the transaction that does what the request asks and fills in the answer.
    ``request`` is method and address, ``fingerprint`` the hash of all that was asked. Raises
    ``IdReused`` where the key belongs to something else.
    """
    place = RememberedAnswer(who=who, key=key, request=request, fingerprint=fingerprint, created_at=now)
    # Waits where another transaction has just taken the place, until it ends.
    RememberedAnswer.objects.bulk_create([place], ignore_conflicts=True)
    found = RememberedAnswer.objects.get(who=who, key=key)
    if found.fingerprint != fingerprint:
        raise IdReused(
            Text(
                "Idempotency-Key: this key stands for {request} of {when:%Y-%m-%d %H:%M} UTC, with other "
                "content; use a new key",
                request=found.request,
                when=found.created_at.astimezone(UTC),
            ),
            field="Idempotency-Key",
            request=found.request,
        )
    return found


def old_answers(now: datetime) -> QuerySet[RememberedAnswer]:
    """Return the answers that are older than ``LIFETIME``."""
    return RememberedAnswer.objects.filter(created_at__lt=now - LIFETIME)
