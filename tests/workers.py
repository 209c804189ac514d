"""Tests in several processes that are forked when everything is imported: `-p tests.workers --workers NUMBER`.

Each takes the next file as soon as it is done with one: the tests of a file share the site that the file starts.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

FORK = get_context("fork")
#: Who is interrupted stops what it has started first.
SECONDS = 20


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let the command line say how many."""
    parser.addoption("--workers", type=int, default=1, help="the number of processes that run tests")


@dataclass
class Worker:
    """In a forked process: hands its reports to the one that has forked it."""

    reports: Connection

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item, nextitem: pytest.Item | None) -> bool:
        """Run a test, and report nothing here."""
        hook = item.config.hook
        for report in runtestprotocol(item, log=False, nextitem=nextitem):
            self.reports.send(hook.pytest_report_to_serializable(config=item.config, report=report))
        return True


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool | None:
    """Fork, and tell pytest what the forked processes report."""
    config, number = session.config, session.config.getoption("--workers")
    if number < 2 or config.option.collectonly or session.testsfailed:
        return None
    files: dict[Path, list[pytest.Item]] = {}
    for item in session.items:
        files.setdefault(item.path, []).append(item)
    taken: Any = FORK.Value("i")  # the number of files that are done or under way
    folder: Path = config._tmp_path_factory.getbasetemp()  # type: ignore[attr-defined]
    running = {}
    for index in range(number):
        reader, writer = FORK.Pipe(duplex=False)
        process = FORK.Process(
            target=work, args=(session, [*files.values()], taken, writer, folder / f"gw{index}")
        )
        process.start()
        writer.close()
        running[reader] = process
    try:
        listen(session, {*running}, taken)
    finally:
        for process in running.values():
            process.join(SECONDS)
            process.terminate()
    if session.shouldfail:
        raise session.Failed(session.shouldfail)
    return True


def listen(session: pytest.Session, readers: set[Connection], taken: Any) -> None:
    """Pass on all reports."""
    hook = session.config.hook
    while readers:
        for reader in wait([*readers]):
            assert isinstance(reader, Connection)
            try:
                data = reader.recv()
            except EOFError:
                raise session.Failed("a process that ran tests has died") from None
            if data is None:
                readers.remove(reader)
                continue
            report = hook.pytest_report_from_serializable(config=session.config, data=data)
            hook.pytest_runtest_logreport(report=report)
            if report.when == "teardown":
                hook.pytest_runtest_logfinish(nodeid=report.nodeid, location=report.location)
            if session.shouldfail:  # each comes to the end of its file
                taken.value = len(session.items)


def work(
    session: pytest.Session,
    files: list[list[pytest.Item]],
    taken: Any,
    reports: Connection,
    folder: Path,
) -> None:
    """Run the tests of one file after the other, until none is left."""
    config = session.config
    config.workerinput = {"workerid": folder.name}  # type: ignore[attr-defined] # by it pytest-django names databases
    folder.mkdir()
    config._tmp_path_factory._basetemp = folder  # type: ignore[attr-defined]
    capturing: Any = config.pluginmanager.getplugin("capturemanager")
    capturing.stop_global_capturing()  # into a file that all have
    capturing.start_global_capturing()
    config.pluginmanager.register(Worker(reports))

    def items() -> Iterator[pytest.Item]:
        while True:
            with taken.get_lock():
                index, taken.value = taken.value, taken.value + 1
            if index >= len(files):
                return
            yield from files[index]

    coming = items()
    item = next(coming, None)
    try:
        while item is not None:
            following = next(coming, None)
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            item = following
    finally:
        session._setupstate.teardown_exact(None)
    reports.send(None)
