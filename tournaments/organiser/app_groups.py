"""The lists of the admin under the organiser's words instead of the names of program parts."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

#: Heading → the models below it, in this order.
GROUPS: Mapping[Any, Sequence[str]] = {
    _("Seasons and events"): ("Season", "Event", "Hall", "Webhook"),
    _("Players"): ("Player",),
    _("Access"): ("User", "Group", "Permit", "AccessToken", "SecurityEvent"),
    _("Games and their log"): ("Game", "GameEvent"),
}
_ELSEWHERE = _("More")


@dataclass(frozen=True, slots=True)
class ListGroup:
    """Lists under one heading, each as Django's admin describes it."""

    name: Any
    lists: Sequence[Mapping[str, Any]]


def grouped(apps: Iterable[Mapping[str, Any]]) -> list[ListGroup]:
    """The lists that the viewer may see; those without a heading come last."""
    lists = {model["object_name"]: model for app in apps for model in app["models"]}
    groups = [
        ListGroup(name, [lists.pop(each) for each in models if each in lists])
        for name, models in GROUPS.items()
    ]
    return [group for group in (*groups, ListGroup(_ELSEWHERE, list(lists.values()))) if group.lists]
