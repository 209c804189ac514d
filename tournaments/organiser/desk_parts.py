"""The parts of an event's desk, each a page at an address of its own, and the frame that leads from one to another.

A page is in the frame by its template: it extends ``organise/event.html`` and is given ``event``, ``part`` – the key of
the part that it belongs to – and, where it is more than that part, ``heading``.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.enums import Action
from tournaments.models import Event
from tournaments.organiser.permissions import may_do


@dataclass(frozen=True, slots=True)
class DeskPart:
    """A part of the desk: its name, who sees it, and its address if that is not below the event's desk."""

    key: str
    label: Any
    permission: Action = Action.RULE
    #: Whether only halls have it, or only other events; None: every event.
    of_halls: bool | None = None
    #: The name of its address.
    page: str = ""
    #: Whether it is a page of ``desk``; it is elsewhere otherwise.
    is_own: bool = True

    @property
    def is_first(self) -> bool:
        """Whether its address is that of the desk."""
        return self.key == "overview"

    @property
    def address_name(self) -> str:
        return self.page or f"desk-{self.key}"

    @property
    def template(self) -> str:
        return f"organise/parts/{self.key}.html"

    def address(self, event: Event) -> str:
        return reverse_desk(self.address_name, event)

    def is_of(self, event: Event) -> bool:
        return self.of_halls in (None, event.format.seats_a_hall)


def reverse_desk(name: str, event: Event, *of: Any) -> str:
    return reverse(f"tournaments:{name}", args=[event.slug, *of])


PARTS: Sequence[DeskPart] = (
    DeskPart("overview", _("Overview"), page="desk"),
    DeskPart("check-in", _("Check-in"), of_halls=True, is_own=False),
    DeskPart("seating", _("Draws"), Action.ORGANISE, of_halls=True, is_own=False),
    DeskPart("players", _("Players"), of_halls=False),
    DeskPart("games", _("Schedule and results")),
    DeskPart("draws", _("Draws"), of_halls=False),
    DeskPart("round", _("Round"), of_halls=True, is_own=False),
    DeskPart("slips", _("Slips"), of_halls=True, is_own=False),
    DeskPart("prizes", _("Finals and prizes"), of_halls=True, is_own=False),
    DeskPart("files", _("Prints and exports")),
    DeskPart("screens", _("Screens")),
    DeskPart("access", _("Access"), Action.GRANT, page="event-access", is_own=False),
    DeskPart("activity", _("Activity log"), Action.AUDIT, page="audit", is_own=False),
    DeskPart("settings", _("Settings"), Action.ORGANISE),
)
#: Those that have a page of their own here.
OWN_PARTS = tuple(part for part in PARTS if part.is_own)
_BY_KEY = {part.key: part for part in PARTS}


def part_of(key: str) -> DeskPart:
    return _BY_KEY[key]


def parts_for(request: HttpRequest, event: Event) -> list[tuple[DeskPart, str]]:
    shown = (part for part in PARTS if part.is_of(event) and may_do(request, part.permission, event))
    return [(part, part.address(event)) for part in shown]
