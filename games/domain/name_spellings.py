"""A name however it is spelt: in capitals, with umlauts written out, the family name first, escaped for JSON or HTML.

What finds a name (``manage.py find_person``) and what takes it out (``games.services.erase_player``) are this one
reading, so that nothing is taken out that would not be found, nor left that would be.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Collection, Iterator
from urllib.parse import unquote

#: What people write for letters that others write differently.
_LETTERS = str.maketrans({"ä": "a", "ö": "o", "ü": "u", "ß": "ss", "æ": "ae", "ø": "o", "ł": "l"})
_ESCAPED = re.compile(r"\\u[0-9a-fA-F]{4}|(?:%[0-9a-fA-F]{2})+|&#?\w{1,8};")
_UNIT = re.compile(rf"{_ESCAPED.pattern}|.", re.DOTALL)
_DIGRAPH = re.compile(r"([aou])e")
_WORD = re.compile(r"[^\W_]+")
#: What may stand between the words of a name: a space, “, ”, and what addresses and files have.
_BETWEEN = r"[\W_]{1,3}"
_BEGIN, _END = r"(?<![^\W_])", r"(?=(?:s|['’]s?)?(?![^\W_]))"
#: A name of so many letters is hardly ever a part of other words, and is told by them alone.
_UNMISTAKABLE = 8

Span = tuple[int, int]


class NameFinder:
    """Finds some names in texts as whole words; those that stand inside a ``protected``, longer one are not meant."""

    def __init__(self, names: Collection[str], protected: Collection[str] = ()) -> None:
        self._names = _pattern(names)
        self._unmistakable = _letters_of([name for name in names if _size(name) >= _UNMISTAKABLE])
        longer = [name for name in protected if self._found(name)]
        self._protected = _pattern(longer)

    def is_in(self, text: str) -> bool:
        """Check whether one of the names stands in a text."""
        return bool(self.spans(text))

    def is_in_bytes(self, content: bytes) -> bool:
        """Check the same of a file, whatever encoding it has."""
        return any(self.is_in(text) for text in readings(content))

    def is_in_pages(self, content: bytes) -> bool:
        """Check the same of the pages of a database, or of whatever else is no text.

        Values stand there side by side, with nothing between them: a name need not be a word by itself, but for a
        short one, which would be found everywhere.
        """
        searched = [pattern for pattern in (self._names, self._unmistakable) if pattern is not None]
        texts = map(folded, readings(content))
        return any(pattern.search(text) is not None for text in texts for pattern in searched)

    def spans(self, text: str) -> list[Span]:
        """Return where the names stand in a text, from the first letter to behind the last."""
        if not self._found(text):
            return []
        folded, places = _with_places(text)
        others = [] if self._protected is None else [each.span() for each in self._protected.finditer(folded)]
        assert self._names is not None
        return [
            (places[first][0], places[stop - 1][1])
            for first, stop in (each.span() for each in self._names.finditer(folded))
            if not any(begin <= first and stop <= end for begin, end in others)
        ]

    def replaced(self, text: str, called: str) -> str:
        """Return the text with the names replaced."""
        for first, stop in reversed(self.spans(text)):
            text = text[:first] + called + text[stop:]
        return text

    def _found(self, text: str) -> bool:
        return self._names is not None and self._names.search(folded(text)) is not None


def folded(text: str) -> str:
    """Read a text as names are compared: unescaped, small letters, no accents, umlauts and their spellings the same."""
    plain = _ESCAPED.sub(lambda unit: _meant(unit[0]), text).casefold().translate(_LETTERS)
    if not plain.isascii():
        letters = unicodedata.normalize("NFKD", plain)
        plain = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return _DIGRAPH.sub(r"\1", plain)


def readings(content: bytes) -> Iterator[str]:
    """Read bytes in each encoding in which lists, files and databases come."""
    yield content.decode(errors="replace")
    if not content.isascii():
        yield content.decode("cp1252", errors="replace")
    if b"\x00" in content:
        yield content.decode("utf-16-le", errors="replace")
        yield content.decode("utf-16-be", errors="replace")


def _pattern(names: Collection[str]) -> re.Pattern[str] | None:
    ways = _all_ways(names)
    return re.compile(f"{_BEGIN}(?:{ways}){_END}") if ways else None


def _letters_of(names: Collection[str]) -> re.Pattern[str] | None:
    """Return what finds names within words, too."""
    ways = _all_ways(names)
    return re.compile(ways) if ways else None


def _size(name: str) -> int:
    return sum(map(len, _WORD.findall(folded(name))))


def _all_ways(names: Collection[str]) -> str:
    ways = {way for name in names for way in _ways(_WORD.findall(folded(name)))}
    return "|".join(sorted(ways, key=len, reverse=True))


def _ways(words: list[str]) -> Iterator[str]:
    """Yield the name as it is said, and with the family name first."""
    if words:
        yield _BETWEEN.join(words)
        yield _BETWEEN.join([words[-1], *words[:-1]])


def _meant(unit: str) -> str:
    if unit.startswith("\\u"):
        return chr(int(unit[2:], 16))
    return unquote(unit) if unit.startswith("%") else html.unescape(unit)


def _with_places(text: str) -> tuple[str, list[Span]]:
    """Fold a text letter by letter; return it with the place in the text of each letter that is left."""
    letters: list[str] = []
    places: list[Span] = []
    for unit in _UNIT.finditer(text):
        first, stop = unit.span()
        meant = _meant(unit[0]) if stop - first > 1 else unit[0]
        for letter in unicodedata.normalize("NFKD", meant.casefold().translate(_LETTERS)):
            if unicodedata.combining(letter):
                if places:
                    places[-1] = (places[-1][0], stop)
            else:
                letters.append(letter)
                places.append((first, stop))
    return _joined(letters, places)


def _joined(letters: list[str], places: list[Span]) -> tuple[str, list[Span]]:
    """Join “ae”, “oe” and “ue” to the one letter that they stand for."""
    plain = "".join(letters)
    kept: list[Span] = []
    last = 0
    for pair in _DIGRAPH.finditer(plain):
        kept += places[last : pair.start()]
        kept.append((places[pair.start()][0], places[pair.start() + 1][1]))
        last = pair.end()
    return _DIGRAPH.sub(r"\1", plain), kept + places[last:]
