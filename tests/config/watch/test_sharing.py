"""Several processes count together: nothing is lost with one, nothing grows for ever, nothing counts twice."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from prometheus_client.multiprocess import MultiProcessCollector

from config.watch.sharing import fold
from tests.servers import ROOT

pytestmark = pytest.mark.process

# What a process does: counts, says so, and lives on until its input ends; or forks and lets the child count, too.
COUNTS = """
import os, sys
import django
django.setup()
from config.watch.counters import count_together, counters
count_together(sys.argv[1])
counters().events_recorded_total.labels("throw").inc(3)
counters().request_seconds.labels("pages").observe(0.2)
counters().job_last_done_timestamp_seconds.labels("a job").set(float(sys.argv[2]))
if sys.argv[1] == "worker":
    if not os.fork():
        counters().events_recorded_total.labels("throw").inc(2)
        os._exit(0)
    os.wait()
print("counted", flush=True)
sys.stdin.read()
"""


def process(folder: Path, kind: str, done_at: int) -> subprocess.Popen[str]:
    started = subprocess.Popen(
        [sys.executable, "-c", COUNTS, kind, str(done_at)],
        env={
            **os.environ,
            "DATA_DIR": str(folder),
            "METRICS_DIR": str(folder / "metrics"),
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "PYTHONPATH": str(ROOT),
        },
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert started.stdout is not None
    assert started.stdout.readline() == "counted\n"
    return started


def end(started: subprocess.Popen[str]) -> None:
    with started:
        started.kill()


def together(folder: Path) -> dict[str, float]:
    fold(folder)
    found = {}
    for metric in MultiProcessCollector(None, path=str(folder)).collect():
        for sample in metric.samples:
            if sample.value:
                found[" ".join([sample.name.removeprefix("rauswurf_"), *sample.labels.values()])] = (
                    sample.value
                )
    return found


def test_what_processes_counted_stays_when_they_are_killed_and_files_do_not_grow(tmp_path: Path) -> None:
    folder = tmp_path / "metrics"
    web, worker = process(tmp_path, "web", 100), process(tmp_path, "worker", 200)
    found = together(folder)
    assert found["events_recorded_total throw"] == 3 + 3 + 2
    assert found["request_seconds_count pages"] == 2
    assert found["request_seconds_sum pages"] == pytest.approx(0.4)
    assert found["job_last_done_timestamp_seconds a job"] == 200
    assert (found["processes web"], found["processes worker"]) == (1, 1)
    end(web)
    end(worker)
    found = together(folder)
    assert found["events_recorded_total throw"] == 8
    assert found["request_seconds_bucket pages 0.25"] == 2
    assert found["job_last_done_timestamp_seconds a job"] == 200
    assert "processes web" not in found
    third = process(tmp_path, "web", 150)
    assert together(folder)["events_recorded_total throw"] == 11
    assert together(folder)["job_last_done_timestamp_seconds a job"] == 200
    end(third)
    assert together(folder) == together(folder)
    assert sorted(path.name for path in folder.iterdir()) == [
        "counter_gone.db",
        "gauge_max_gone.db",
        "histogram_gone.db",
        "lock",
    ]


def test_a_file_that_a_power_cut_has_spoiled_is_dropped_and_the_others_count(tmp_path: Path) -> None:
    folder = tmp_path / "metrics"
    end(process(tmp_path, "web", 100))
    (folder / "counter_other-1.db").write_bytes(b"\xff" * 5000)
    (folder / "histogram_other-1.db").write_bytes(b"")
    assert together(folder)["events_recorded_total throw"] == 3
    assert not list(folder.glob("*other*"))


def test_a_folder_that_cannot_be_written_stops_nobody(tmp_path: Path) -> None:
    (tmp_path / "metrics").write_text("a file")
    end(process(tmp_path, "web", 100))
