"""A setting that cannot be read is named, with what would be right, in both languages; no traceback."""

import os
import subprocess
import sys

import pytest

from tests.servers import ROOT


@pytest.mark.sqlite
@pytest.mark.process
@pytest.mark.parametrize(
    ("variable", "value", "needed"),
    [
        ("DATABASE_URL", "rauswurf.sqlite3", "postgresql://USER:PASSWORD@HOST/NAME"),
        ("BACKUP_KEEP", "7d", "a whole number"),
    ],
)
def test_a_setting_that_cannot_be_read_is_named(variable: str, value: str, needed: str) -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "manage.py"), "migrate", "--check"],
        env={**os.environ, variable: value},
        capture_output=True,
        text=True,
        timeout=60,
    )
    english, german = done.stderr.strip().splitlines()[-1].split(" / ")
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert english.startswith(f"{variable}: ")
    assert needed in english
    assert german.startswith(f"{variable}: ")
