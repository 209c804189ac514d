"""Compiling at install, by two processes at once, and where what was compiled cannot be read."""

import os
import subprocess
import sys
from pathlib import Path
from types import FunctionType

import pytest

from rules.kernel import movement
from rules.simulate import backend, jit, version
from rules.simulate.__main__ import main
from tests.endurance.size import WHOLE, patient
from tests.servers import ROOT


@pytest.mark.slow
@pytest.mark.process
@patient
@pytest.mark.skipif(not jit.available(), reason="numba is not installed")
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


@pytest.mark.process
def test_without_numba_it_is_told_that_playouts_stay_interpreted() -> None:
    done = subprocess.run(
        [sys.executable, "-S", "-m", "rules.simulate"], cwd=ROOT, capture_output=True, text=True, timeout=100
    )
    assert (done.returncode, done.stdout) == (1, "numba is not installed: playouts stay interpreted\n")


@pytest.mark.long
@pytest.mark.skipif(not jit.available(), reason="numba is not installed")
def test_it_is_told_whether_playouts_are_compiled(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main() == 0
    assert capsys.readouterr().out.startswith("playouts are compiled")
    monkeypatch.setattr(backend, "best", lambda _: backend.INTERPRETED)
    assert (main(), capsys.readouterr().out) == (1, "")
    monkeypatch.setattr(jit, "available", lambda: False)
    assert (main(), capsys.readouterr().out) == (1, "numba is not installed: playouts stay interpreted\n")


#: A process that has imported the compiler and compiled nothing; for each line that it is sent it forks another.
SMALL = """
import os, sys
import numba
from rules.kernel.movement import smeared_down
from rules.simulate import jit
for _ in sys.stdin:
    if not os.fork():
        small = jit.compiled(smeared_down, 0b1000, 2)
        print(small(0b1000, 2), len(small.stats.cache_hits), flush=True)
        os._exit(0)
    assert os.wait()[1] == 0
"""


def small_told(process: subprocess.Popen[str]) -> str:
    """What another process says of a small function kept in that folder: its result, and how often it was read."""
    assert process.stdin is not None
    assert process.stdout is not None
    print(file=process.stdin, flush=True)
    return process.stdout.readline().strip()


@pytest.mark.process
@patient
@pytest.mark.skipif(not jit.available(), reason="numba is not installed")
def test_a_file_that_breaks_off_is_compiled_anew_and_kept_by_the_next(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", SMALL],
        cwd=ROOT,
        env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert small_told(process) == "6 0"
        (kept,) = tmp_path.glob("*/*.nbc")
        kept.write_bytes(kept.read_bytes()[:500])
        assert [small_told(process) for _ in range(3)] == ["6 0", "6 0", "6 1"]


def test_a_function_is_told_from_another_by_what_runs_and_not_by_its_file() -> None:
    rule = movement.smeared_down
    code = rule.__code__
    changed = code.replace(co_consts=tuple(2 if value == 1 else value for value in code.co_consts))
    assert changed.co_consts != code.co_consts
    same, other = (FunctionType(each, rule.__globals__, rule.__name__) for each in (code, changed))
    assert jit.digest(same) == jit.digest(rule) != jit.digest(other)


@pytest.mark.process
def test_every_process_names_the_kernel_alike() -> None:
    done = subprocess.run(
        [sys.executable, "-S", "-c", "from rules.simulate import version; print(version())"],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": "7"},
        capture_output=True,
        text=True,
        check=True,
        timeout=100,
    )
    assert done.stdout.strip() == version()
