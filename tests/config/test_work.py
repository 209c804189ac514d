"""All kinds of work are done by all who work: the embedded server and its process, workers, ``run_periodic``."""

import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from celery import Celery
from django.core.management import CommandError, call_command

from config import asgi_layers
from config.asgi_layers import WorkProcess
from config.beat import PatientScheduler
from config.celery import app
from config.work import KINDS, LONG, SHORT
from games.work.bells import TASK
from tests.servers import (
    ROOT,
    environment_of,
    family,
    lives,
    migrated_sqlite,
    wait_until,
)

ROOMS = ("config", "games", "tournaments")


def test_beat_has_workers_look_for_every_kind_and_there_is_no_other_task() -> None:
    app.loader.import_default_modules()
    assert [name for name in app.tasks if name.split(".")[0] in ROOMS] == [TASK]
    scheduler = PatientScheduler(Celery("asking", set_as_current=False))
    entries: list[Any] = list(scheduler.schedule.values())
    found = {entry.kwargs["kind"]: entry.schedule.run_every.total_seconds() for entry in entries}
    assert found == {kind: work.seconds for kind, work in KINDS.items()}
    assert {entry.task for entry in entries} == {TASK}


def test_the_embedded_server_and_its_process_do_every_kind_between_them() -> None:
    assert {work.kind for work in (*SHORT, *LONG)} == set(KINDS)
    assert not {work.kind for work in SHORT} & {work.kind for work in LONG}


def declared() -> set[str]:
    return {
        f"{path.relative_to(ROOT)}"
        for room in ROOMS
        for path in (ROOT / room).rglob("*.py")
        if re.search(r"^[A-Z]+ = Work\(", path.read_text(encoding="utf-8"), re.MULTILINE)
    }


def test_every_kind_that_is_declared_is_done() -> None:
    assert len(declared()) == len(KINDS)


def test_the_documentation_names_every_kind_with_its_interval() -> None:
    page = (ROOT / "docs/install/run.md").read_text(encoding="utf-8")
    for kind, work in KINDS.items():
        interval = f"{work.seconds / 3600:.0f} h" if work.seconds >= 3600 else f"{work.seconds:.0f} s"
        assert f"| {kind} | {interval} |" in page


# -- the process beside the embedded server ----------------------------------------------------------


def test_it_begins_after_those_who_have_waited_for_the_start_and_only_where_there_is_work(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answers, begun = iter([False, True]), []
    process = WorkProcess()
    monkeypatch.setattr(asgi_layers, "AFTER_START", 0.3)
    monkeypatch.setattr(asgi_layers, "SECONDS", 0.01)
    monkeypatch.setattr(process, "is_anything_due", lambda: next(answers, False))
    monkeypatch.setattr(process, "run_command", lambda command: begun.append(time.monotonic()))
    started = time.monotonic()
    process.start()
    wait_until(lambda: bool(begun))
    process.stop()
    process.join(60)
    assert begun[0] - started > 0.3
    assert len(begun) == 1


@pytest.mark.process
def test_what_it_prints_does_not_stand_on_the_console_of_the_server(
    capfd: pytest.CaptureFixture[str],
) -> None:
    python = (sys.executable, "-S", "-c")
    WorkProcess().run_command((*python, "print('done')"))
    assert capfd.readouterr().out == ""
    with pytest.raises(RuntimeError, match="it has ended with 1"):
        WorkProcess().run_command((*python, "raise SystemExit(1)"))


#: A server, and its process: one that goes on for ever.
SERVER = """
import threading, time, django
django.setup()
from config import asgi_layers
from config.work import LONG
asgi_layers.WorkProcess.is_anything_due = lambda process: True
asgi_layers.AFTER_START = 0
asgi_layers.WorkProcess().start()
time.sleep(600)
"""


@pytest.mark.slow
@pytest.mark.process
def test_a_server_that_is_killed_leaves_no_process_behind(tmp_path: Path) -> None:
    database = shutil.copy(migrated_sqlite(), tmp_path)
    environment = environment_of(str(tmp_path)) | {
        "DATABASE_URL": f"sqlite:///{database}",
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }
    with subprocess.Popen([sys.executable, "-c", SERVER], env=environment, cwd=ROOT) as server:
        wait_until(lambda: len(list(family(server.pid))) > 1)
        there = [process for process in family(server.pid) if process != server.pid]
        server.kill()
    wait_until(lambda: not any(lives(process) for process in there))


def test_by_a_script_it_does_not_start_as_its_end_would_be_that_of_the_script(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(os, "getpgrp", lambda: os.getpid() + 1)
    with pytest.raises(CommandError, match="run_periodic"):
        call_command("work")
