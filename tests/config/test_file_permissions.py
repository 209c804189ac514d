"""What the site keeps is readable by its owner alone, however it came there."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from config.environment import keep_private, private_database
from tests.servers import ROOT, Console, forked_site, migrated_sqlite, wait_until

KEPT = ("rauswurf.sqlite3", "rauswurf.sqlite3-wal", "rauswurf.sqlite3-shm", "secret-key", "backup.sqlite3")


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def open_for_all(folder: Path) -> None:
    """What an earlier version and a careless backup have left."""
    folder.mkdir(exist_ok=True)
    for name in KEPT:
        (folder / name).write_bytes(b"x" * 60 if name == "secret-key" else b"")
        (folder / name).chmod(0o644)
    folder.chmod(0o755)


@pytest.mark.process
def test_a_new_site_under_any_umask_is_its_owners_alone(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    script = (
        "import os; os.umask(0); import django; django.setup(); from django.db import connection as c;"
        "c.cursor().execute('CREATE TABLE anything (a)'); print(*sorted(os.listdir(os.environ['DATA_DIR'])))"
    )
    left_out = ("DATABASE_URL", "SECRET_KEY")
    inherited = {name: value for name, value in os.environ.items() if name not in left_out}
    environment = {**inherited, "DATA_DIR": str(folder), "DJANGO_SETTINGS_MODULE": "config.settings"}
    done = subprocess.run(
        [sys.executable, "-c", script], env=environment, cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert set(done.stdout.split()) >= {"rauswurf.sqlite3", "rauswurf.sqlite3-wal", "secret-key"}
    assert mode(folder) == 0o700
    assert {file.name: mode(file) for file in folder.iterdir()} == {
        file.name: 0o600 for file in folder.iterdir()
    }


@pytest.mark.process
@pytest.mark.sqlite
def test_a_site_that_was_open_is_closed_when_it_starts(tmp_path: Path, console: Console) -> None:
    database = tmp_path / "data" / "rauswurf.sqlite3"
    open_for_all(tmp_path / "data")
    database.write_bytes(migrated_sqlite().read_bytes())
    for name in KEPT[1:3]:
        (tmp_path / "data" / name).unlink()
    with forked_site(console, {"DATA_DIR": str(database.parent), "DATABASE_URL": f"sqlite:///{database}"}):
        assert mode(tmp_path / "data") == 0o700
        # The second copy is written beside its place first.
        wait_until((tmp_path / "data" / "second-copy.sqlite3").exists)
        found = {file.name: mode(file) for file in (tmp_path / "data").iterdir()}
        assert set(found) == {*KEPT, "second-copy.sqlite3"}
        assert set(found.values()) == {0o600}


def test_what_is_open_is_closed_and_nothing_else_is_touched(tmp_path: Path) -> None:
    folder, outside = tmp_path / "data", tmp_path / "outside"
    open_for_all(folder)
    outside.write_text("somebody else's")
    outside.chmod(0o644)
    (folder / "link").symlink_to(outside)
    keep_private(folder)
    keep_private(folder)
    assert mode(folder) == 0o700
    assert {mode(folder / name) for name in KEPT} == {0o600}
    assert mode(outside) == 0o644


def test_a_folder_that_many_share_is_left_to_them(tmp_path: Path) -> None:
    open_for_all(tmp_path)
    tmp_path.chmod(0o1777)
    keep_private(tmp_path)
    assert mode(tmp_path) == 0o777 | stat.S_ISVTX
    assert mode(tmp_path / "secret-key") == 0o644
    private_database(str(tmp_path / "rauswurf.sqlite3"))
    assert {mode(tmp_path / name) for name in KEPT[:3]} == {0o600}
    assert mode(tmp_path / "backup.sqlite3") == 0o644


def test_a_database_in_memory_has_no_file() -> None:
    private_database(":memory:")
    assert not Path(":memory:").exists()
