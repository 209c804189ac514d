"""A name is erased on a real site: no file has it any more, not the freed pages of the database either."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tests.servers import ROOT
from tests.tournaments.erased import NAME, PLAYED, files_naming


def _site(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    told = {
        **os.environ,
        "DATA_DIR": str(folder),
        "BACKUP_DIR": str(folder.with_name("backups")),
        "DATABASE_URL": "",
        "PYTHONIOENCODING": "utf-8",
    }
    told = {name: value for name, value in told.items() if value and name != "DJANGO_SETTINGS_MODULE"}
    return subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=ROOT,
        env=told,
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
    )


@pytest.fixture
def site(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    assert _site(folder, "migrate", "-v0").returncode == 0
    made = _site(folder, "shell", "-v0", "-c", PLAYED)
    assert made.returncode == 0, made.stderr
    return folder


def test_no_file_of_the_site_has_the_name_and_a_planted_one_is_found(site: Path) -> None:
    assert files_naming(site)
    before = _site(site, "find_person", NAME)
    assert before.returncode == 1
    assert "games_gameevent.payload" in before.stdout
    assert "rauswurf.sqlite3" in before.stdout
    backup = site.with_name("backups") / "rauswurf.tar.gz"
    backup.parent.mkdir()
    assert _site(site, "backup", str(backup)).returncode == 0
    done = _site(site, "erase_player", NAME, "--yes")
    assert done.returncode == 0, done.stderr
    assert files_naming(site) == []
    assert _site(site, "find_person", NAME).stdout == f"{backup}\n1 place\n"
    backup.unlink()
    after = _site(site, "find_person", NAME)
    assert (after.returncode, after.stdout) == (0, "0 places\n")
    assert (site / "erased").read_text().split()[-1].startswith("player:")
    assert _site(site, "verify_log").returncode == 0
    assert _site(site, "rebuild_projections", "--check").returncode == 0
    (site / "old.log").write_text("GET /players/?search=Xaver%20Qu%C3%B6llm%C3%BCller")
    with sqlite3.connect(site / "rauswurf.sqlite3") as database:
        database.execute("UPDATE games_game SET title = 'QUOELLMUELLER, Xaver'")
    found = _site(site, "find_person", NAME)
    assert found.returncode == 1
    assert {line.split(":")[0].rsplit("/")[-1] for line in found.stdout.splitlines()} >= {
        "old.log",
        "games_game.title",
    }
