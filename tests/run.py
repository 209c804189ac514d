"""The test runs: which tests, on which databases, and one sum.

`python -m tests.run [--quick | --all] [PYTEST ARGUMENTS]`. Exits with 1 on any failure. A server that cannot run
here is named with the reason, and what needs it counts as skipped. What each run proves: docs/develop/testing.md.
"""

import os
import re
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

# A file's tests stay on one worker, so that they share the site that the file starts; which files come first
# says tests/conftest.py.
# Two workers more than there are cores, as tests of browsers and servers wait half of their time.
WORKERS = ["-n", str((os.cpu_count() or 1) + 2), "--dist", "loadfile", "--no-loadscope-reorder"]
PYTEST = [sys.executable, "-m", "pytest", "-q", "--no-header", *WORKERS]
NOTHING_COLLECTED = 5


@dataclass(frozen=True)
class Tier:
    """What a run selects: pytest's expressions of markers, None where a database is left out."""

    sqlite: str
    postgresql: str | None
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
    "--all": Tier("", "database", size="all"),
}


def run_pass(name: str, variables: dict[str, str], arguments: list[str]) -> tuple[Counter[str], list[str]]:
    """Run pytest once; how many tests passed, failed and were skipped, and the reasons of the skipped."""
    print(f"--- {name} ---", flush=True)
    with tempfile.TemporaryDirectory(prefix="rauswurf-report-") as folder:
        report = Path(folder) / "report.xml"
        environment = {**os.environ, **variables}
        # Hundreds of processes start in a run; without bytecode each of them compiles the whole site anew.
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        status = subprocess.run(
            [*PYTEST, f"--junitxml={report}", *arguments], env=environment, cwd=servers.ROOT
        ).returncode
        figures, reasons = read_report(report) if report.exists() else (Counter[str](), [])
    if status not in (0, NOTHING_COLLECTED) and not figures["failed"]:
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
    """The passes of a tier, with the servers that they share."""
    with ExitStack() as stack, ThreadPoolExecutor(1) as beside:
        # Whoever says how large they are to be is obeyed: RAUSWURF_TESTS=whole.
        variables = {"RAUSWURF_TESTS": os.environ.get("RAUSWURF_TESTS") or tier.size}
        if tier.postgresql is None:
            yield run_pass("SQLite", variables, ["-m", tier.sqlite, *arguments])
            return
        try:
            variables["RAUSWURF_TEST_REDIS"] = stack.enter_context(servers.redis())
        except Exception as reason:
            print(f"No Redis-compatible server can run here: {reason}")
        starting = beside.submit(stack.enter_context, servers.postgresql())
        yield run_pass("SQLite", variables, ["-m", tier.sqlite, *arguments])
        try:
            variables["DATABASE_URL"] = starting.result()
        except Exception as reason:
            yield Counter(skipped=1), [f"PostgreSQL: the whole pass; no server can run here: {reason}"]
            return
        yield run_pass("PostgreSQL", variables, ["-m", tier.postgresql, *(arguments or files(tier))])


def files(tier: Tier) -> list[str]:
    """The files of tests that the PostgreSQL pass has to look into."""
    found = (servers.ROOT / "tests").rglob("test_*.py")
    return [str(path) for path in sorted(found) if re.search(tier.postgresql_files, path.read_text("utf-8"))]


def main(arguments: list[str]) -> int:
    """Run everything and print one summary; 0 when nothing failed."""
    # Let the servers end with the run also when somebody ends the run.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
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
