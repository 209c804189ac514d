"""Template words of the page of who did what."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from games.access import scopes
from games.access.decorators import translate_text
from games.enums import Role

register = template.Library()
_LONGEST = 160
#: What has a word of its own; everything else is called as programs call it (docs/reference/api.md).
_TERMS = {
    "about": _("about"),
    "board": _("board"),
    "name": _("name"),
    "network": _("network"),
    "note": _("note"),
    "place": _("place"),
    "role": _("role"),
}
_IN_WORDS: Mapping[str, Callable[[str], str]] = {
    "place": lambda place: translate_text(scopes.describe_place(place)),
    "role": lambda role: translate_text(Role(role).text),
}


@register.simple_tag
def detail(name: str, value: Any) -> SafeString:
    """A detail as one line that is not too long; the whole of it is in the files to take along."""
    words = _IN_WORDS.get(name, _told)(value)
    return format_html(
        '<span class="term-of">{}</span> {}',
        _TERMS.get(name, name),
        words if len(words) <= _LONGEST else f"{words[:_LONGEST]}…",
    )


def _told(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, Mapping) and value.keys() == {"from", "to"}:
        return f"{_told(value['from']) or '–'} → {_told(value['to']) or '–'}"
    return json.dumps(value, ensure_ascii=False)
