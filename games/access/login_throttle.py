"""Login throttling: people who fail again and again with a name must wait, longer each time.

Counted by name and address together, in the database, so that all processes count as one: trying one
name from here locks out no person who comes from elsewhere. An attempt is counted before the password is
looked at and forgotten when it was right, so that many at once gain nothing.
"""

import hashlib
from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import transaction

from games.errors import RecordingError
from games.models import LoginAttempts
from rules import Text

#: This many attempts cost no wait.
FREE_ATTEMPTS = 5
#: The wait after the first attempt too many; each further one doubles it.
FIRST_WAIT = timedelta(seconds=2)
LONGEST_WAIT = timedelta(minutes=15)
#: After this long without an attempt all are forgotten.
FORGOTTEN_AFTER = timedelta(minutes=30)


class TooSoon(RecordingError):
    """A login attempt before the wait is over; ``seconds`` are left.

    ``is_first``: the first refusal since the last attempt that was checked.
    """

    kind = "too-many-requests"
    status = 429
    title = Text("Too many attempts")

    def __init__(self, seconds: int, is_first: bool) -> None:
        super().__init__(
            Text(
                "Too many wrong attempts. Try again in {seconds} seconds.",
                seconds=seconds,
            )
        )
        self.seconds, self.is_first = seconds, is_first


def begin(*, name: str, address: str, now: datetime) -> None:
    """Count an attempt, before the password is checked. Raises ``TooSoon`` where it has to wait."""
    refusal = _counted(whose(name, address), now)
    if refusal is not None:
        raise refusal


def succeeded(*, name: str, address: str) -> None:
    """Forget the attempts: the password was right."""
    LoginAttempts.objects.filter(whose=whose(name, address)).delete()


@transaction.atomic
def _counted(key: str, now: datetime) -> TooSoon | None:
    LoginAttempts.objects.filter(last_at__lt=now - FORGOTTEN_AFTER).delete()
    LoginAttempts.objects.get_or_create(whose=key, defaults={"last_at": now})
    attempts = LoginAttempts.objects.select_for_update().get(whose=key)
    left = attempts.last_at + wait_after(attempts.failures) - now
    if left > timedelta(0):
        is_first = not attempts.refused
        attempts.refused = True
        attempts.save(update_fields=["refused"])
        return TooSoon(int(left.total_seconds()) + 1, is_first)
    attempts.failures += 1
    attempts.last_at = now
    attempts.refused = False
    attempts.save()
    return None


def wait_after(failures: int) -> timedelta:
    """Return how long the next attempt has to wait after this many failures."""
    if failures < FREE_ATTEMPTS:
        return timedelta(0)
    doublings = min(failures - FREE_ATTEMPTS, 20)
    return min(FIRST_WAIT * 2**doublings, LONGEST_WAIT)


def whose(name: str, address: str) -> str:
    """Return the name and address as they are stored: a keyed hash that only this site can make.

    Names that the login takes for the same (``compared``) give the same hash; case is ignored.
    """
    text = f"{settings.SECRET_KEY}\n{compared(compared(name).casefold())}\n{address}"
    return hashlib.sha256(text.encode(errors="replace")).hexdigest()


def compared(name: str) -> str:
    """Normalise a name as Django's login form does: stripped, in NFKC."""
    return get_user_model().normalize_username(name.strip()).strip()
