"""``make bench`` makes every measurement there is, and none of them near the site's own data."""

from __future__ import annotations

from pathlib import Path

import pytest

import bench
from bench.__main__ import HELPERS, MEASUREMENTS, main


def test_every_script_is_a_measurement_or_helps_one() -> None:
    there = {path.stem for path in Path(*bench.__path__).glob("*.py") if not path.stem.startswith("__")}
    assert sorted((*MEASUREMENTS, *HELPERS)) == sorted(there)


def test_a_measurement_has_a_folder_of_its_own_and_no_database_of_the_site(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATA_DIR", str(tmp_path))
    monkeypatch.setenv("DATABASE_URL", "postgres://nobody@127.0.0.1:9/nothing")
    monkeypatch.setattr("bench.__main__.MEASUREMENTS", ("sql_queries", "size"))
    assert main(["sql_queries", "size"]) == 1
    told = capfd.readouterr()
    assert "127.0.0.1" not in told.err  # the database that the environment names was not asked
    assert "no such table" in told.err  # its own is empty
    assert "FAILED: sql_queries" in told.out
    assert "== size ended" in told.out
    assert list(tmp_path.iterdir()) == []


def test_what_is_no_measurement_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["nothing"]) == 2
    assert "there are rules_speed" in capsys.readouterr().out
