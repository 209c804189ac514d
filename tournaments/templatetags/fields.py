"""Fields of forms on the organiser's pages."""

from collections.abc import Iterable

from django import template
from django.forms.boundfield import BoundField

register = template.Library()


@register.filter
def any_wrong(fields: Iterable[BoundField]) -> bool:
    return any(field.errors for field in fields)
