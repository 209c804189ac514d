"""Pages about the site, and its help.

What it is, whose it is, what its host has to say by law (docs/install/settings.md), the reference that comes with the
program, and the pages of docs/use/ for people who play, in the language of the reader. And what every page is handed:
what the site is called, and how it looks.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise, takewhile
from mimetypes import guess_type
from pathlib import Path, PurePosixPath
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext_lazy as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_safe
from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from games.access import paragraphs_of, text_of_host
from games.access.site_name import site_name
from rules import RULE_SETS, rule_set_name, rule_set_summary
from rules.board import COLOURS
from tournaments.formats import FORMATS
from tournaments.organiser.new_event_form import FormatCard

#: What a text of the host is called that has a page of its own.
_LEGAL = {"imprint": _("Imprint"), "privacy": _("Privacy"), "accessibility": _("Accessibility")}


def legal_pages() -> list[tuple[str, object]]:
    """Return the legal pages that there are: address and title."""
    return [(name, title) for name, title in _LEGAL.items() if text_of_host(name)]


def site(request: HttpRequest) -> dict[str, Any]:
    """Return the name of the site, whether it has a logo, and its legal pages."""
    return {"site_name": site_name(), "site_logo": settings.SITE_LOGO, "legal_pages": legal_pages()}


@require_safe
def about_page(request: HttpRequest) -> HttpResponseBase:
    """Say what the program is for, and what the host has written about the site."""
    return render(request, "about.html", {"paragraphs": paragraphs_of("about")})


@require_safe
def legal_page(request: HttpRequest, name: str) -> HttpResponseBase:
    """Show what the host has written."""
    if name not in _LEGAL or not text_of_host(name):
        raise Http404
    return render(request, "legal.html", {"title": _LEGAL[name], "paragraphs": paragraphs_of(name)})


@require_safe
def logo(request: HttpRequest) -> HttpResponse:
    """Send the picture beside the name."""
    path = Path(settings.SITE_LOGO)
    return _file(path, guess_type(path.name)[0] or "image/svg+xml")


def _file(path: Path, content_type: str) -> HttpResponse:
    if not path.is_file():
        raise Http404
    return HttpResponse(path.read_bytes(), content_type=content_type)


@require_safe
@conditional_page
@cache_control(public=True, max_age=300)
def reference_file(request: HttpRequest, name: str) -> HttpResponse:
    """A file of docs/reference/ as text; 404 where there is none of that name."""
    return _file(settings.BASE_DIR / "docs/reference" / f"{name}.md", "text/plain; charset=utf-8")


# -- Markdown --------------------------------------------------------------------------------------

#: What a link of the text leads to on the site; None where the site has no such page.
Address = Callable[[str], str | None]

_ANCHOR = re.compile(r'<a id="([\w.-]+)"></a>')
#: ``code`` that is an address of the site becomes a link.
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
    """Take an anchor where the reader is."""
    found = _ANCHOR.match(state.src, state.pos)
    if found and not silent:
        state.push("anchor", "span", 0).attrs = {"class": "anchor", "id": found[1]}
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


# -- pages -----------------------------------------------------------------------------------------

_DOCS = Path(settings.BASE_DIR) / "docs"


#: Address → the file of docs/use/ that the page is written in, in the order in which they are offered.
SUBJECTS = {
    "organiser": "organiser-in-ten-minutes",
    "referee": "referee-in-five-minutes",
    "hall": "hall",
    "watching": "watching",
    "rules": "rules",
    "formats": "formats",
    "letters": "letters",
    "glossary": "glossary",
}


@require_safe
def help_index(request: HttpRequest) -> HttpResponse:
    """List the pages."""
    pages = [(slug, document(slug, readers_language())) for slug in SUBJECTS]
    return render(request, "help/index.html", {"pages": pages})


@require_safe
def help_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a page; 404 where there is none of that name."""
    if slug not in SUBJECTS:
        raise Http404
    others = [(each, document(each, readers_language()).title) for each in SUBJECTS]
    shown = {"page": document(slug, readers_language()), "slug": slug, "others": others}
    if slug in _FACTS:
        return render(request, f"help/{slug}.html", {**shown, **_FACTS[slug]()})
    return render(request, "help/page.html", shown)


@require_safe
@conditional_page
@cache_control(public=True, max_age=3600)
def help_picture(request: HttpRequest, name: str) -> HttpResponse:
    """Send a picture of the documentation."""
    return _file(_DOCS / "pictures" / f"{name}.png", "image/png")


def readers_language() -> str:
    """Return the language that the reader has chosen, without its country."""
    return (get_language() or "en").split("-")[0]


@cache
def document(slug: str, wanted: str) -> Document:
    """Return a page in a language; in English where there is none in that one."""
    name = f"{SUBJECTS[slug]}.md"
    translated = _DOCS / "use" / wanted / name
    path = translated if translated.is_file() else _DOCS / "use" / name
    return read(path.read_text(encoding="utf-8"), _address)


def _address(target: str) -> str | None:
    """Return where a link of the documentation leads on the site; None where it leads out of the help."""
    path, _, anchor = target.partition("#")
    place = f"#{anchor}" if anchor else ""
    if not path:
        return place
    name = PurePosixPath(path).stem
    if path.endswith(".png"):
        return reverse("help-picture", args=[name])
    slug = next((slug for slug, file in SUBJECTS.items() if file == name), None)
    return None if slug is None or not path.endswith(".md") else reverse("help-page", args=[slug]) + place


# -- what the program knows itself ---------------------------------------------------------------------


def _formats() -> dict[str, object]:
    """What each format is for, by which rules it is played, what can be set; and how rule sets differ."""
    formats = [
        {
            "card": FormatCard(each),
            "rules": [rule_set_name(name) for name in each.rule_sets],
            "settings": [(setting.label, setting.about) for setting in each.settings.described()],
        }
        for each in FORMATS.values()
    ]
    named = [
        {"name": rule_set_name(name), "gist": rule_set_summary(rules)} for name, rules in RULE_SETS.items()
    ]
    return {"formats": formats, "rule_sets": named}


def _letters() -> dict[str, object]:
    return {"boards": list(COLOURS.values())}


_FACTS = {"formats": _formats, "letters": _letters}
