"""The table of an event and its schedule on paper.

What decided each place; every game by number, who plays, when, who starts, what came of it – games that are not drawn
yet share a line.
"""

from collections.abc import Sequence
from itertools import chain
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, Spacer

from games.enums import Decision
from games.models.game import DECISION_LABELS
from games.templatetags.board import localized
from rules import COLOUR_NAMES
from tournaments.kit.paper import (
    BOLD,
    HEADING,
    LANDSCAPE,
    MARGIN,
    PADDING,
    PORTRAIT,
    SMALL,
    TEXT,
    Badged,
    EventPrintContext,
    figure_width,
    listing,
    render_pdf,
    text_paragraph,
    width_of,
)
from tournaments.models import exact
from tournaments.ranking_rules.formatting import format_points
from tournaments.standings.presenters import SeatCard
from tournaments.standings.schedule import GameStage, ScheduledGame, folded, schedule

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
        *(
            text_paragraph(capfirst(localized(each["sentence"])))
            for each in event.presenter.projection["unfinished"]
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
    narrow = [each["sentence"] for each in decided["prospects"] if each["is_narrow"]]
    sentences = [text_paragraph(capfirst(localized(each))) for each in (*narrow, *decided["must_happen"])]
    return [text_paragraph(capfirst(localized(decided["subject"])), SMALL), *sentences] if sentences else []


def _row(row: dict[str, Any]) -> list[Any]:
    figures = ["–" if figure is None else format_points(exact(figure)) for figure in row["figures"]]
    return [f"{row['place']}.", row["name"], *figures, localized(row["reason"])]


#: The number of games printed.
MOST_GAMES = 400
#: How wide the names of games are at least and at most; what is left is shared like this.
_NAMES = (26 * mm, 56 * mm)
_SCHEDULE_ROOM, _SHARES = 180 * mm, (66, 50, 38)
_WON = ParagraphStyle("won", TEXT, fontName=BOLD)


def schedule_print(event: EventPrintContext) -> bytes:
    games = folded(schedule(event.presenter))
    printed = games[:MOST_GAMES]
    story = event.heading(_("Schedule"))
    head = [_("Game"), _("Players"), _("Who starts"), _("Result")]
    story.append(listing(head, [_schedule_row(game) for game in printed], _widths(printed)))
    if len(games) > MOST_GAMES:
        text = _("The first %(shown)s of %(games)s games; the CSV file has all of them.")
        story.append(text_paragraph(text % {"shown": MOST_GAMES, "games": len(games)}, SMALL))
    return render_pdf(story, event.imprint(_("Schedule")))


def _schedule_row(game: ScheduledGame) -> list[Any]:
    if not game.seats:
        state = str(game.stage.label) if game.stage == GameStage.CANCELLED else _("not drawn yet")
        return [_name(game), "", "", text_paragraph(state, SMALL)]
    starter = [Badged([game.starter], localized(COLOUR_NAMES[game.starter]))] if game.starter else []
    reason = [text_paragraph(localized(game.starter_reason), SMALL)] if game.starter_reason else []
    return [_name(game), [_seat(seat) for seat in game.seats], [*starter, *reason], _result(game)]


def _widths(games: Sequence[ScheduledGame]) -> list[float]:
    """How wide the columns are: a round takes one line."""
    lines = [(line, SMALL) for game in games for line in _about(game)]
    longest = max((width_of(*each) for each in [*lines, *((game.title, TEXT) for game in games)]), default=0)
    names = min(max(longest + PADDING, _NAMES[0]), _NAMES[1])
    return [names, *((_SCHEDULE_ROOM - names) * share / sum(_SHARES) for share in _SHARES)]


def _name(game: ScheduledGame) -> list[Flowable]:
    return [text_paragraph(game.title), *(text_paragraph(line, SMALL) for line in _about(game))]


def _about(game: ScheduledGame) -> list[str]:
    return [line for line in (localized(game.round), game.place, _planned(game)) if line]


def _planned(game: ScheduledGame) -> str:
    if game.planned_at is None or game.started_at:
        return ""
    return date_format(timezone.localtime(game.planned_at), _("j F Y, H:i"))


def _seat(seat: SeatCard) -> Flowable:
    points = "" if seat.points is None else f" – {format_points(exact(seat.points))}"
    return Badged(seat.colours, f"{seat.name}{points}", _WON if seat.won else TEXT)


def _result(game: ScheduledGame) -> list[Flowable]:
    outcome = game.outcome or str(game.stage.label)
    found: list[Flowable] = [text_paragraph(outcome), Spacer(0, 0.5 * mm)]
    if game.decided_by and game.decided_by != Decision.PLAY:
        found.append(text_paragraph(str(DECISION_LABELS[Decision(game.decided_by)]), SMALL))
    if game.started_at:
        found.append(text_paragraph(_times(game), SMALL))
    return found


def _times(game: ScheduledGame) -> str:
    moments = [moment for moment in (game.started_at, game.ended_at) if moment]
    return " – ".join(timezone.localtime(moment).strftime("%H:%M") for moment in moments)
