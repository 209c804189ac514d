"""A sentence in both languages of the project.

Whatever is *decided* here – why a move is illegal, why a colour starts, why A is above B – is said
where it is decided, in German and in English, and travels as one value through errors, stored
tables and APIs. (Words that never change, such as the labels of a page, are translated by the
pages themselves.)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

MOST_SHOWN = 40


@dataclass(frozen=True, slots=True)
class Text:
    """The same sentence in English and in German; prints in English."""

    en: str
    de: str

    def __str__(self) -> str:
        return self.en

    def of(self, language: str) -> str:
        """The sentence in ``language``, a code such as ``"de"`` or ``"de-at"``; English otherwise."""
        return self.de if language.lower().startswith("de") else self.en

    def as_json(self) -> dict[str, str]:
        """Both sentences, for APIs and stored tables."""
        return {"en": self.en, "de": self.de}


def listed(items: Sequence[Text]) -> Text:
    """``A``, ``A and B``, ``A, B and C``."""
    if len(items) == 1:
        return items[0]
    *others, last = items
    return Text(
        f"{', '.join(item.en for item in others)} and {last.en}",
        f"{', '.join(item.de for item in others)} und {last.de}",
    )


def opening(text: Text) -> Text:
    """The same words as the beginning of a sentence."""
    return Text(text.en[:1].upper() + text.en[1:], text.de[:1].upper() + text.de[1:])


def shown(value: Any) -> str:
    """A value that somebody handed in, short enough for an error; whatever it is, this raises nothing."""
    try:
        written = repr(value)
    except Exception:
        # Python refuses to write integers of thousands of digits, and other people's __repr__ may do anything.
        return f"a value of type {type(value).__name__}"
    return written if len(written) <= MOST_SHOWN else f"{written[:MOST_SHOWN]}…"
