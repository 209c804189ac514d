"""Messages are rendered when they are shown or stored, from one catalogue, and without Django."""

import copy
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog

from rules import Figure, Literal, Plural, Text, Verbatim, i18n, joined
from rules.i18n import join_names, opening
from tests.catalogue import compiled
from tests.servers import ROOT

Messages = Mapping[Any, str | tuple[str, ...]]
Plant = Callable[[str, Messages], None]


@pytest.fixture
def plant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Plant]:
    """Write a catalogue of a language into a directory of its own, from which alone the messages are read then."""

    def planted(language: str, messages: Messages) -> None:
        catalogue = Catalog(locale=language)
        for message, translation in messages.items():
            catalogue.add(message, translation)
        catalogue.add("1,234.5", "1 234,5", context="how numbers are written")
        file = tmp_path / language / "LC_MESSAGES" / "django.mo"
        file.parent.mkdir(parents=True)
        file.write_bytes(compiled(catalogue))
        monkeypatch.setattr(i18n, "LOCALE", tmp_path)
        i18n.forget_catalogues()

    yield planted
    monkeypatch.undo()
    i18n.forget_catalogues()


def test_a_message_is_rendered_in_the_language_of_whoever_reads_it(plant: Plant) -> None:
    plant("fr", {"{name} needs {wins}": "il faut {wins} à {name}", "a win": "une victoire"})
    said = Text("{name} needs {wins}", name="Ann", wins=Text("a win"))
    assert said.of("fr") == said.of("fr-CA") == said.of("FR") == "il faut une victoire à Ann"
    assert said.of("en") == said.of("nl") == str(said) == "Ann needs a win"
    assert said.as_json() == {"en": "Ann needs a win", "fr": "il faut une victoire à Ann"}


def test_the_rules_read_the_catalogue_without_django() -> None:
    code = (
        "import sys; from rules.errors import PositionError; from rules.i18n import Plural\n"
        "assert Plural('{n} win', '{n} wins', 2).de == '2 Siege'\n"
        "assert not [name for name in sys.modules if name.startswith('django')]"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)


@pytest.mark.parametrize(
    ("n", "english", "french"), [(0, "0 wins", "0 gain"), (1, "1 win", "1 gain"), (2, "2 wins", "2 gains")]
)
def test_each_language_counts_by_its_own_rule(plant: Plant, n: int, english: str, french: str) -> None:
    plant("fr", {("{n} win", "{n} wins"): ("{n} gain", "{n} gains")})
    assert Plural("{n} win", "{n} wins", n).as_json() == {"en": english, "fr": french}


def test_numbers_get_the_signs_of_the_language_and_moments_its_order(plant: Plant) -> None:
    plant("fr", {"{share:,.1f} on {when:%Y-%m-%d}": "{share:,.1f} le {when:%d/%m/%Y}"})
    for share in (1234.5, Decimal("1234.5"), 1234.5 + Fraction(0)):
        said = Text("{share:,.1f} on {when:%Y-%m-%d}", share=share, when=datetime(2026, 11, 22, tzinfo=UTC))
        assert said.as_json() == {"en": "1,234.5 on 2026-11-22", "fr": "1 234,5 le 22/11/2026"}
    assert Figure(0.5, "+.2f").as_json() == {"en": "+0.50", "fr": "+0,50"}
    assert Text("{die} of {key}", die=6, key=1.5).of("fr") == "6 of 1.5", (
        "without a specification as Python writes it"
    )


def test_a_number_below_zero_has_a_minus_sign() -> None:
    assert Text("{own} to {other}", own=-40, other=Fraction(-5, 2)).en == "−40 to −5/2"
    assert Text("not {given}", given=f"{-1!r}").en == "not -1", "what somebody sent stays as it was"


def test_the_same_english_in_another_context_has_other_words(plant: Plant) -> None:
    plant("fr", {"1,234.5": "une figure"})
    assert (Text("1,234.5").of("fr"), Text("1,234.5", context="how numbers are written").of("fr")) == (
        "une figure",
        "1 234,5",
    )


def test_what_somebody_typed_is_never_taken_for_a_place_to_fill() -> None:
    assert (
        str(Text("{name} has won", name="{die} {0} {name.__class__}")) == "{die} {0} {name.__class__} has won"
    )
    assert str(Verbatim("{die}")) == "{die}"
    assert str(Text('an object such as {"die": 6}')) == 'an object such as {"die": 6}'
    assert (
        str(Text('{cell} is no object such as {{"die": 6}}', cell="x")) == 'x is no object such as {"die": 6}'
    )


def test_texts_are_put_together_in_every_language(plant: Plant) -> None:
    plant("fr", {"{others} and {last}": "{others} et {last}", "red": "rouge", "blue": "bleu"})
    red, blue = Text("red"), Text("blue")
    assert join_names([red]) == red
    assert join_names([red, blue, red]).as_json() == {"en": "red, blue and red", "fr": "rouge, bleu et rouge"}
    assert opening(red).as_json() == {"en": "Red", "fr": "Rouge"}
    assert joined(" – ", [red, blue]).of("fr") == "rouge – bleu"
    assert red.map(str.upper).of("fr") == "ROUGE"
    assert red.in_all() == "red / rouge"
    assert Text("{colour} pawn").filled(colour=red).of("fr") == "rouge pawn"


def test_what_was_stored_stays_as_it_was_written(plant: Plant) -> None:
    plant("fr", {"a win": "une victoire"})
    stored = Literal(de="ein Sieg", en="a win")
    assert list(stored.as_json().items()) == [("en", "a win"), ("de", "ein Sieg")]
    assert stored.map(str.upper).as_json() == {"en": "A WIN", "de": "EIN SIEG"}
    assert stored.of("fr") == "a win", "nobody translates afterwards what was stored before"


def test_texts_that_say_the_same_are_equal_and_can_be_kept() -> None:
    said = Text("{colour} has won", colour=Plural("{n} win", "{n} wins", 2))
    stored = Literal(**said.as_json())
    assert said == stored
    assert hash(said) == hash(stored)
    assert said != Text("{colour} has won", colour="red")
    assert said != str(said)
    assert [pickle.loads(pickle.dumps(said)), copy.deepcopy(said)] == [said, said]
    for other in (
        opening(said),
        joined(", ", [said, said]),
        Figure(1.5, ".1f"),
        Verbatim("x"),
        Plural("a", "b", 1),
    ):
        assert pickle.loads(pickle.dumps(other)) == copy.deepcopy(other) == other
