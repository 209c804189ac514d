"""A list on paper: places, points and reasons, and what each event that counts gave."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from typing import Any

from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, Spacer

from games.templatetags.board import said
from tournaments.exports.pdf.document import (
    FACTS,
    FIGURE,
    HEADING,
    LANDSCAPE,
    MARGIN,
    NOTE,
    PORTRAIT,
    SMALL,
    TITLE,
    Imprint,
    printed,
    said_on,
)
from tournaments.exports.pdf.table_block import figure_width, listing
from tournaments.models.points_field import exact
from tournaments.ranking_rules.formatting import written

_PLACE, _EVENT = 12 * mm, 12 * mm
#: With less room than this for names and reasons the page is turned, or the events are left out.
_ROOM = 65 * mm


@dataclass(frozen=True, slots=True)
class ListOnPaper:
    """A list as it is stored, and where it stands."""

    told: Mapping[str, Any]
    link: str

    @property
    def day(self) -> date | None:
        """The day that it tells of: the one that was asked for, else that of the last event that counts."""
        told = self.told["on"] or self.told["last_end"]
        return date.fromisoformat(told) if told else None

    @property
    def as_of(self) -> str:
        """As of when."""
        if self.day is None:
            return _("Nothing has counted yet.")
        told = {"day": date_format(self.day, _("j F Y"))}
        if self.told["on"]:
            return _("As it stood at the end of %(day)s") % told
        return _("After the event that ended on %(day)s") % told

    @property
    def imprint(self) -> Imprint:
        """What stands in the foot."""
        day = self.day or date.fromisoformat(self.told["rules_since"])
        return Imprint(said(self.told["name"]), self.as_of, datetime.combine(day, time(), UTC), self.link)


def ranking_print(ranking: ListOnPaper) -> bytes:
    """The list as PDF."""
    told = ranking.told
    page, events = _page(len(told["counted"]))
    figures = [_("Points"), "TP", "WP", "CP"]
    widths = [*map(figure_width, figures), *[_EVENT] * events]
    head = [_("Place"), _("Player"), *figures, *map(str, range(1, events + 1))]
    room = page[0] - 2 * MARGIN - _PLACE - sum(widths)
    rows = [_row(told, row, events) for row in told["rows"]]
    story: list[Flowable] = [said_on(said(told["name"]), TITLE), said_on(ranking.as_of, FACTS)]
    if told["remark"]:
        story.append(said_on(capfirst(said(told["remark"])), NOTE))
    story.append(listing(head, rows, [_PLACE, room, *widths], figures=range(2, len(head))))
    if told["counted"]:
        story += [
            Spacer(0, 7 * mm),
            said_on(_("What counts"), HEADING),
            Spacer(0, 1 * mm),
            _counted(told, page),
        ]
    return printed(story, ranking.imprint, page=page)


def _page(events: int) -> tuple[tuple[float, float], int]:
    """The page on which there is room for columns of all events, and for how many there is."""
    figures = sum(map(figure_width, (_("Points"), "TP", "WP", "CP")))
    for page in (PORTRAIT, LANDSCAPE):
        if page[0] - 2 * MARGIN - _PLACE - figures - events * _EVENT >= _ROOM:
            return page, events
    return PORTRAIT, 0


def _figure(told: int | str | None) -> Flowable:
    return said_on("" if told is None else written(exact(told)), FIGURE)


def _row(told: Mapping[str, Any], row: Mapping[str, Any], events: int) -> list[Any]:
    gave = {gain["unit"]: gain["points"] for gain in row["gains"]}
    return [
        said_on(f"{row['place']}."),
        [said_on(row["name"]), said_on(said(row["reason"]), SMALL)],
        *(_figure(row[each]) for each in ("points", "tp", "wp", "cp")),
        *(_figure(gave.get(unit["unit"])) for unit in told["counted"][:events]),
    ]


def _counted(told: Mapping[str, Any], page: tuple[float, float]) -> Flowable:
    """The events by the numbers of their columns."""
    widths = [10 * mm, 32 * mm, 0, 16 * mm, 50 * mm]
    widths[2] = page[0] - 2 * MARGIN - sum(widths)
    rows = [
        [
            said_on(str(number)),
            said_on(date_format(date.fromisoformat(unit["ended_on"]), _("j F Y"))),
            said_on(said(unit["name"])),
            said_on(str(unit["level"])),
            said_on(", ".join(winner["name"] for winner in unit["winners"])),
        ]
        for number, unit in enumerate(told["counted"], start=1)
    ]
    return listing([_("No."), _("Ended"), _("Event"), _("Level"), _("Won by")], rows, widths)
