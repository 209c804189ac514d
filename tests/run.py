"""The test runs: which tests, on which databases, and one sum.

`python -m tests.run [--quick | --all] [PYTEST ARGUMENTS]`. Exits with 1 on any failure. A server that cannot run
here is named with the reason, and what needs it counts as skipped. What each run proves: docs/develop/testing.md.
"""

import atexit
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from tests import servers

CORES = os.cpu_count() or 1
# A file's tests stay on one worker, so that they share the site that the file starts; which files come first
# says tests/conftest.py.
PYTEST = [sys.executable, "-m", "pytest", "-q", "--no-header", "--dist", "loadfile", "--no-loadscope-reorder"]
NOTHING_COLLECTED = 5
#: Whose tests wait for browsers and servers half of their time.
WAITING = ("tests/browser", "tests/clients", "tests/endurance")
#: Files in memory, on Linux; the most that a run leaves there at once.
MEMORY, LEAST_MEMORY = Path("/dev/shm"), 6 * 2**30

#: What runs, to be ended with this process.
_running: list["subprocess.Popen[str]"] = []


@dataclass(frozen=True)
class Tier:
    """What a run selects: pytest's expressions of markers, None where a database is left out."""

    sqlite: str
    postgresql: str | None
    #: How many tests run on PostgreSQL at the same time, beside those on SQLite.
    postgresql_workers: int = 1
    #: What stands in every file that has tests for PostgreSQL: the others need not even be imported.
    postgresql_files: str = ""
    #: `RAUSWURF_TESTS`: how large the tests are (tests/endurance/size.py).
    size: str = ""


TIERS = {
    "--quick": Tier("not slow and not process and not long and not whole_event", None),
    "": Tier(
        "not slow",
        "both_databases and database and not slow",
        postgresql_files=r"both_databases|transaction=True|transactional_db",
    ),
    "--all": Tier("", "database", postgresql_workers=CORES, size="all"),
}


def run_pass(
    name: str, variables: dict[str, str], arguments: list[str], *, is_beside: bool = False
) -> tuple[Counter[str], list[str]]:
    """Run pytest once; how many tests passed, failed and were skipped, and the reasons of the skipped.

    What it prints is shown at once, or at its end where it runs beside another.
    """
    with tempfile.TemporaryDirectory(prefix="rauswurf-report-") as folder:
        report = Path(folder) / "report.xml"
        environment = {**os.environ, **variables}
        # Hundreds of processes start in a run; without bytecode each of them compiles the whole site anew.
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        if not is_beside:
            print(f"--- {name} ---", flush=True)
        process = subprocess.Popen(
            [*PYTEST, f"--junitxml={report}", *arguments],
            env=environment,
            cwd=servers.ROOT,
            stdout=subprocess.PIPE if is_beside else None,
            text=True,
        )
        _running.append(process)
        printed = process.communicate()[0]
        if is_beside:
            print(f"\n--- {name} ---\n{printed}", flush=True)
        figures, reasons = read_report(report) if report.exists() else (Counter[str](), [])
    if process.returncode not in (0, NOTHING_COLLECTED) and not figures["failed"]:
        figures["failed"] += 1  # pytest itself broke down
    return figures, [f"{name}: {reason}" for reason in reasons]


def read_report(report: Path) -> tuple[Counter[str], list[str]]:
    """The figures of one JUnit report, and why tests were skipped."""
    figures: Counter[str] = Counter()
    reasons = []
    for case in ET.parse(report).iter("testcase"):
        skipped = case.find("skipped")
        if case.find("failure") is not None or case.find("error") is not None:
            figures["failed"] += 1
        elif skipped is not None:
            figures["skipped"] += 1
            reasons.append(f"{case.get('classname')}.{case.get('name')}: {skipped.get('message')}")
        else:
            figures["passed"] += 1
    return figures, reasons


def run_all(tier: Tier, arguments: list[str]) -> Iterator[tuple[Counter[str], list[str]]]:
    """The passes of a tier, side by side: while tests wait for browsers and servers, the cores have others."""
    # Whoever says how large they are to be is obeyed: RAUSWURF_TESTS=whole.
    variables = {"RAUSWURF_TESTS": os.environ.get("RAUSWURF_TESTS") or tier.size}
    selected = ["-m", tier.sqlite]
    with ThreadPoolExecutor() as beside:
        others = []
        if tier.postgresql:
            others.append(beside.submit(run_on_postgresql, tier, variables, arguments))
        if tier.postgresql and not arguments:  # the quick tests wait for nothing
            waiting = ["-n", str(CORES // 2 if CORES > 2 else 0), *selected, *WAITING]
            others.append(beside.submit(run_pass, "SQLite, what waits", variables, waiting, is_beside=True))
            arguments = [f"--ignore={folder}" for folder in WAITING]
        yield run_pass("SQLite", variables, ["-n", str(CORES), *selected, *arguments])
        for other in others:
            yield other.result()


def run_on_postgresql(
    tier: Tier, variables: dict[str, str], arguments: list[str]
) -> tuple[Counter[str], list[str]]:
    """The PostgreSQL pass, on a server of its own."""
    with ExitStack() as stack:
        try:
            url = stack.enter_context(servers.postgresql())
        except Exception as reason:
            return Counter(skipped=1), [f"PostgreSQL: the whole pass; no server can run here: {reason}"]
        selected = [
            "-n",
            str(tier.postgresql_workers),
            "-m",
            tier.postgresql or "",
            *(arguments or files(tier)),
        ]
        return run_pass("PostgreSQL", {**variables, "DATABASE_URL": url}, selected, is_beside=True)


def files(tier: Tier) -> list[str]:
    """The files of tests that the PostgreSQL pass has to look into."""
    found = (servers.ROOT / "tests").rglob("test_*.py")
    return [str(path) for path in sorted(found) if re.search(tier.postgresql_files, path.read_text("utf-8"))]


def end(*_: object) -> None:
    """End all that runs, and this process."""
    for process in _running:
        process.kill()
    sys.exit(1)


def write_to_memory() -> None:
    """Let everything that tests write lie in memory, so that none waits for a disk; where there is room for it."""
    if not MEMORY.is_dir() or os.statvfs(MEMORY).f_flag & os.ST_NOEXEC:
        return
    if shutil.disk_usage(MEMORY).free >= LEAST_MEMORY:
        os.environ["TMPDIR"] = tempfile.tempdir = tempfile.mkdtemp(prefix="rauswurf-", dir=MEMORY)
        atexit.register(shutil.rmtree, tempfile.tempdir, ignore_errors=True)


def main(arguments: list[str]) -> int:
    """Run everything and print one summary; 0 when nothing failed."""
    # Let the servers end with the run also when somebody ends the run.
    signal.signal(signal.SIGTERM, end)
    write_to_memory()
    figures: Counter[str] = Counter()
    reasons: list[str] = []
    name = arguments[0] if arguments[:1] and arguments[0] in TIERS else ""
    for part, part_reasons in run_all(TIERS[name], arguments[1:] if name else arguments):
        figures += part
        reasons += part_reasons
    for reason in reasons:
        print(f"skipped – {reason}")
    skipped = f", {figures['skipped']} skipped" if figures["skipped"] else ""
    print(f"\n{figures['passed']} passed, {figures['failed']} failed{skipped}")
    return 1 if figures["failed"] or not figures["passed"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
