"""The little Markdown that the help pages are written in, as HTML.

Headings, paragraphs, lists (numbered too), tables, blocks of code, pictures on a line of their own; in a line
``code``, **bold**, *emphasis*, links, and ``<a id="…"></a>``, an anchor as Git hosts know it. Whatever else
stands in a text is shown as it stands: nothing of it is markup.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

#: What a link of the text leads to on the site; None where the site has no such page.
Address = Callable[[str], str | None]

_ANCHOR = re.compile(r"&lt;a id=&quot;([\w.-]+)&quot;&gt;&lt;/a&gt;")
_LINK = re.compile(r"\[([^\]]+)\]\(([^)\s]+)\)")
_PICTURE = re.compile(r"!\[([^\]]*)\]\(([^)\s]+)\)")
_HEADING = re.compile(r"(#{1,4}) +(.*)")
_ITEM = re.compile(r"(?:\*|\d+\.) +(.*)")
_ADDRESS = re.compile(r"/(?:[a-z0-9-]+/)*")


@dataclass(frozen=True, slots=True)
class Section:
    """A heading that a page can be entered at."""

    anchor: str
    title: SafeString


@dataclass(frozen=True, slots=True)
class Document:
    """A text: its title, its first sentence, all of it, and where it can be entered."""

    title: str
    lead: SafeString
    body: SafeString
    sections: Sequence[Section]


def read(text: str, address: Address) -> Document:
    """Read a text that begins with its title and a paragraph."""
    first, _, rest = text.partition("\n")
    blocks = list(_blocks(rest.splitlines()))
    lead = next((block[0] for block in blocks if not _HEADING.match(block[0])), "")
    body = "\n".join(_block(block, address) for block in blocks)
    return Document(
        first.lstrip("# ").strip(),
        mark_safe(_line(lead, address)),
        mark_safe(body),
        _sections(blocks, address),
    )


def _blocks(lines: Sequence[str]) -> Iterator[list[str]]:
    """Split into paragraphs, lists, tables and blocks of code."""
    block: list[str] = []
    in_code = False
    for line in lines:
        if line.startswith("```"):
            in_code = not in_code
        if line.strip() or in_code:
            block.append(line)
        elif block:
            yield block
            block = []
    if block:
        yield block


def _sections(blocks: Sequence[Sequence[str]], address: Address) -> list[Section]:
    found = []
    for block in blocks:
        heading = _HEADING.match(block[0])
        anchor = _ANCHOR.search(escape(block[0]))
        if heading and anchor:
            words = re.sub(r'<a id="[^"]*"></a>', "", heading[2])
            found.append(Section(anchor[1], mark_safe(_line(words, address))))
    return found


def _block(lines: Sequence[str], address: Address) -> str:
    first = lines[0]
    if first.startswith("```"):
        return f"<pre><code>{escape(chr(10).join(lines[1:-1]))}</code></pre>"
    if heading := _HEADING.match(first):
        level = len(heading[1])
        return f"<h{level}>{_line(heading[2], address)}</h{level}>"
    if picture := _PICTURE.fullmatch(first.strip()):
        source = address(picture[2]) or picture[2]
        return f'<p class="picture-of"><img src="{escape(source)}" alt="{escape(picture[1])}" loading="lazy"></p>'
    if first.startswith("|"):
        return _table(lines, address)
    if _ITEM.match(first):
        return _list(lines, address)
    return f"<p>{_line(' '.join(lines), address)}</p>"


def _table(lines: Sequence[str], address: Address) -> str:
    rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines]
    head = "".join(f'<th scope="col">{_line(cell, address)}</th>' for cell in rows[0])
    body = "".join(
        "<tr>"
        + f'<th scope="row">{_line(row[0], address)}</th>'
        + "".join(f"<td>{_line(cell, address)}</td>" for cell in row[1:])
        + "</tr>"
        for row in rows[2:]
    )
    return f'<div class="wide"><table class="told"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _list(lines: Sequence[str], address: Address) -> str:
    """A list; lines that are indented go on with the item before them."""
    numbers = [number for number, line in enumerate(lines) if _ITEM.match(line)]
    items = [lines[start:end] for start, end in zip(numbers, [*numbers[1:], len(lines)], strict=True)]
    kind = "ul" if lines[0].startswith("*") else "ol"
    written = "".join(f"<li>{_item(item, address)}</li>" for item in items)
    return f"<{kind}>{written}</{kind}>"


def _item(lines: Sequence[str], address: Address) -> str:
    found = _ITEM.match(lines[0])
    return _line(" ".join([found[1] if found else "", *(line.strip() for line in lines[1:])]), address)


def _line(text: str, address: Address) -> str:
    """The words of a line; what stands in ``code`` is left alone."""
    parts = re.split(r"`([^`]+)`", text)
    return "".join(
        _code(part) if number % 2 else _words(escape(part), address) for number, part in enumerate(parts)
    )


def _code(words: str) -> str:
    written = f"<code>{escape(words)}</code>"
    return f'<a href="{words}">{written}</a>' if _ADDRESS.fullmatch(words) else written


def _words(escaped: str, address: Address) -> str:
    def link(found: re.Match[str]) -> str:
        target = address(found[2])
        return found[1] if target is None else f'<a href="{target}">{found[1]}</a>'

    written = _LINK.sub(link, escaped)
    written = _ANCHOR.sub(r'<span class="anchor" id="\1"></span>', written)
    written = re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", written)
    return re.sub(r"\*(.+?)\*", r"<em>\1</em>", written)
