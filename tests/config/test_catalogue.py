"""Pages, models and admin speak German too: nothing said in English waits for its words."""

from pathlib import Path

import pytest
from django.utils.translation import gettext, override

from tests import catalogue


def test_every_message_has_its_german_words() -> None:
    stored = {(message.id, message.context) for message in catalogue.stored() if message.id}
    assert catalogue.spoken() - stored == set(), "run `make messages` and translate what it names"
    assert stored - catalogue.spoken() == set(), "nobody says these any more: run `make messages`"


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
