"""What is urgent, for the page of the site's owner in a room that knows nothing of settings and machines."""

from django import template
from django.utils import timezone

from config.watch import findings
from games.access import translate_text

register = template.Library()


@register.simple_tag
def troubles() -> list[str]:
    """Return the sentences."""
    return [translate_text(found.message) for found in findings.troubles(now=timezone.now())]
