"""Messages in the languages of the catalogue: English in the code, the others in ``locale/``.

Whatever is *decided* here – why a move is illegal, why a colour starts, why A is above B – is said
where it is decided, as an English message with named parameters, and travels as one value through
errors, stored tables and APIs. It is rendered when it is shown or stored, from the catalogue that the
pages use (``locale/<language>/LC_MESSAGES/django.mo``), read with the standard library's gettext.
Where there is no catalogue, everything is said in English.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from gettext import NullTranslations, translation
from pathlib import Path
from string import Formatter
from typing import Any

LOCALE = Path(__file__).parent.parent / "locale"
DOMAIN = "django"
ENGLISH = "en"
MOST_SHOWN = 40


@lru_cache(1)
def languages() -> tuple[str, ...]:
    """List English and every language that has a catalogue."""
    found = {file.parts[-3] for file in LOCALE.glob(f"*/LC_MESSAGES/{DOMAIN}.mo")}
    return tuple(sorted(found | {ENGLISH}, key=_place))


class Text:
    """A message and its parameters, the same sentence in every language; prints in English.

    ``Text("{name} needs {wins}", name="Ann", wins=phrases.wins(2))``: a parameter is named in braces, with a
    format specification where it needs one (``{share:.1f}``, ``{when:%d.%m.%Y}``), which a translation may change.
    Parameters are words, numbers, dates or other Texts; numbers with a specification get the language's signs.
    ``context`` separates two messages that are the same in English only. Immutable; Texts are equal which say
    the same in every language.
    """

    __slots__ = ("_context", "_message", "_parameters")

    def __init__(self, message: str, /, *, context: str = "", **parameters: Any):
        self._message = message
        self._context = context
        for name, value in parameters.items():
            if type(value) is not str and not isinstance(value, _STORED):
                parameters[name] = format(value)
        self._parameters = parameters

    @property
    def en(self) -> str:
        return self.rendered(ENGLISH)

    @property
    def de(self) -> str:
        return self.rendered("de")

    def of(self, language: str) -> str:
        """Render in ``language``, a code such as ``"de"`` or ``"de-at"``; in English if it has no catalogue."""
        return self.rendered(spoken(language))

    def as_json(self) -> dict[str, str]:
        """Render in every language, for APIs and stored tables."""
        return {language: self.rendered(language) for language in languages()}

    def in_all(self, separator: str = " / ") -> str:
        """Render in every language, one after the other: for a terminal whose reader is not known."""
        return separator.join(self.as_json().values())

    def rendered(self, language: str) -> str:
        """Render in one of ``languages()``."""
        template = (
            self._message if language == ENGLISH else _translated(self._message, self._context, language)
        )
        return self._filled(template, language) if self._parameters else template

    def filled(self, **parameters: Any) -> Text:
        return Text(self._message, context=self._context, **parameters)

    def map(self, change: Callable[[str], str]) -> Text:
        """The same words changed alike in every language, as by ``str.lower``."""
        return _Mapped(self, change)

    def _filled(self, template: str, language: str) -> str:
        parameters = self._parameters
        pattern, places = _parsed(template)
        said = []
        for name, specification in places:
            value = parameters[name]
            if type(value) is str and not specification:
                said.append(value)
            else:
                said.append(_written(value, specification, language))
        return pattern % tuple(said)

    def __str__(self) -> str:
        return self.en

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.en!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Text):
            return NotImplemented
        return self is other or self.as_json() == other.as_json()

    def __hash__(self) -> int:
        return hash(self.en)


#: Parameters that are stored as they are, to be written in the language; anything else is written when it is said.
_STORED = (Text, str, int, float, Decimal, Fraction, date)


class Plural(Text):
    """A message that counts: as gettext has them, one English form for one and one for many, ``{n}`` in both."""

    __slots__ = ("_many", "_n")

    def __init__(self, one: str, many: str, n: int, /, *, context: str = "", **parameters: Any):
        super().__init__(one, context=context, n=n, **parameters)
        self._many = many
        self._n = n

    def rendered(self, language: str) -> str:
        """Render in one of ``languages()``, by the language's own rule of forms."""
        template = _counted(self._message, self._many, self._n, self._context, language)
        return self._filled(template, language)


class Literal(Text):
    """Words that were rendered or written before, each language's unchanged; for others, the English."""

    __slots__ = ("_words",)

    def __init__(self, /, **words: str):
        super().__init__("")
        self._words = words

    def rendered(self, language: str) -> str:
        return self._words[language] if language in self._words else self._words[ENGLISH]

    def as_json(self) -> dict[str, str]:
        return {language: self._words[language] for language in sorted(self._words, key=_place)}


class Verbatim(Text):
    """Words that are the same in every language: a name, a figure."""

    __slots__ = ()

    def rendered(self, language: str) -> str:
        return self._message

    def as_json(self) -> dict[str, str]:
        return dict.fromkeys(languages(), self._message)


class Figure(Text):
    """A number as a format specification writes it, with the signs of each language: ``2,900``, ``2.900``."""

    __slots__ = ()

    def __init__(self, value: float | Decimal, specification: str) -> None:
        super().__init__(f"{{value:{specification}}}", value=value)

    def rendered(self, language: str) -> str:
        return self._filled(self._message, language)


class _Joined(Text):
    __slots__ = ("_items", "_separator")

    def __init__(self, separator: str | Text, items: Iterable[Text]) -> None:
        super().__init__("")
        self._separator = separator
        self._items = tuple(items)

    def rendered(self, language: str) -> str:
        separator = (
            self._separator if isinstance(self._separator, str) else self._separator.rendered(language)
        )
        return separator.join(item.rendered(language) for item in self._items)


class _Mapped(Text):
    __slots__ = ("_change", "_text")

    def __init__(self, text: Text, change: Callable[[str], str]) -> None:
        super().__init__("")
        self._text = text
        self._change = change

    def rendered(self, language: str) -> str:
        return self._change(self._text.rendered(language))

    def as_json(self) -> dict[str, str]:
        return {language: self._change(words) for language, words in self._text.as_json().items()}


def joined(separator: str | Text, items: Iterable[Text]) -> Text:
    """Put items one after the other, a separator between each two."""
    return _Joined(separator, items)


def in_each(speak: Callable[[str], str]) -> Text:
    """Hold what ``speak`` says in each of ``languages()``: words of a library, of Django."""
    return Literal(**{language: speak(language) for language in languages()})


def join_names(items: Sequence[Text]) -> Text:
    """``A``, ``A and B``, ``A, B and C``."""
    if len(items) == 1:
        return items[0]
    *others, last = items
    return Text("{others} and {last}", others=joined(", ", others), last=last)


def opening(text: Text) -> Text:
    return text.map(lambda words: words[:1].upper() + words[1:])


def quote_value(value: Any) -> str:
    """A value that somebody handed in, as JSON has it and short enough for an error; this raises nothing."""
    try:
        written = (
            repr(value) if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
        )
    except Exception:
        # Python refuses to write integers of thousands of digits, and other people's __str__ may do anything.
        return "…"
    return written if len(written) <= MOST_SHOWN else f"{written[:MOST_SHOWN]}…"


# -- the catalogue -----------------------------------------------------------------------------------

#: How a number of thousands and tenths is written: a language's catalogue says which signs it has.
_NUMBER = Text("1,234.5", context="how numbers are written")


def forget_catalogues() -> None:
    """Read ``LOCALE`` again."""
    for remembered in (languages, spoken, _catalogue, _translated, _signs):
        remembered.cache_clear()


def _place(language: str) -> tuple[bool, str]:
    return language != ENGLISH, language


@lru_cache(256)
def spoken(language: str) -> str:
    """Which of ``languages()`` a code such as ``"de-at"`` means; English where it is none of them."""
    wanted = language.lower()
    return next((code for code in (wanted, wanted.split("-")[0]) if code in languages()), ENGLISH)


@lru_cache(64)
def _catalogue(language: str) -> NullTranslations:
    if language == ENGLISH:
        return NullTranslations()
    return translation(DOMAIN, LOCALE, [language], fallback=True)


@lru_cache(8192)
def _translated(message: str, context: str, language: str) -> str:
    if not message or language == ENGLISH:
        return message
    catalogue = _catalogue(language)
    return catalogue.pgettext(context, message) if context else catalogue.gettext(message)


def _counted(one: str, many: str, n: int, context: str, language: str) -> str:
    catalogue = _catalogue(language)
    return catalogue.npgettext(context, one, many, n) if context else catalogue.ngettext(one, many, n)


@lru_cache(8192)
def _parsed(template: str) -> tuple[str, tuple[tuple[str, str], ...]]:
    """Find the places to fill: the words between them as a pattern, the name and specification of each."""
    parts = list(Formatter().parse(template))
    pattern = "".join(
        words.replace("%", "%%") + ("" if name is None else "%s") for words, name, _, _ in parts
    )
    return pattern, tuple((name, form or "") for _, name, form, _ in parts if name is not None)


def _written(value: Any, specification: str, language: str) -> str:
    if isinstance(value, Text):
        return value.rendered(language)
    if not specification and isinstance(value, int | Fraction) and value < 0:
        return f"−{-value}"
    written = format(value, specification)
    if not specification or language == ENGLISH or isinstance(value, str | date):
        return written
    return written.translate(_signs(language))


@lru_cache(64)
def _signs(language: str) -> dict[int, str]:
    written = _NUMBER.rendered(language)
    return {ord(","): written[1], ord("."): written[-2]}
