"""The Markdown that the help pages are written in, as HTML: CommonMark with tables, links as the site has them.

HTML in a text is shown as it stands, but for ``<a id="…"></a>``, an anchor as Git hosts know it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile

from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

#: What a link of the text leads to on the site; None where the site has no such page.
Address = Callable[[str], str | None]

_ANCHOR = re.compile(r'<a id="([\w.-]+)"></a>')
#: What stands in ``code`` and is an address of the site leads there.
_ADDRESS = re.compile(r"/(?:[a-z0-9-]+/)*")


@dataclass(frozen=True, slots=True)
class Section:
    """A heading that a page can be entered at."""

    anchor: str
    title: SafeString


@dataclass(frozen=True, slots=True)
class Document:
    """A text: its title, the first line below it, all of it, and where it can be entered."""

    title: str
    lead: SafeString
    body: SafeString
    sections: Sequence[Section]


def read(text: str, address: Address) -> Document:
    """Read a text that begins with its title and a paragraph."""
    tokens = _READER.parse(text)
    for token in tokens:
        token.children = token.children and list(_led(token.children, address))
    _, title, _, *body = tokens
    _mark_up(body)
    first = next((words for block, words in pairwise(body) if block.type == "paragraph_open"), None)
    lead = takewhile(lambda each: each.type != "softbreak", first.children or ()) if first else ()
    return Document(title.content, _html(list(lead)), _html(body), list(_sections(body)))


def _led(words: Sequence[Token], address: Address) -> Iterator[Token]:
    """The words of a line; links lead where they do on the site, and those that lead nowhere are words alone."""
    target: str | None = ""
    for token in words:
        if token.type == "link_open":
            target = address(str(token.attrs["href"]))
            token.attrSet("href", target or "")
        if token.type == "image":
            source = str(token.attrs["src"])
            token.attrs |= {"src": address(source) or source, "loading": "lazy"}
        if token.type == "code_inline" and _ADDRESS.fullmatch(token.content):
            yield from (
                Token("link_open", "a", 1, {"href": token.content}),
                token,
                Token("link_close", "a", -1),
            )
        elif target is not None or token.type not in ("link_open", "link_close"):
            yield token


def _mark_up(tokens: Sequence[Token]) -> None:
    """Say which cells of tables are headings, and which paragraphs are pictures."""
    for before, token, words, after in zip(tokens, tokens[1:], tokens[2:], tokens[3:], strict=False):
        if token.type == "th_open":
            token.attrSet("scope", "col")
        if before.type == "tr_open" and token.type == "td_open":
            token.tag = after.tag = "th"
            token.attrSet("scope", "row")
        if token.type == "paragraph_open" and [each.type for each in words.children or ()] == ["image"]:
            token.attrSet("class", "picture-of")


def _sections(tokens: Sequence[Token]) -> Iterator[Section]:
    for token, words in pairwise(tokens):
        if token.type == "heading_open":
            anchors = [str(each.attrs["id"]) for each in words.children or () if each.type == "anchor"]
            title = [each for each in words.children or () if each.type != "anchor"]
            yield from (Section(anchor, _html(title)) for anchor in anchors[:1])


def _html(tokens: Sequence[Token]) -> SafeString:
    return mark_safe(_READER.renderer.render(tokens, _READER.options, {}).strip())


def _read_anchor(state: StateInline, silent: bool) -> bool:
    """Take an anchor where the reader stands."""
    found = _ANCHOR.match(state.src, state.pos)
    if found and not silent:
        token = state.push("anchor", "span", 0)
        token.attrs = {"class": "anchor", "id": found[1]}
    state.pos = found.end() if found else state.pos
    return found is not None


def _reader() -> MarkdownIt:
    """CommonMark with tables, and without HTML but for anchors."""
    reader = MarkdownIt("js-default")
    reader.inline.ruler.push("anchor", _read_anchor)
    rules = {
        "anchor": lambda _, tokens, at, *__: f'<span class="anchor" id="{tokens[at].attrs["id"]}"></span>',
        "table_open": lambda *_: '<div class="wide"><table class="told">',
        "table_close": lambda *_: "</table></div>",
    }
    for name, rule in rules.items():
        reader.add_render_rule(name, rule)
    return reader


_READER = _reader()
