"""The kinds of slides: what a hall can show. What each shows: ``presenters``; how: the template of its name."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True, slots=True)
class SlideKind:
    """What it is called and what it needs.

    ``asks``: the fields of a slide that it knows. ``most``: the items on a page, in letters that are read from the
    other end of the hall. ``of_rounds``: only events with rounds of many tables have it.
    """

    label: Any
    most: int
    asks: tuple[str, ...] = ("event",)
    of_rounds: bool = False


#: By what a slide has as its kind. Boards and clocks hold a stream each, the event and the hall one more, and a browser
#: opens only six connections to a site: one is needed for pictures.
KINDS = {
    "boards": SlideKind(_("boards in play"), 2, asks=("event", "board")),
    "clocks": SlideKind(_("clocks"), 3, asks=("event", "board")),
    "table": SlideKind(_("table"), 8),
    "schedule": SlideKind(_("schedule"), 6),
    "seats": SlideKind(_("seats by name"), 68, of_rounds=True),
    "round": SlideKind(_("clock of the round"), 1, of_rounds=True),
    "finals": SlideKind(_("finals"), 2, of_rounds=True),
    "ranking": SlideKind(_("ranking"), 8, asks=("ranking",)),
    "announcement": SlideKind(_("announcement"), 1, asks=("text_de", "text_en")),
}
#: The table of a hall, of hundreds, takes two columns instead of the ``most`` of a table.
ROWS_OF_HALL = 20
