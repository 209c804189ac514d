"""Places and people, as pages show them."""

from collections.abc import Mapping

from django import template
from django.template import Context

from games.access import may_enter, scopes, translate_text
from rules import Text

register = template.Library()


@register.simple_tag(takes_context=True)
def may_organise(context: Context) -> bool:
    """Whether the organiser's desk is open to the viewer; false where a page is drawn without a request."""
    request = context.get("request")
    return request is not None and hasattr(request, "user") and may_enter(request)


@register.filter
def place_in_words(place: str) -> str:
    """A place by the name it has now, in the page's language; a query or two."""
    return translate_text(scopes.name_places([place])[place])


@register.filter
def place_name(place: str, names: Mapping[str, Text]) -> str:
    """What a place is called, of those whose names the page was handed."""
    return translate_text(names[place])


@register.filter
def actor_name(actor: str, names: Mapping[str, str]) -> str:
    """The name of somebody whom a log keeps by number; the number where the name is not known any more."""
    return names.get(actor, actor)
