"""Template words that lead to the help: a ``?`` beside a question, and rules named in a sentence."""

import re
from collections.abc import Mapping

from django import template
from django.urls import reverse
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from games.templatetags.board import localized
from rules import Text

register = template.Library()

#: A paragraph, a decision about events, a decision of the rule book.
_REFERENCE = re.compile(
    r"\[(?P<decided>T\d{1,2})\]|§(?P<paragraph>\d{1,2}(?:\.\d{1,2})?)|\b(?P<book>D\d{1,2})\b"
)
#: What goes before a paragraph of the game where a sentence is about an event, or before a decision of the rule book.
_BOOK = re.compile(r"(?:rulebook|Regelbuch)[^()\[\]]*$")
#: Paragraphs of the rules of events have this letter before their number (docs/use/rules.md).
_OF_EVENTS = "E"


@register.simple_tag
def help(subject: str, anchor: str, about: str) -> SafeString:
    """A ``?`` that leads to a place in the help; ``about`` says to ears what it is the help for."""
    said = gettext("Help: %(about)s") % {"about": about}
    address = f"{reverse('help-page', args=[subject])}#{anchor}"
    return format_html('<a class="help" href="{}" title="{}" aria-label="{}">?</a>', address, said, said)


@register.filter
def rule_links(text: Text | Mapping[str, str] | str | None, subject: str = "game") -> SafeString:
    """A sentence in the page's language, in which ``§6.2`` and ``[T12]`` lead to the rule.

    ``subject``: whether a bare paragraph is one of the rules of the ``game`` or of ``events``.
    """
    words = text if isinstance(text, str) else localized(text)
    written = str(conditional_escape(words))

    def link(found: re.Match[str]) -> str:
        of_book = bool(_BOOK.search(written, 0, found.start()))
        if found["book"] and not of_book:
            return found[0]
        before = _OF_EVENTS if found["paragraph"] and subject == "events" and not of_book else ""
        anchor = found["decided"] or found["book"] or before + found["paragraph"]
        return f'<a class="rule" href="{reverse("help-page", args=["rules"])}#{anchor}">{found[0]}</a>'

    return mark_safe(_REFERENCE.sub(link, written))
