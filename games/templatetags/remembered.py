"""The template word for a part of a page that is remembered by what it was made of."""

from django import template
from django.utils.safestring import SafeString

from games.remembered import Fingerprinted, remembered_part

register = template.Library()


@register.simple_tag
def remembered(name: str, **shown: Fingerprinted) -> SafeString:
    """Include a template that is handed ``shown`` alone; made again where one of them has changed."""
    return remembered_part(name, **shown)
