"""The German catalogue of everything that is said: `make messages` brings it up to date.

Every English message that Python or a template hands to gettext, and every `Text` and `Plural` of the rules
and of whatever is decided, is found, added to locale/de with an empty translation where it is new, dropped
where nobody says it any more, and the .mo that Django and rules/i18n.py read is written from it.
Needs Babel only, none of gettext's own programs.
"""

import ast
import io
import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation import templatize

from tests.servers import ROOT

PO = ROOT / "locale/de/LC_MESSAGES/django.po"
MO = PO.with_suffix(".mo")
ROOMS = ("rules", "games", "tournaments", "config")
# Django's names for gettext's functions, lazy or not, beside those that Babel knows.
KEYWORDS: dict[str, Any] = {
    **DEFAULT_KEYWORDS,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext_lazy": (1, 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext_lazy": ((1, "c"), 2, 3),
}
# The messages of rules/i18n.py.
TEXTS = ("Text", "Plural")
#: A file in which none of these is called says nothing, and is not looked through token by token.
CALLS_GETTEXT = re.compile(rf"\b(?:{'|'.join(KEYWORDS)})\s*\(")
CALLS_TEXT = re.compile(rf"\b(?:{'|'.join(TEXTS)})\s*\(")
# The dates stay, so that the files change with the words only.
HEADER: dict[str, Any] = {
    "locale": "de",
    "header_comment": "# The German words of Rauswurf's pages, models and admin.",
    "project": "Rauswurf",
    "version": "1",
    "msgid_bugs_address": "none",
    "last_translator": "The Rauswurf authors",
    "language_team": "German",
    "creation_date": datetime(2026, 11, 21, tzinfo=UTC),
    "revision_date": datetime(2026, 11, 21, tzinfo=UTC),
    "fuzzy": False,
}
Message = tuple[str | tuple[str, ...], str | None]


def spoken(root: Path = ROOT) -> set[Message]:
    """Every message in the rooms below `root`: its English form or forms, and its context if it has one."""
    return {message for room in ROOMS for file in sources(root / room) for message in messages_of(file)}


def sources(room: Path) -> Iterator[Path]:
    """The Python files and templates of a room."""
    yield from room.rglob("*.py")
    yield from (file for file in room.rglob("*") if "templates" in file.parts and file.is_file())


def messages_of(file: Path) -> Iterator[Message]:
    """The messages of one file; a template is turned into the gettext calls that it stands for first."""
    source = file.read_text(encoding="utf-8")
    if file.suffix != ".py":
        # What is left of the markup's indentation means nothing, but Python's tokenizer would ask what.
        source = "\n".join(line.lstrip() for line in templatize(source).splitlines())
    if CALLS_GETTEXT.search(source):
        for _, message, _, context in extract("python", io.BytesIO(source.encode()), keywords=KEYWORDS):
            yield message, context
    if file.suffix == ".py" and CALLS_TEXT.search(source):
        yield from texts_of(ast.parse(source))


def texts_of(module: ast.Module) -> Iterator[Message]:
    """The messages of `Text("…")` and `Plural("…", "…", n)`, whose context is a keyword."""
    for call in ast.walk(module):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in TEXTS:
            said = [constant(argument) for argument in call.args]
            context = next((constant(each.value) for each in call.keywords if each.arg == "context"), None)
            match call.func.id, said:
                case "Text", [str(message)] if message:
                    yield message, context
                case "Plural", [str(one), str(many), _]:
                    yield (one, many), context


def constant(node: ast.expr) -> str | None:
    """The words of a string constant."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def stored() -> Catalog:
    """The catalogue as it stands in locale/de."""
    return read_po(io.BytesIO(PO.read_bytes()), locale="de")


def compiled(catalogue: Catalog) -> bytes:
    """The .mo of a catalogue."""
    buffer = io.BytesIO()
    write_mo(buffer, catalogue)
    return buffer.getvalue()


def updated(catalogue: Catalog, messages: set[Message]) -> Catalog:
    """The catalogue with exactly these messages, translations kept."""
    kept = Catalog(**HEADER)
    for message, context in messages:
        singular = message if isinstance(message, str) else message[0]
        known = catalogue.get(singular, context)
        kept.add(message, known.string if known else None, context=context)
    return kept


def main() -> int:
    """Bring both files up to date; 1 while a message waits for its German words."""
    catalogue = updated(stored(), spoken())
    with PO.open("wb") as file:
        write_po(file, catalogue, width=110, sort_output=True)
    MO.write_bytes(compiled(stored()))
    missing = [message.id for message in catalogue if message.id and not all_said(message.string)]
    for message in missing:
        print(f"to translate in {PO.relative_to(ROOT)}: {message}")
    return 1 if missing else 0


def all_said(translation: str | tuple[str, ...] | list[str] | None) -> bool:
    """Whether every form of a translation has words."""
    return all(translation) if isinstance(translation, tuple | list) else bool(translation)


if __name__ == "__main__":
    sys.exit(main())
