"""How long which link lives: one table, and the signature of links that are not stored.

What is here is both shown and enforced. Codes that end with what they open live as long as that: the
code of a slip until its round is drawn again or the game has a result, the code at the door until it is changed or the
event is over, a personal link as long as the registration, a calendar as long as the event.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from enum import StrEnum, unique
from typing import Any

from django.conf import settings
from django.core import signing


@unique
class Purpose(StrEnum):
    """What a link is for, or a mark that it leaves in a browser; signatures are salted with it."""

    #: Makes the first organiser.
    SETUP = "games.access.setup_link"
    #: Confirms the address of an account.
    MAIL_ADDRESS = "games.access.email_address"
    #: Opens an account, or chooses another password.
    ACCOUNT = "games.access.accounts"
    #: A code at a board, as the page offers it first.
    BOARD = "board"
    #: The code for the referee's phone beside a game: an evening, and the day after.
    REFEREE = "referee"
    #: Shows people what is stored about them.
    OWN_DATA = "tournaments.own-data"
    #: A form of registration that was opened.
    REGISTRATION_FORM = "tournaments.registration.form"
    #: A browser that has registered somebody.
    REGISTERED = "registered"
    #: A browser that has checked somebody in at the door, or entered a slip.
    IN_THE_HALL = "in the hall"


LIFETIMES: Mapping[Purpose, timedelta] = {
    Purpose.SETUP: timedelta(days=1),
    Purpose.MAIL_ADDRESS: timedelta(days=1),
    # Django checks it by its own setting.
    Purpose.ACCOUNT: timedelta(seconds=settings.PASSWORD_RESET_TIMEOUT),
    Purpose.BOARD: timedelta(hours=12),
    Purpose.REFEREE: timedelta(hours=36),
    Purpose.OWN_DATA: timedelta(days=31),
    Purpose.REGISTRATION_FORM: timedelta(hours=12),
    Purpose.REGISTERED: timedelta(days=60),
    Purpose.IN_THE_HALL: timedelta(days=1),
}
#: Lives that can be chosen for a link beside that at a board, ``TOKEN_DAYS`` and none.
LONGER = (timedelta(days=3), timedelta(days=30))
#: The longest that is taken: a hundred years.
MOST_DAYS = 36_525


def end_of(purpose: Purpose, now: datetime) -> datetime:
    """Return until when a link lives that is made now."""
    return now + LIFETIMES[purpose]


def end_of_token(now: datetime) -> datetime | None:
    """Return when a token expires unless it says otherwise; ``None``: never, where the settings say so."""
    days = min(settings.TOKEN_DAYS, MOST_DAYS)
    return now + timedelta(days=days) if days > 0 else None


def signed(purpose: Purpose, subject: Any) -> str:
    """Return a text that says the subject, plain data, and that this site has said so now, for that purpose."""
    return signing.dumps(subject, salt=purpose.value, compress=True)


def opened(purpose: Purpose, text: str) -> Any:
    """Return the subject of a text that lives. Raises ``BadSignature`` for any other."""
    return signing.loads(text, salt=purpose.value, max_age=LIFETIMES[purpose])
