"""The forms of the administration, filled in."""

from typing import Any

from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags

from games.models import Player
from tests.tournaments.conftest import new_event
from tournaments.models import Event, Season

ADD = "/admin/tournaments/event/add/"


def desk(event: Event) -> str:
    return reverse("tournaments:desk", args=[event.slug])


def part(name: str, event: Event) -> str:
    return reverse(f"tournaments:desk-{name}", args=[event.slug])


def whole_desk(client: Client, event: Event, **headers: str) -> str:
    """All pages of the desk on which something is done, one after the other."""
    pages = [desk(event), *(part(name, event) for name in ("players", "games", "draws", "settings"))]
    return "".join(client.get(page, headers=headers).content.decode() for page in pages)


def particulars(event: Event) -> str:
    return reverse("admin:tournaments_event_change", args=[event.pk])


def step(name: str, event: Event, *of: Any) -> str:
    return reverse(f"tournaments:desk-{name}", args=[event.slug, *of])


def entries(players: list[Player], *, kept: tuple[Any, ...] = ()) -> dict[str, Any]:
    """What the browser sends for the rows of the entries."""
    rows: dict[str, Any] = {"entries-TOTAL_FORMS": 3, "entries-INITIAL_FORMS": len(kept)}
    for number, player in enumerate(players):
        rows |= {f"entries-{number}-player": str(player.pk), f"entries-{number}-seed": ""}
    for number, entry in enumerate(kept):
        rows[f"entries-{number}-id"] = entry.pk
    return rows


def event_form(season: Season, **changed: Any) -> dict[str, Any]:
    return {
        "season": season.pk,
        "name": "Autumn Cup",
        "slug": "autumn-cup",
        "format_key": "championship",
        "rules_name": "xmadn-3t",
        "level": 1,
        "starts_on": "2026-11-21",
        "championship.wins": "2",
        "championship.absent_starter": "throw",
        "gp-series.table": "10, 6, 4, 3, 2, 1",
        "gp-series.absent_starter": "throw",
        "ranked": "on",
        "is_public": "on",
        **changed,
    }


def opened(season: Season, **fields: Any) -> Event:
    """An event to which the form belongs, nobody being entered."""
    wanted = {"slug": "autumn-cup", "name": "Autumn Cup", "settings": {}, **fields}
    return new_event(season, **wanted)


def messages(answer: Any) -> list[str]:
    return [strip_tags(str(message)) for message in answer.context["messages"]]
