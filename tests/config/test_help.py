"""The help: both languages, every place that is linked is there, and what it says of the program is so."""

import re
from collections.abc import Iterator
from functools import cache

import pytest
from django.test import Client
from django.urls import resolve
from django.utils.translation import override
from pytest_django import DjangoAssertNumQueries

from config.site_pages import SUBJECTS, document
from games.presenters.referee import _PARAGRAPHS
from games.templatetags.help import rule_links
from rules import COLOUR_NAMES, LETTERS, Text
from rules.explanation import PARAGRAPHS
from tests import catalogue
from tests.servers import ROOT

pytestmark = pytest.mark.sqlite

LANGUAGES = ("en", "de")
FOLDERS = {"en": ROOT / "docs/use", "de": ROOT / "docs/use/de"}


def anchors(slug: str, language: str) -> set[str]:
    """The places at which a page can be entered."""
    return set(re.findall(r' id="([^"]+)"', document(slug, language).body))


def texts() -> Iterator[tuple[str, str, str]]:
    """Every page as it is written: its language, its name, its text."""
    for language in LANGUAGES:
        for slug, file in SUBJECTS.items():
            yield language, slug, (FOLDERS[language] / f"{file}.md").read_text(encoding="utf-8")


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_is_there_in_the_readers_language_without_a_query(
    client: Client, language: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    headers = {"Accept-Language": language}
    with django_assert_num_queries(0):
        index = client.get("/help/", headers=headers).content.decode()
        pages = {slug: client.get(f"/help/{slug}/", headers=headers) for slug in SUBJECTS}
    for slug, page in pages.items():
        assert page.status_code == 200, slug
        assert f'href="/help/{slug}/"' in index
        text = page.content.decode()
        assert f'lang="{language}"' in text
        assert f"<h1>{document(slug, language).title}</h1>" in text
        assert not re.search(r"\]\(|\*\*|&lt;a id", text), f"{slug}: markup that nobody has read"


def test_a_page_that_nobody_has_translated_is_english() -> None:
    assert document("organiser", "fr").title == document("organiser", "en").title


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/help/nothing/", "/help/pictures/nothing.png"])
def test_what_is_not_there_is_not_found(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404


def test_both_languages_have_the_same_places() -> None:
    assert {slug: anchors(slug, "en") ^ anchors(slug, "de") for slug in SUBJECTS} == {
        slug: set() for slug in SUBJECTS
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_that_a_sentence_names_has_its_place(language: str) -> None:
    assert len(linked_rules()) > 40
    assert linked_rules() <= anchors("rules", language)


@cache
def linked_rules() -> set[str]:
    """The places in the rules to which sentences of the program lead."""
    named = {(rule, "game") for rule in (*PARAGRAPHS.values(), *(paragraph for paragraph, _ in _PARAGRAPHS))}
    for room in catalogue.ROOMS:
        subject = "events" if room == "tournaments" else "game"
        for file in catalogue.sources(ROOT / room):
            for message, _ in catalogue.messages_of(file):
                named |= {(each, subject) for each in ([message] if isinstance(message, str) else message)}
    return {anchor for words, subject in named for anchor, _ in linked(words, subject)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_link_of_the_help_and_to_it_leads_somewhere(language: str) -> None:
    asked = {
        (slug, anchor)
        for page in SUBJECTS
        for slug, anchor in re.findall(
            r'href="/help/([\w-]*)/?#([^"]+)"',
            document(page, language).body.replace('href="#', f'href="/help/{page}/#'),
        )
    }
    for room in ("games", "tournaments", "config"):
        for file in (ROOT / room).rglob("*.html"):
            asked |= set(re.findall(r'{% help "([\w-]+)" "([\w.-]+)"', file.read_text(encoding="utf-8")))
    assert len(asked) > 12
    of_formats = {"formats"}
    assert {
        (slug, anchor)
        for slug, anchor in asked
        if slug not in of_formats and anchor not in anchors(slug, language)
    } == set()


def test_every_address_in_the_help_is_one_of_the_site() -> None:
    told = {address for _, _, text in texts() for address in re.findall(r"`(/[a-z/-]*/)`", text)}
    assert len(told) > 4
    for address in told:
        resolve(address)


def test_every_picture_in_the_help_is_there(client: Client) -> None:
    for _, _, text in texts():
        for picture in re.findall(r"/pictures/([\w-]+\.png)\)", text):
            assert (ROOT / "docs/pictures" / picture).is_file(), picture
    answer = client.get("/help/pictures/home.png")
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")


@pytest.mark.parametrize("slug", ["organiser", "referee"])
def test_every_button_that_the_help_names_is_called_so(slug: str) -> None:
    """What stands in *this* way is a button or a part of a page; the last ones are titles of documents."""
    said = {"en": "", "de": ""}
    for message in catalogue.stored():
        said["en"] += f"\n{message.id}"
        said["de"] += f"\n{message.string}"
    for language in LANGUAGES:
        text = (FOLDERS[language] / f"{SUBJECTS[slug]}.md").read_text(encoding="utf-8")
        named = re.findall(r"(?<![*\w])\*(?! )([^*\n]+)(?<! )\*(?!\*)", text)
        assert len(named) > 8
        numbered = [re.sub(r"(Game|Spiel) 1", "%(game)s", name) for name in named]
        assert [
            name
            for name in numbered
            if name not in said[language] and name != "What a referee does, by example"
        ] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_letters_are_those_of_the_colours(language: str) -> None:
    text = (FOLDERS[language] / "letters.md").read_text(encoding="utf-8")
    told = dict(re.findall(r"^\| ([A-Z]) \| (\w+) \|$", text, re.MULTILINE))
    assert told | {"A": "", "B": ""} == {
        **{letter: COLOUR_NAMES[name].of(language) for name, letter in LETTERS.items()},
        "A": "",
        "B": "",
    }


# -- rules linked in sentences -------------------------------------------------------------------------


def linked(words: str, subject: str = "game") -> list[tuple[str, str]]:
    return re.findall(r'href="/help/rules/#([^"]+)">([^<]+)</a>', rule_links(words, subject))


def test_a_paragraph_and_a_decision_lead_to_their_rule() -> None:
    assert linked("red must capture (§6.3); gives up [T12]") == [("6.3", "§6.3"), ("T12", "[T12]")]
    assert linked("not so (rulebook §5, D20)") == [("5", "§5"), ("D20", "D20")]


def test_a_paragraph_of_events_is_told_from_one_of_the_game() -> None:
    assert linked("thrown for (§2)", "events") == [("E2", "§2")]
    assert linked("by what the board is worth (rulebook §11). A note (§3).", "events") == [
        ("11", "§11"),
        ("E3", "§3"),
    ]


def test_what_only_looks_like_a_rule_is_left_alone() -> None:
    assert linked("Board D3 won 4–0 [x], T12") == []


def test_a_sentence_keeps_its_language_and_is_no_markup() -> None:
    with override("de"):
        shown = rule_links(Text("{name} forfeits and takes the last places [T12]", name="<b>Ann</b>"))
    assert shown.startswith("&lt;b&gt;Ann&lt;/b&gt; tritt nicht an")
    assert linked(shown) == [("T12", "[T12]")]
