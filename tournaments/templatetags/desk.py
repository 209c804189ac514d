"""What pages of organisers ask: who may make what, the frame of a desk."""

from collections.abc import Iterable

from django import template
from django.forms.boundfield import BoundField
from django.template import Context
from django.utils.translation import gettext

from games.access import may_everywhere, may_somewhere
from games.enums import Action
from games.models import Player
from tournaments.kit.desk import (
    DeskPart,
    may_make_events as may_make,
    may_rename,
    part_of,
    parts_for,
)
from tournaments.models import Event, HallRehearsal
from tournaments.organiser.dashboard import DashboardPresenter, OfferedAction
from tournaments.organiser.next_step import next_step

register = template.Library()


@register.simple_tag(takes_context=True)
def may_make_events(context: Context) -> bool:
    """Whether the viewer may make events, in a whole season at least."""
    return may_make(context["request"])


@register.simple_tag(takes_context=True)
def may_make_seasons(context: Context) -> bool:
    return may_everywhere(context["request"], Action.ORGANISE)


@register.simple_tag(takes_context=True)
def may_edit_player(context: Context, player: Player) -> bool:
    """Whether the viewer may correct the name. No query for strangers."""
    request = context["request"]
    if not (request.user.is_authenticated and may_somewhere(request, Action.ORGANISE)):
        return False
    return may_rename(request, player)


@register.filter
def outside_desk(path: str) -> str:
    """The address of a page below one of the site's headings; empty for the organiser's own pages."""
    return "" if path.startswith("/organise/") else path


@register.filter
def state_in_words(event: Event) -> str:
    """The state of an event; of a hall whether play has begun, as its check-in says who can still come."""
    if event.hold:
        return event.get_hold_display()
    if not event.format.seats_a_hall or event.status == Event.Status.FINISHED:
        return event.get_status_display()
    return gettext("not begun") if event.status == Event.Status.OPEN else str(Event.Status.RUNNING.label)


@register.simple_tag(takes_context=True)
def desk_parts(context: Context, event: Event) -> list[tuple[DeskPart, str]]:
    """The parts of an event's desk that the viewer may open, each with its address. No query."""
    return parts_for(context["request"], event)


@register.inclusion_tag("organise/next_way.html", takes_context=True)
def next_way(context: Context, event: Event, part: str) -> dict[str, OfferedAction | bool | None]:
    """The way of the event's next step that leads on from a part of the desk; coloured where it is the one to take."""
    step = next_step(DashboardPresenter(event, context["request"]))
    here = part_of(part).address(event)
    way = next((each for each in step.ways if each.url != here), None)
    return {"way": way, "is_due": way is step.button}


@register.simple_tag
def rehearsal_in(event: Event) -> HallRehearsal | None:
    """The rehearsal that is played in an event. One query for a hall, none for others."""
    if not event.format.seats_a_hall:
        return None
    return HallRehearsal.objects.select_related("event", "of").filter(event=event).first()


@register.filter
def any_wrong(fields: Iterable[BoundField]) -> bool:
    return any(field.errors for field in fields)


@register.simple_tag
def desk_part_name(key: str) -> str:
    return str(part_of(key).label)
