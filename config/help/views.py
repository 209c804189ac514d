"""Help: the pages of docs/use/ for people who play, in the reader's language, and what the program knows itself."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path, PurePosixPath

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_safe

from config.help import markdown
from rules.board import COLOURS
from rules.i18n import Text
from rules.rule_set_names import rule_set_name, rule_set_summary
from rules.rule_sets import RULE_SETS
from tournaments.formats import FORMATS
from tournaments.organiser.format_card import FormatCard

_DOCS = Path(settings.BASE_DIR) / "docs"


@dataclass(frozen=True, slots=True)
class HelpSubject:
    """A page of the help: the file of docs/use/ that it is written in, and the template that shows it."""

    file: str
    template: str = "help/page.html"


#: Address → page, in the order in which they are offered.
SUBJECTS = {
    "organiser": HelpSubject("organiser-in-ten-minutes"),
    "referee": HelpSubject("referee-in-five-minutes"),
    "hall": HelpSubject("hall"),
    "watching": HelpSubject("watching"),
    "rules": HelpSubject("rules"),
    "formats": HelpSubject("formats", "help/formats.html"),
    "letters": HelpSubject("letters", "help/letters.html"),
    "glossary": HelpSubject("glossary"),
}


@require_safe
def help_index(request: HttpRequest) -> HttpResponse:
    """List the pages."""
    pages = [(slug, document(slug, language())) for slug in SUBJECTS]
    return render(request, "help/index.html", {"pages": pages})


@require_safe
def help_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a page; 404 where there is none of that name."""
    if slug not in SUBJECTS:
        raise Http404
    others = [(each, document(each, language()).title) for each in SUBJECTS]
    shown = {"page": document(slug, language()), "slug": slug, "others": others}
    return render(request, SUBJECTS[slug].template, {**shown, **_FACTS.get(slug, dict)()})


@require_safe
@conditional_page
@cache_control(public=True, max_age=3600)
def help_picture(request: HttpRequest, name: str) -> HttpResponse:
    """Send a picture of the documentation."""
    path = _DOCS / "pictures" / f"{name}.png"
    if not path.is_file():
        raise Http404
    return HttpResponse(path.read_bytes(), content_type="image/png")


def language() -> str:
    """Return the language that the reader has chosen, without its country."""
    return (get_language() or "en").split("-")[0]


def document(slug: str, wanted: str) -> markdown.Document:
    """Return a page in a language; in English where nobody has written it in that one."""
    name = f"{SUBJECTS[slug].file}.md"
    translated = _DOCS / "use" / wanted / name
    path = translated if translated.is_file() else _DOCS / "use" / name
    return _read(path, path.stat().st_mtime_ns)


@lru_cache(64)
def _read(path: Path, _changed: int) -> markdown.Document:
    return markdown.read(path.read_text(encoding="utf-8"), _address)


def _address(target: str) -> str | None:
    """Return where a link of the documentation leads on the site; None where it leads out of the help."""
    path, _, anchor = target.partition("#")
    place = f"#{anchor}" if anchor else ""
    if not path:
        return place
    name = PurePosixPath(path).stem
    if path.endswith(".png"):
        return reverse("help-picture", args=[name])
    slug = next((slug for slug, subject in SUBJECTS.items() if subject.file == name), None)
    return None if slug is None or not path.endswith(".md") else reverse("help-page", args=[slug]) + place


# -- what the program knows itself ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NamedRules:
    """A rule set as people call it, and what tells it from the others."""

    name: Text
    gist: Text


@dataclass(frozen=True, slots=True)
class FormatHelp:
    """A format: what it is for, by which rules it is played, what can be set."""

    card: FormatCard
    rules: Sequence[Text]

    @property
    def settings(self) -> Iterable[tuple[Text, Text]]:
        """What can be set, and what it means."""
        return [(each.label, each.about) for each in self.card.format.settings.described()]


def _formats() -> dict[str, object]:
    formats = [
        FormatHelp(FormatCard(each), [rule_set_name(name) for name in each.rule_sets])
        for each in FORMATS.values()
    ]
    named = [NamedRules(rule_set_name(name), rule_set_summary(rules)) for name, rules in RULE_SETS.items()]
    return {"formats": formats, "rule_sets": named}


def _letters() -> dict[str, object]:
    return {"boards": list(COLOURS.values())}


_FACTS = {"formats": _formats, "letters": _letters}
