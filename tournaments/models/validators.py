"""Days and numbers that people enter: of years in which something can be played, and of games that can be."""

from datetime import date

from django.core.exceptions import ValidationError
from django.db.models import Model
from django.utils.translation import gettext_lazy as _

#: Years in which something can be played.
YEARS = range(1900, 3000)
#: No game of an event has a longer number.
_MOST_DIGITS = 6


def day_of_ours(day: date) -> None:
    """A validator: refuse a day that is a typing error, or outside the range of dates."""
    if day.year not in YEARS:
        raise ValidationError(
            _("A day of the years %(first)s to %(last)s is needed."),
            code="invalid",
            params={"first": YEARS[0], "last": YEARS[-1]},
        )


def check_days(row: Model, *fields: str) -> None:
    """For the ``clean`` of a model: raises ``ValidationError`` that names the fields whose days are none of ours."""
    wrong = {}
    for field in fields:
        day = getattr(row, field)
        try:
            if isinstance(day, date):
                day_of_ours(day)
        except ValidationError as error:
            wrong[field] = error
    if wrong:
        raise ValidationError(wrong)


def game_number(text: str) -> int | None:
    """Parse the number of a game of an event; ``None`` where it is none."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS else None
