"""Whatever is said is said in German too, out of the one catalogue; no sentence of another language stands in code."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter

import pytest
from django.template import Context, Engine
from django.utils.translation import gettext, override

from rules import Text
from tests import catalogue
from tests.servers import ROOT

#: Names of things, and letters that a program compares.
NAMES = re.compile(r"XMädn|Mensch ärgere Dich nicht|^[äöüß]$")
KINDS = (ast.Call, ast.Expr, ast.Constant)
GERMAN = re.compile(r"[äöüßÄÖÜ„]|\b(das|dem|den|nicht|ist|sind|eine?|keine?|nötig|noch|wird|werden|muss)\b")


def test_every_message_has_its_german_words() -> None:
    stored = {(message.id, message.context) for message in catalogue.stored() if message.id}
    spoken = catalogue.spoken()
    assert spoken - stored == set(), "run `make messages` and translate what it names"
    assert stored - spoken == set(), "nobody says these any more: run `make messages`"


def test_no_translation_is_empty_or_fuzzy() -> None:
    messages = [message for message in catalogue.stored() if message.id]
    assert [message.id for message in messages if not catalogue.all_said(message.string)] == []
    assert [message.id for message in messages if message.fuzzy] == []


def test_placeholders_survive_the_translation() -> None:
    errors = [(message.id, error) for message, found in catalogue.stored().check() for error in found]
    assert errors == []


def test_what_django_reads_is_what_the_catalogue_says() -> None:
    assert catalogue.MO.read_bytes() == catalogue.compiled(catalogue.stored()), "run `make messages`"
    with override("de"):
        assert gettext("Games") == "Spiele"


@pytest.mark.parametrize(
    ("name", "source", "message"),
    [
        ("pages.py", 'from x import gettext_lazy as _\n_("Next game")', ("Next game", None)),
        ("pages.py", 'ngettext("%(n)d throw", "%(n)d throws", n)', (("%(n)d throw", "%(n)d throws"), None)),
        ("pages.py", 'pgettext_lazy("on the board", "home")', ("home", "on the board")),
        ("templates/page.html", "{% translate 'Table' %}", ("Table", None)),
        ("templates/page.html", '{% trans "start" context "game" %}', ("start", "game")),
        (
            "templates/page.html",
            "{% blocktranslate count n=n %}{{ n }} game{% plural %}{{ n }} games{% endblocktranslate %}",
            (("%(n)s game", "%(n)s games"), None),
        ),
    ],
)
def test_a_new_message_is_found_wherever_it_is_said(
    tmp_path: Path, name: str, source: str, message: catalogue.Message
) -> None:
    file = tmp_path / "games" / name
    file.parent.mkdir(parents=True)
    file.write_text(source, encoding="utf-8")
    assert message in catalogue.spoken(tmp_path)


def test_a_page_that_shows_a_decided_sentence_as_it_is_fails_its_test() -> None:
    sentence, engine = Context({"why": Text("Nobody")}), Engine(builtins=["games.templatetags.board"])
    with override("de"):
        assert engine.from_string("{{ why|localized }}").render(sentence) == "Niemand"
        for source in ("{{ why }}", "{% firstof why %}"):
            with pytest.raises(AssertionError, match="localized"):
                engine.from_string(source).render(sentence)


def test_no_sentence_in_two_languages_stands_in_code() -> None:
    pairs = [
        f"{file.relative_to(ROOT)}:{call.lineno}"
        for file, nodes in modules()
        for call in texts(nodes)
        if len(call.args) != 1
    ]
    assert pairs == [], "a Text has one English message; its German stands in locale/de"


def test_no_german_stands_in_code() -> None:
    found = [
        f"{file.relative_to(ROOT)}:{line}: {words}"
        for file, nodes in modules()
        for line, words in strings(nodes)
        if GERMAN.search(NAMES.sub("", words))
    ]
    assert found == []


def test_every_message_is_a_constant_so_that_it_can_be_found() -> None:
    formatted = [
        f"{file.relative_to(ROOT)}:{call.lineno}"
        for file, nodes in modules()
        for call in texts(nodes)
        if not isinstance(call.args[0], ast.Constant)
    ]
    assert [where for where in formatted if not where.startswith("rules/i18n.py:")] == []


def test_a_translation_fills_in_what_the_message_hands_over() -> None:
    wrong = [
        message.id
        for message in catalogue.stored()
        if message.id and not message.python_format
        for english, german in zip(forms(message.id), forms(message.string), strict=True)
        if "{" in english + german and names(german) - names(english)
    ]
    assert wrong == []


@cache
def modules() -> list[tuple[Path, list[ast.AST]]]:
    """What is called, stated or told in each module; read once for all tests."""
    return [
        (
            file,
            [
                node
                for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
                if isinstance(node, KINDS)
            ],
        )
        for room in catalogue.ROOMS
        for file in (ROOT / room).rglob("*.py")
        if "migrations" not in file.parts
    ]


def texts(nodes: list[ast.AST]) -> Iterator[ast.Call]:
    """The calls of `Text`."""
    for node in nodes:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Text":
            yield node


def strings(nodes: list[ast.AST]) -> Iterator[tuple[int, str]]:
    """The string constants of a module but its docstrings."""
    told = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield node.lineno, node.value


def forms(said: object) -> tuple[str, ...]:
    return said if isinstance(said, tuple) else (str(said),)


def names(message: str) -> set[str]:
    """The places to fill; none where the braces are those of an example."""
    try:
        return {name for _, name, _, _ in Formatter().parse(message) if name}
    except ValueError:
        return set()
