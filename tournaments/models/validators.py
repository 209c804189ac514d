"""Days and numbers that people enter: of years in which something can be played, and whole numbers."""

from datetime import date

from django.core.exceptions import ValidationError
from django.db.models import Model
from django.utils.translation import gettext_lazy as _

#: Years in which something can be played.
YEARS = range(1900, 3000)
#: Nobody enters a longer number: of a game, of a start, of a table.
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


def whole_number(text: str) -> int | None:
    """Parse a number of at most six digits, such as that of a game; ``None`` where it is none."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS else None
