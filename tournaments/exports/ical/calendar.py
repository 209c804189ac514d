"""A calendar and its entries, written as iCalendar (RFC 5545, RFC 7986).

It is a feed to subscribe to and not an invitation, and so it has no METHOD. Everything in it
follows from what is stored: the same state gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

import icalendar

CONTENT_TYPE = "text/calendar; charset=utf-8"
_PRODUCT = "-//Rauswurf//Rauswurf 1//EN"
#: How often a calendar program may well ask again.
_REFRESHED = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class CalendarItem:
    """Something that takes place: on a day (``date``) or from a moment on (``datetime``).

    ``uid`` is always the same for the same thing. ``version`` and ``made_at`` are those of the table that has
    of it: they grow with every change, so a program knows the newer of two.
    """

    uid: str
    version: int
    made_at: datetime
    begins: date | datetime
    summary: str
    description: str
    url: str
    ends: datetime | None = None
    location: str = ""
    is_cancelled: bool = False

    def as_component(self) -> icalendar.Event:
        """The entry as a VEVENT. Moments are in UTC, so no time zone has to be described; days are without zone."""
        made_at = self.made_at.astimezone(UTC).replace(microsecond=0)
        return icalendar.Event.new(
            uid=self.uid,
            stamp=made_at,
            last_modified=made_at,
            sequence=self.version,
            summary=self.summary,
            description=self.description or None,
            url=self.url,
            location=self.location or None,
            status=icalendar.STATUS.CANCELLED if self.is_cancelled else icalendar.STATUS.CONFIRMED,
            # Subscribers watch; their own day is not blocked by it.
            transparency=icalendar.TRANSP.TRANSPARENT,
            start=_in_utc(self.begins),
            end=self._end,
        )

    @property
    def _end(self) -> date | None:
        """The first moment after it (RFC 5545 §3.6.1); None while unknown."""
        if not isinstance(self.begins, datetime):
            return self.begins + timedelta(days=1)
        begins = _in_utc(self.begins)
        ends = _in_utc(self.ends) if self.ends else begins
        return ends if ends > begins else None


@dataclass(frozen=True, slots=True)
class Calendar:
    """Entries under a name; ``uid`` is always the same for the same calendar."""

    uid: str
    name: str
    url: str
    language: str
    entries: Sequence[CalendarItem]

    def as_ical(self) -> bytes:
        """The calendar as UTF-8, lines folded."""
        calendar = icalendar.Calendar.new(
            prodid=_PRODUCT,
            name=self.name,
            url=self.url,
            language=self.language,
            uid=self.uid,
            subcomponents=[entry.as_component() for entry in self.entries],
        )
        # RFC 7986 §5.7 requires the type.
        calendar.add("REFRESH-INTERVAL", _REFRESHED, parameters={"VALUE": "DURATION"})
        return calendar.to_ical()


def _in_utc(moment: date) -> date:
    return moment.astimezone(UTC).replace(microsecond=0) if isinstance(moment, datetime) else moment
