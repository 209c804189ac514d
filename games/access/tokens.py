"""Access tokens as clients present them: looked up, checked, and their use recorded."""

from datetime import datetime, timedelta

from games.access.plain_sql import token_of_digest
from games.models import AccessToken
from games.models.access import hashed

#: The last use is stored to the minute, so that recording a throw need not write it each time.
NOTED_EVERY = timedelta(minutes=1)


def find_by_text(text: str, now: datetime) -> AccessToken | None:
    """Return the valid token of that text and record its use. One query, in the first use of a minute two."""
    return _in_use(token_of_digest(hashed(text)), now)


def find_by_number(number: int, now: datetime) -> AccessToken | None:
    """Return the valid token of that number and record its use. One query, in the first use of a minute two."""
    return _in_use(AccessToken.objects.filter(pk=number).first(), now)


def _in_use(token: AccessToken | None, now: datetime) -> AccessToken | None:
    if token is None or not token.is_valid(now):
        return None
    before = token.last_used_at
    if before is None or now - before >= NOTED_EVERY:
        # Of many concurrent requests one writes.
        AccessToken.objects.filter(pk=token.pk, last_used_at=before).update(last_used_at=now)
    return token
