"""Whatever is to be done from time to time is done by all three who do: the embedded server, beat, ``run_periodic``."""

from __future__ import annotations

import asyncio
import contextlib
import inspect
import logging
import shutil
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import get_commands
from django.db import OperationalError
from django.utils.module_loading import import_string

from config import lifespan
from config.celery import app
from config.jobs import JOBS, Command, Job, Loop
from config.periodic import run_command, run_periodic
from tests.servers import (
    ROOT,
    Site,
    environment_of,
    family,
    free_port,
    lives,
    migrated_sqlite,
    wait_until,
)

ROOMS = ("config", "games", "tournaments")


def test_beat_asks_for_every_task_that_needs_nothing_and_for_no_other() -> None:
    app.loader.import_default_modules()
    scheduled = [entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()]
    ours = {name: task for name, task in app.tasks.items() if name.split(".")[0] in ROOMS}
    assert sorted(scheduled) == sorted(name for name, task in ours.items() if not needs(task.run))
    assert len(scheduled) == len(JOBS)


def needs(function: Callable[..., Any]) -> list[str]:
    """What a task must be told: it is asked for by whoever knows, not from time to time."""
    return [
        each.name
        for each in inspect.signature(function).parameters.values()
        if each.kind is not inspect.Parameter.VAR_KEYWORD and each.default is inspect.Parameter.empty
    ]


def test_the_embedded_server_does_everything_that_is_written_to_go_on_for_ever() -> None:
    written = {
        ".".join((*path.relative_to(ROOT).with_suffix("").parts, line.split()[2].partition("(")[0]))
        for room in ROOMS
        for path in (ROOT / room).rglob("*.py")
        for line in path.read_text(encoding="utf-8").splitlines()
        if line.startswith("async def ") and "_for_ever(" in line
    }
    assert written == {job.beside.path for job in JOBS if isinstance(job.beside, Loop)}


@pytest.mark.parametrize("job", JOBS, ids=lambda job: job.name)
def test_every_job_can_be_done_once_and_beside_requests(job: Job) -> None:
    assert needs(import_string(job.once)) == ["now"]
    match job.beside:
        case Loop(path):
            assert needs(import_string(path)) == ["seconds"]
        case Command(name, is_due):
            assert needs(import_string(is_due)) == ["now"]
            assert name in get_commands()


def looked(*, now: datetime) -> int:
    """Planted: a job that fails the first time."""
    LOOKS.append(now)
    if len(LOOKS) == 1:
        raise OperationalError("away")
    return 0


LOOKS: list[datetime] = []


def test_what_goes_wrong_beside_requests_is_logged_and_tried_again(caplog: pytest.LogCaptureFixture) -> None:
    job = Job("planted", 0.01, 1.0, task="", once=f"{__name__}.looked", counts="looks")

    async def for_a_moment() -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(5):
                running = asyncio.create_task(run_periodic(job))
                while len(LOOKS) < 3:
                    await asyncio.sleep(0.01)
                running.cancel()

    asyncio.run(for_a_moment())
    assert len(LOOKS) >= 3
    assert [record.getMessage() for record in caplog.records] == [
        "planted: something went wrong; again in 0.01 s"
    ]


def asked(*, now: datetime) -> bool:
    """Planted: nothing is due, and that it was asked."""
    ASKED.append(now)
    return False


ASKED: list[datetime] = []


def test_what_takes_a_process_of_its_own_begins_after_those_who_have_waited_for_the_start(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(lifespan, "AFTER_START", 0.3)
    beside = Job("beside", 60, 1, "", "", "", beside=Command("check", f"{__name__}.asked"))
    inside = Job("inside", 60, 1, task="", once=f"{__name__}.looked", counts="looks")
    LOOKS[:] = [datetime.now(UTC)]  # it has failed once

    async def begin() -> tuple[int, int]:
        running = [asyncio.create_task(lifespan._begun(job)) for job in (beside, inside)]
        await asyncio.sleep(0.15)
        soon = len(LOOKS), len(ASKED)
        while not ASKED:
            await asyncio.sleep(0.01)
        for task in running:
            task.cancel()
        return soon

    assert asyncio.run(asyncio.wait_for(begin(), 20)) == (2, 0)


@pytest.mark.process
def test_what_a_command_prints_stands_in_the_log_and_not_on_the_console_of_the_server(
    capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG, logger="config.periodic"):
        asyncio.run(run_command("check"))
    assert [record.getMessage() for record in caplog.records] == [
        "check: System check identified no issues (0 silenced)."
    ]
    assert capfd.readouterr().out == ""
    with pytest.raises(RuntimeError, match="no_such_command has ended with 1"):
        asyncio.run(run_command("no_such_command"))


#: A server that has a command do its work, and the command: one that goes on for ever.
SERVER = "import asyncio, config.asgi, config.periodic; asyncio.run(config.periodic.run_command('serve'))"


@pytest.mark.process
def test_a_server_that_is_killed_leaves_no_command_behind(tmp_path: Path) -> None:
    database, port = shutil.copy(migrated_sqlite(), tmp_path), free_port()
    environment = environment_of(str(tmp_path)) | {"DATABASE_URL": f"sqlite:///{database}", "PORT": str(port)}
    with subprocess.Popen([sys.executable, "-c", SERVER], env=environment, cwd=ROOT) as server:
        command = Site(environment, port=port)
        wait_until(command.answers)
        there = [process for process in family(server.pid) if process != server.pid]
        assert there
        server.kill()
    wait_until(lambda: not any(lives(process) for process in there))


def test_the_documentation_names_every_job_with_its_interval() -> None:
    page = (ROOT / "docs/install/run.md").read_text(encoding="utf-8")
    for job in JOBS:
        interval = f"{job.seconds / 3600:.0f} h" if job.seconds >= 3600 else f"{job.seconds:.0f} s"
        assert f"| {job.name} | {interval} |" in page
