"""Template words of the page of who did what."""

from __future__ import annotations

import json
from typing import Any

from django import template

register = template.Library()
_LONGEST = 160


@register.filter
def in_short(value: Any) -> str:
    """A detail as one line that is not too long; the whole of it is in the files to take along."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
