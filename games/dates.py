"""Days and moments as pages show them: ``Sat 22 Nov, 15:50``, with the year where it is another than this one."""

from datetime import date, datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext


def write_moment(moment: date) -> str:
    """Write a day, or a moment in the zone of the site, in the reader's language."""
    here = timezone.localtime(moment) if isinstance(moment, datetime) else moment
    is_this_year = here.year == timezone.localdate().year
    day = date_format(here, gettext("D j M") if is_this_year else gettext("D j M Y"))
    return f"{day}, {date_format(here, 'H:i')}" if isinstance(here, datetime) else day
