"""Processes count together as long as they live, each in a folder of its own, and files do not grow for ever."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from config.watch.sharing import Together, living
from tests.servers import ROOT

pytestmark = pytest.mark.process

# What `manage.py run` starts: it counts, and so does a child; it says so, and lives on until its input ends.
COUNTS = """
import os, sys
from config.watch import series
def count(throws):
    series.EVENTS_RECORDED.labels("throw").inc(throws)
    series.REQUEST_SECONDS.labels("pages").observe(0.2)
count(3)
if not os.fork():
    count(2)
    os._exit(0)
os.wait()
print("counted", flush=True)
sys.stdin.read()
"""
BEGINS = """
import os, sys
from django.conf import settings
settings.configure(METRICS_DIR=sys.argv[2])
from config.watch import sharing
sharing.begin(sys.argv[1])
os.execv(sys.executable, [sys.executable, "-c", sys.argv[3]])
"""


@pytest.fixture
def folder(settings: Any, tmp_path: Path) -> Path:
    settings.METRICS_DIR = str(tmp_path / "metrics")
    return tmp_path / "metrics"


@pytest.fixture
def processes() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def start(processes: ExitStack, folder: Path, kind: str) -> subprocess.Popen[str]:
    started = subprocess.Popen(
        [sys.executable, "-c", BEGINS, kind, str(folder), COUNTS],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    processes.enter_context(started)
    processes.callback(started.kill)
    assert started.stdout is not None
    assert started.stdout.readline() == "counted\n"
    return started


def together() -> dict[str, float]:
    return {
        " ".join([sample.name.removeprefix("rauswurf_"), *sample.labels.values()]): sample.value
        for metric in Together().collect()
        for sample in metric.samples
        if sample.value
    }


def test_each_process_counts_with_its_children_from_its_start_to_its_end(
    processes: ExitStack, folder: Path
) -> None:
    assert (living(), together()) == ({}, {})
    web, worker = start(processes, folder, "web"), start(processes, folder, "worker")
    assert living() == {"web": 1, "worker": 1}
    found = together()
    for kind in ("web", "worker"):
        assert found[f"events_recorded_total throw {kind}"] == 3 + 2
        assert found[f"request_seconds_count pages {kind}"] == 2
        assert found[f"request_seconds_sum pages {kind}"] == pytest.approx(0.4)
        assert found[f"request_seconds_bucket pages 0.25 {kind}"] == 2
    web.kill()
    web.wait()
    assert living() == {"worker": 1}
    assert {each.split()[-1] for each in together()} == {"worker"}
    files = {path.name for path in (folder / "web").iterdir()}
    start(processes, folder, "web")
    assert together()["events_recorded_total throw web"] == 3 + 2
    assert not files & {path.name for path in (folder / "web").iterdir()} - {"held"}
    worker.kill()
    worker.wait()
    assert living() == {"web": 1}


def test_two_of_a_kind_count_apart(processes: ExitStack, folder: Path) -> None:
    first = start(processes, folder, "beat")
    start(processes, folder, "beat")
    assert living() == {"beat": 2}
    found = together()
    assert found["events_recorded_total throw beat"] == found["events_recorded_total throw beat-2"] == 5
    first.kill()
    first.wait()
    assert living() == {"beat": 1}
    start(processes, folder, "beat")
    assert sorted(path.name for path in folder.iterdir()) == ["beat", "beat-2", "lock"]


def test_a_file_that_a_power_cut_has_spoiled_goes_with_the_next_start(
    processes: ExitStack, folder: Path
) -> None:
    (folder / "web").mkdir(parents=True)
    (folder / "web" / "held").touch()
    (folder / "web" / "counter_1.db").write_bytes(b"\xff" * 5000)
    assert together() == {}
    start(processes, folder, "web")
    assert together()["events_recorded_total throw web"] == 5


def test_a_folder_that_cannot_be_written_stops_nobody(processes: ExitStack, folder: Path) -> None:
    folder.write_text("a file")
    start(processes, folder, "web")
    assert living() == {}
