"""The forms of the administration, filled in."""

from typing import Any

from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags

from tournaments.models import Event


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


def messages(answer: Any) -> list[str]:
    return [strip_tags(str(message)) for message in answer.context["messages"]]
