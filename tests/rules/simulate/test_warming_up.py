"""Compiling at install, and by two processes at once."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from rules.simulate import compiling
from tests.endurance.size import WHOLE, patient
from tests.servers import ROOT


@patient
@pytest.mark.skipif(not compiling.available(), reason="numba is not installed")
def test_two_processes_may_compile_at_once(tmp_path: Path) -> None:
    """Whole: both from nothing. Otherwise both read what there is, or write it."""
    place = {"NUMBA_CACHE_DIR": str(tmp_path)} if WHOLE else {}
    both = [
        subprocess.Popen(
            [sys.executable, "-m", "rules.simulate"],
            cwd=ROOT,
            env={**os.environ, **place},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        for _ in range(2)
    ]
    for process in both:
        told, _ = process.communicate()
        assert process.returncode == 0, told
        assert told.startswith("playouts are compiled")


def test_without_numba_it_is_told_that_playouts_stay_interpreted() -> None:
    done = subprocess.run(
        [sys.executable, "-S", "-m", "rules.simulate"], cwd=ROOT, capture_output=True, text=True, timeout=100
    )
    assert (done.returncode, done.stdout) == (1, "numba is not installed: playouts stay interpreted\n")
