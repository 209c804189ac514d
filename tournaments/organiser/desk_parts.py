"""The parts of an event's desk, each a page at an address of its own, and the frame that leads from one to another.

A page is in the frame by its template: it extends ``organise/event.html`` and is given ``event``, ``part`` – the key of
the part that it belongs to – and, where it is more than that part, ``heading``.
"""

from collections.abc import Callable, Sequence
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
    elsewhere: Callable[[Event], str] | None = None
    #: Whether only halls have it, or only other events; None: every event.
    of_halls: bool | None = None

    @property
    def is_first(self) -> bool:
        """Whether its address is that of the desk."""
        return self.key == "overview"

    @property
    def address_name(self) -> str:
        return "desk" if self.is_first else f"desk-{self.key}"

    @property
    def template(self) -> str:
        return f"organise/parts/{self.key}.html"

    def address(self, event: Event) -> str:
        return self.elsewhere(event) if self.elsewhere else reverse_desk(self.address_name, event)

    def is_of(self, event: Event) -> bool:
        return self.of_halls in (None, event.format.seats_a_hall)


def reverse_desk(name: str, event: Event, *of: Any) -> str:
    return reverse(f"tournaments:{name}", args=[event.slug, *of])


def _access(event: Event) -> str:
    return reverse_desk("event-access", event)


def _round(event: Event) -> str:
    return reverse_desk("desk-round", event)


def _slips(event: Event) -> str:
    return reverse_desk("desk-slips", event)


def _prizes(event: Event) -> str:
    return reverse_desk("desk-prizes", event)


def _check_in(event: Event) -> str:
    return reverse_desk("desk-check-in", event)


def _seating(event: Event) -> str:
    return reverse_desk("desk-seating", event)


def _activity(event: Event) -> str:
    return reverse("tournaments:audit", args=[event.slug])


PARTS: Sequence[DeskPart] = (
    DeskPart("overview", _("Overview")),
    DeskPart("check-in", _("Check-in"), elsewhere=_check_in, of_halls=True),
    DeskPart("seating", _("Draws"), Action.ORGANISE, _seating, of_halls=True),
    DeskPart("players", _("Players"), of_halls=False),
    DeskPart("games", _("Schedule and results")),
    DeskPart("draws", _("Draws"), of_halls=False),
    DeskPart("round", _("Round"), elsewhere=_round, of_halls=True),
    DeskPart("slips", _("Slips"), elsewhere=_slips, of_halls=True),
    DeskPart("prizes", _("Finals and prizes"), elsewhere=_prizes, of_halls=True),
    DeskPart("files", _("Prints and exports")),
    DeskPart("screens", _("Screens")),
    DeskPart("access", _("Access"), Action.GRANT, _access),
    DeskPart("activity", _("Activity log"), Action.AUDIT, _activity),
    DeskPart("settings", _("Settings"), Action.ORGANISE),
)
#: Those that have a page of their own here.
OWN_PARTS = tuple(part for part in PARTS if part.elsewhere is None)
_BY_KEY = {part.key: part for part in PARTS}


def part_of(key: str) -> DeskPart:
    return _BY_KEY[key]


def parts_for(request: HttpRequest, event: Event) -> list[tuple[DeskPart, str]]:
    shown = (part for part in PARTS if part.is_of(event) and may_do(request, part.permission, event))
    return [(part, part.address(event)) for part in shown]
