"""Figures as the reader's language writes them."""

from django.utils.formats import number_format
from django.utils.translation import gettext as _, pgettext

from tournaments.players.sparkline import BAND

_MISSING = "–"


def duration(seconds: int) -> str:
    """Hours and minutes: 2:05 h; less than an hour: 45 min."""
    minutes = round(seconds / 60)
    if minutes < 60:
        return _("%(minutes)s min") % {"minutes": minutes}
    return _("%(hours)d:%(minutes)02d h") % {"hours": minutes // 60, "minutes": minutes % 60}


def percent(part: int, whole: int) -> str:
    """A part of a whole in hundredths; a dash where there is no whole."""
    return pgettext("figure", "%d %%") % round(100 * part / whole) if whole else _MISSING


def figure(value: float) -> str:
    """A rating with one decimal place, and never a negative nought."""
    return number_format(round(value, 1) + 0.0, 1).replace("-", "−")


def band(sigma: float) -> str:
    """How far nineteen of twenty players of such an uncertainty lie from their rating at most."""
    return figure(BAND * sigma)
