"""The client as a distribution: made of today's description, in two languages, and of nothing of the program."""

from __future__ import annotations

import argparse
import ast
import inspect
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer
from generate_client import described, generated

from rauswurf_client.cli import parser
from rauswurf_client.cli.board import COLOURS, LETTERS, SHAPES, Pen, draw, places
from rauswurf_client.cli.reading import FILES, figure
from rauswurf_client.cli.words import GERMAN, Voice
from rauswurf_client.exchange import backoff
from rules import RULE_SETS
from tests.servers import ROOT

pytestmark = pytest.mark.sqlite
PYTHON = ROOT / "clients/python"
PACKAGE = PYTHON / "rauswurf_client"


def modules() -> Iterator[tuple[Path, ast.Module]]:
    for file in sorted(PACKAGE.rglob("*.py")):
        yield file, ast.parse(file.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def description() -> Any:
    return SchemaGenerator().get_schema(request=None, public=True)


def test_the_generated_modules_are_what_the_description_of_today_gives(description: Any) -> None:
    made = generated(described(OpenApiJsonRenderer().render(description)))
    assert set(made) == {"models.py", "api.py"}
    for name, text in made.items():
        assert (PACKAGE / name).read_text(encoding="utf-8") == text, f"{name}: run `make client`"


def test_the_client_imports_nothing_but_httpx_and_the_standard_library() -> None:
    allowed = sys.stdlib_module_names | {"httpx", "rauswurf_client"}
    foreign = set()
    for file, tree in modules():
        for node in ast.walk(tree):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                names = [str(node.module)]
            foreign |= {(file.name, name) for name in names if name.partition(".")[0] not in allowed}
    assert not foreign


def test_every_sentence_of_the_command_is_there_in_german() -> None:
    said = {
        node.args[0].value
        for _, tree in modules()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and (node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")) == "say"
        and node.args
        and isinstance(node.args[0], ast.Constant)
    }
    assert len(said) > 40
    assert said - GERMAN.keys() == set()


def test_what_argparse_says_by_itself_is_german_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(argparse, "_", getattr(argparse, "_"))  # noqa: B009  # put back afterwards
    command = parser(Voice("de"))
    helps = ["--help", "watch --help", "export --help"]
    wrong = [
        "",
        "dance",
        "table",
        "watch g --after x",
        "watch g --after",
        "table e --json=x",
        "table e --colour",
    ]
    for typed in helps + wrong:
        with pytest.raises(SystemExit):
            command.parse_args(typed.split())
    told = "".join(capsys.readouterr())
    handed_to_gettext = {
        str(node.args[0].value)
        for node in ast.walk(ast.parse(inspect.getsource(argparse)))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "_"
        if isinstance(node.args[0], ast.Constant)
    }
    pieces = {
        piece.strip(" :") for text in handed_to_gettext for piece in re.split(r"%(?:\(\w+\))?[rs]", text)
    }
    assert {"usage", "options", "error", "show this help message and exit"} <= pieces
    assert [piece for piece in pieces if len(piece) > 2 and piece in told] == []
    assert "Aufruf: rauswurf-cli" in told


def test_every_file_that_the_site_offers_can_be_saved(description: Any) -> None:
    offered: dict[str, set[str]] = {"game": {"record.txt"}}
    for path in description["paths"]:
        if found := re.fullmatch(r"/(\w+)s/{\w+}/(\w+\.\w+)", path):
            offered.setdefault(found[1], set()).add(found[2])
    assert {kind: set(names) for kind, names in FILES.items()} == offered


@pytest.mark.parametrize(
    ("arms", "fields"), [(4, 10), (6, 8), (6, 10), (4, 8), (6, 2), (6, 4), (4, 9), (4, 2)]
)
def test_no_field_of_a_drawn_board_lies_on_another(arms: int, fields: int) -> None:
    for lines in (None, 21):
        rows = sorted(places(arms, fields, lines).all)
        assert len(rows) == arms * (fields + 8)
        close = [(a, b) for a, b in pairwise(rows) if a[0] == b[0] and b[1] - a[1] < 3]
        assert not close
        assert lines is None or rows[-1][0] - rows[0][0] < lines


def test_every_pawn_is_drawn_by_letter_and_shape_without_colour_and_by_letters_alone_in_ascii() -> None:
    position = "6x8 B,B,B,A/45,b,c,d/B,B,3,a/47,b,c,d/B,B,B,B/B,B,A,12 R0"
    drawn, plain = draw(position, Pen()), draw(position, Pen(has_shapes=False))
    for colour in COLOURS[6]:
        assert drawn.count(SHAPES[colour] + LETTERS[colour]) == 4
        assert plain.count("@" + LETTERS[colour]) == 4
    assert plain.isascii()
    assert "\x1b[" in draw(position, Pen(has_colours=True))


def test_the_board_of_every_rule_set_is_drawn() -> None:
    for rules in RULE_SETS.values():
        arms = int(str(rules.board).partition("x")[0])
        drawn = draw(f"{rules.board} {'/'.join(['B,B,B,A'] * arms)} Y0", Pen())
        assert [drawn.count(SHAPES[colour] + LETTERS[colour]) for colour in COLOURS[arms]] == [4] * arms


def test_pauses_grow_up_to_eight_seconds_however_long_nobody_answers() -> None:
    assert all(0 < backoff(attempt) <= 8 for attempt in (1, 2, 30, 5000))


def test_halves_are_written_as_on_the_pages() -> None:
    assert [figure(each) for each in (3, "5/2", "1/2", "-1/2", None, "a/b")] == [
        "3",
        "2½",
        "½",
        "-½",
        "–",
        "a/b",
    ]


@pytest.mark.process
def test_the_distribution_has_its_types_and_its_command(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(tmp_path)]
    subprocess.run(command, cwd=PYTHON, check=True, capture_output=True)
    (built,) = tmp_path.glob("rauswurf_client-*-py3-none-any.whl")
    inside = zipfile.ZipFile(built)
    names = set(inside.namelist())
    assert {"rauswurf_client/py.typed", "rauswurf_client/cli/__main__.py"} <= names
    assert all(name.startswith("rauswurf_client") for name in names)
    (points,) = (name for name in names if name.endswith("entry_points.txt"))
    assert "rauswurf-cli = rauswurf_client.cli:main" in inside.read(points).decode()
