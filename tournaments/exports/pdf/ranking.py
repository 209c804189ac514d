"""A list on paper: places, points and reasons, and what each event that counts gave."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from typing import Any

from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, Spacer

from games.templatetags.board import localized
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
    render_pdf,
    text_paragraph,
)
from tournaments.exports.pdf.table_block import figure_width, listing
from tournaments.models import exact
from tournaments.ranking_rules.formatting import format_points

_PLACE, _EVENT = 12 * mm, 12 * mm
#: With less room than this for names and reasons the page is turned, or the events are left out.
_ROOM = 65 * mm


@dataclass(frozen=True, slots=True)
class RankingPrintContext:
    """A list as it is stored, and its address."""

    ranking: Mapping[str, Any]
    link: str

    @property
    def day(self) -> date | None:
        """The day of the list: the requested one, else that of the last event that counts."""
        text = self.ranking["on"] or self.ranking["last_end"]
        return date.fromisoformat(text) if text else None

    @property
    def as_of(self) -> str:
        if self.day is None:
            return _("No results yet.")
        data = {"day": date_format(self.day, _("j F Y"))}
        if self.ranking["on"]:
            return _("At the end of %(day)s") % data
        return _("After the event of %(day)s") % data

    @property
    def imprint(self) -> Imprint:
        day = self.day or date.fromisoformat(self.ranking["rules_since"])
        dated = datetime.combine(day, time(), UTC)
        return Imprint(localized(self.ranking["name"]), dated, self.as_of, self.link)


def ranking_print(ranking: RankingPrintContext) -> bytes:
    projection = ranking.ranking
    page, events = _page(len(projection["counted"]))
    figures = [_("Points"), "TP", "WP", "CP"]
    widths = [*map(figure_width, figures), *[_EVENT] * events]
    head = [_("Place"), _("Player"), *figures, *map(str, range(1, events + 1))]
    room = page[0] - 2 * MARGIN - _PLACE - sum(widths)
    rows = [_row(projection, row, events) for row in projection["rows"]]
    story: list[Flowable] = [
        text_paragraph(localized(projection["name"]), TITLE),
        text_paragraph(ranking.as_of, FACTS),
    ]
    if projection["remark"]:
        story.append(text_paragraph(capfirst(localized(projection["remark"])), NOTE))
    story.append(listing(head, rows, [_PLACE, room, *widths], figures=range(2, len(head))))
    if projection["counted"]:
        story += [
            Spacer(0, 7 * mm),
            text_paragraph(_("What counts"), HEADING),
            Spacer(0, 1 * mm),
            _counted(projection, page),
        ]
    return render_pdf(story, ranking.imprint, page=page)


def _page(events: int) -> tuple[tuple[float, float], int]:
    """The page on which there is room for columns of all events, and for how many there is."""
    figures = sum(map(figure_width, (_("Points"), "TP", "WP", "CP")))
    for page in (PORTRAIT, LANDSCAPE):
        if page[0] - 2 * MARGIN - _PLACE - figures - events * _EVENT >= _ROOM:
            return page, events
    return PORTRAIT, 0


def _figure(points: int | str | None) -> Flowable:
    return text_paragraph("" if points is None else format_points(exact(points)), FIGURE)


def _row(data: Mapping[str, Any], row: Mapping[str, Any], events: int) -> list[Any]:
    gave = {gain["unit"]: gain["points"] for gain in row["gains"]}
    return [
        text_paragraph(f"{row['place']}."),
        [text_paragraph(row["name"]), text_paragraph(localized(row["reason"]), SMALL)],
        *(_figure(row[each]) for each in ("points", "tp", "wp", "cp")),
        *(_figure(gave.get(unit["unit"])) for unit in data["counted"][:events]),
    ]


def _counted(data: Mapping[str, Any], page: tuple[float, float]) -> Flowable:
    """The events by the numbers of their columns."""
    widths = [10 * mm, 32 * mm, 0, 16 * mm, 50 * mm]
    widths[2] = page[0] - 2 * MARGIN - sum(widths)
    rows = [
        [
            text_paragraph(str(number)),
            text_paragraph(date_format(date.fromisoformat(unit["ended_on"]), _("j F Y"))),
            text_paragraph(localized(unit["name"])),
            text_paragraph(str(unit["level"])),
            text_paragraph(", ".join(winner["name"] for winner in unit["winners"])),
        ]
        for number, unit in enumerate(data["counted"], start=1)
    ]
    return listing([_("No."), _("Ended"), _("Event"), _("Level"), _("Won by")], rows, widths)
