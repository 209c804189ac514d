"""The start page of the admin: what needs somebody, and the lists under the organiser's words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django import template
from django.template import Context
from django.utils import timezone

from games.access.admin import may_everywhere
from games.enums import Action
from tournaments.organiser import permissions
from tournaments.organiser.app_groups import ListGroup, grouped
from tournaments.organiser.todo import TodoList

register = template.Library()


@register.simple_tag(takes_context=True)
def attention(context: Context) -> TodoList:
    """What needs whoever looks."""
    return TodoList(context["request"], timezone.now(), timezone.localdate())


@register.simple_tag(takes_context=True)
def may_make_events(context: Context) -> bool:
    """Whether whoever looks may make events, in a whole season at least."""
    return permissions.may_make_events(context["request"])


@register.simple_tag(takes_context=True)
def may_make_seasons(context: Context) -> bool:
    """Whether whoever looks may make seasons."""
    return may_everywhere(context["request"], Action.ORGANISE)


@register.filter
def in_words(apps: Iterable[Mapping[str, Any]]) -> list[ListGroup]:
    """The lists of the admin in groups."""
    return grouped(apps)
