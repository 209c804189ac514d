"""A name is found however it is spelt, and taken out with nothing else."""

from __future__ import annotations

import json
import unicodedata

import pytest

from games.domain.name_spellings import NameFinder

NAME = "Jörg Müller-Weiß"


@pytest.mark.parametrize(
    "text",
    [
        "Jörg Müller-Weiß",
        "JÖRG MÜLLER-WEISS",
        "joerg mueller-weiss",
        "Jorg Muller Weiß",
        "Weiß, Jörg Müller",
        "Jörg  Müller-Weiß’ Zug",
        "joerg.mueller-weiss@example.org",
        "/players/jorg-muller-weiss/",
        unicodedata.normalize("NFD", "Jörg Müller-Weiß"),
        json.dumps("Jörg Müller-Weiß"),
        "J&ouml;rg M&#252;ller-Wei&szlig;",
        "J%C3%B6rg%20M%C3%BCller-Wei%C3%9F",
    ],
)
def test_a_name_is_found_in_every_spelling_and_taken_out_alone(text: str) -> None:
    finder = NameFinder([NAME])
    told = f"vor {text} danach ö"
    assert finder.is_in(told)
    left = finder.replaced(told, "N. N.")
    assert not finder.is_in(left)
    assert left.startswith("vor ")
    assert left.endswith(" danach ö")
    assert "N. N." in left


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252", "utf-16"])
def test_a_name_is_found_in_files_of_every_encoding(encoding: str) -> None:
    assert NameFinder([NAME]).is_in_bytes(f"1;{NAME};gelb\n".encode(encoding))


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252", "utf-16-le"])
def test_a_name_is_found_in_pages_of_a_database_with_nothing_around_it(encoding: str) -> None:
    pages = b"\x00\x07" + f"91a{NAME}jorg".encode(encoding)
    assert NameFinder([NAME]).is_in_pages(pages)
    assert not NameFinder([NAME]).is_in_bytes(pages)


def test_a_short_name_is_no_part_of_other_words_there() -> None:
    assert not NameFinder(["Max"]).is_in_pages(b"\x00maximum\x00")
    assert NameFinder(["Max"]).is_in_pages(b"\x00Max\x00")


@pytest.mark.parametrize(
    "text", ["Jörg Müller", "XJörg Müller-Weiß", "Jörg Müller-Weißer", "", "Jörg und Weiß"]
)
def test_another_name_is_left_alone(text: str) -> None:
    assert NameFinder([NAME]).replaced(text, "?") == text


def test_a_name_within_a_longer_one_of_somebody_else_is_not_meant() -> None:
    finder = NameFinder(["Anna"], protected=["Anna Schmidt", "Bert"])
    assert finder.replaced("Anna, Anna Schmidt und Schmidt, Anna", "?") == "?, Anna Schmidt und Schmidt, Anna"


def test_no_name_is_found_nowhere() -> None:
    assert not NameFinder([]).is_in("Anna")
    assert NameFinder(["…"]).replaced("…", "?") == "…"
