"""Parts of pages, remembered by everything that they were made of: never by time, so that none can be stale.

What a part shows has a fingerprint, read again: where one value is another, so is the fingerprint, and the
part is made again. Each process remembers for itself, and forgets what was not requested for longest (``CACHES``).
"""

import hashlib
from typing import Protocol

from django.core.cache import caches
from django.db.models import Model
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language


class Fingerprinted(Protocol):
    """What can be shown by a part that is remembered."""

    @property
    def fingerprint(self) -> str:
        """Another text where anything is another that is shown, but the language."""


def columns_of(row: Model) -> tuple[object, ...]:
    """Return the values of all columns of a row, in their order. No query."""
    return tuple(getattr(row, column.attname) for column in row._meta.concrete_fields)


def fingerprint_of(*made_of: object) -> str:
    """Return a text that is another one where any of the values is; their ``repr`` distinguishes them."""
    return hashlib.blake2b(repr(made_of).encode(), digest_size=20).hexdigest()


def remembered_part(name: str, **shown: Fingerprinted) -> SafeString:
    """Return what the template of that name makes of ``shown`` and nothing else: no request, no account, no moment."""
    made_of = ".".join(each.fingerprint for each in shown.values())
    key = f"{name}:{get_language()}:{made_of}"
    text: str | None = caches["parts"].get(key)
    if text is None:
        text = str(render_to_string(name, shown))
        caches["parts"].set(key, text)
    return mark_safe(text)
