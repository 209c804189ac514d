"""Tables on paper: that of an event and what decided each place, rankings and what each event that counts gave."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from itertools import chain
from typing import Any

from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, Spacer

from games.templatetags.board import localized
from tournaments.exports.pdf.context import EventPrintContext
from tournaments.exports.pdf.document import (
    FACTS,
    HEADING,
    LANDSCAPE,
    MARGIN,
    NOTE,
    PORTRAIT,
    SMALL,
    TITLE,
    Imprint,
    figure_width,
    listing,
    render_pdf,
    text_paragraph,
)
from tournaments.models import exact
from tournaments.ranking_rules.formatting import format_points

#: With less room than this for names and reasons the page is turned.
_ROOM = 95 * mm
_PLACE = 12 * mm


def table(event: EventPrintContext) -> bytes:
    headings = [localized(column["name"]) for column in event.presenter.projection["columns"]]
    figures = [figure_width(heading) for heading in headings]
    page = PORTRAIT if PORTRAIT[0] - 2 * MARGIN - _PLACE - sum(figures) >= _ROOM else LANDSCAPE
    room = page[0] - 2 * MARGIN - _PLACE - sum(figures)
    rows = [_row(row) for row in event.presenter.projection["rows"]]
    story = [
        *event.heading(_("Table")),
        listing(
            [_("Place"), _("Player"), *headings, _("Why")],
            rows,
            [_PLACE, room * 0.4, *figures, room * 0.6],
            figures=range(2, 2 + len(figures)),
        ),
        # Tables of earlier programs do not tell it.
        *(
            text_paragraph(capfirst(localized(each["told"])))
            for each in event.presenter.projection.get("unfinished", ())
        ),
        *_decided(event),
    ]
    return render_pdf(story, event.imprint(_("Table")), page=page)


def _decided(event: EventPrintContext) -> list[Flowable]:
    """What is certain while the event goes on, and what must happen for more; nothing while all is open."""
    shown = event.presenter
    found = [] if shown.projection["finished"] else [each for each in map(_prospects, shown.decided) if each]
    heading = text_paragraph(_("What can still happen"), HEADING)
    return [Spacer(0, 6 * mm), heading, *chain(*found)] if found else []


def _prospects(decided: dict[str, Any]) -> list[Flowable]:
    narrow = [each["told"] for each in decided["prospects"] if each["is_narrow"]]
    sentences = [text_paragraph(capfirst(localized(each))) for each in (*narrow, *decided["must_happen"])]
    return [text_paragraph(capfirst(localized(decided["subject"])), SMALL), *sentences] if sentences else []


def _row(row: dict[str, Any]) -> list[Any]:
    figures = ["–" if figure is None else format_points(exact(figure)) for figure in row["figures"]]
    return [f"{row['place']}.", row["name"], *figures, localized(row["reason"])]


_EVENT = 12 * mm
#: With less room than this for names and reasons the page is turned, or the events are left out.
_RANKING_ROOM = 65 * mm


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
    rows = [_ranking_row(projection, row, events) for row in projection["rows"]]
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
        if page[0] - 2 * MARGIN - _PLACE - figures - events * _EVENT >= _RANKING_ROOM:
            return page, events
    return PORTRAIT, 0


def _figure(points: int | str | None) -> str:
    return "" if points is None else format_points(exact(points))


def _ranking_row(data: Mapping[str, Any], row: Mapping[str, Any], events: int) -> list[Any]:
    gave = {gain["unit"]: gain["points"] for gain in row["gains"]}
    return [
        f"{row['place']}.",
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
            str(number),
            date_format(date.fromisoformat(unit["ended_on"]), _("j F Y")),
            localized(unit["name"]),
            str(unit["level"]),
            ", ".join(winner["name"] for winner in unit["winners"]),
        ]
        for number, unit in enumerate(data["counted"], start=1)
    ]
    return listing([_("No."), _("Ended"), _("Event"), _("Level"), _("Won by")], rows, widths)
