"""`python -m tests.net [WORDS …]`: plant each fault (or those whose behaviour has the words) and run its test.

Prints a line for each: found, NOT FOUND, or that it cannot be planted as the code has changed. Whole files or folders
may stand at ``test``; the line names the first test that fails. Exits with 1 unless all are found.
"""

import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import Queue

ROOT = Path(__file__).resolve().parents[2]
FAULTS = Path(__file__).with_name("faults.toml")
#: Pytest's exit code where a test has failed, and nothing else.
FAILED = 1


@dataclass(frozen=True)
class Fault:
    """What would go wrong, the edit that makes it so, and the test that finds it."""

    behaviour: str
    file: str
    old: str
    new: str
    test: str


def read_faults(words: Sequence[str]) -> list[Fault]:
    """Return the faults whose behaviour has all the words."""
    found = [Fault(**each) for each in tomllib.loads(FAULTS.read_text("utf-8"))["fault"]]
    return [fault for fault in found if all(word.lower() in fault.behaviour.lower() for word in words)]


def copy_tree(target: Path) -> None:
    """Copy what git tracks and what is new; the environment is shared."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    for name in listed.splitlines():
        if (ROOT / name).is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, target / name)


def plant(fault: Fault, tree: Path) -> tuple[bool, str]:
    """Plant a fault, run its test, take it out; whether the test failed, and a line that says so."""
    file = tree / fault.file
    source = file.read_text("utf-8") if file.exists() else ""
    if source.count(fault.old) != 1:
        return (
            False,
            f"CANNOT BE PLANTED ({source.count(fault.old)} places in {fault.file}): {fault.behaviour}",
        )
    file.write_text(source.replace(fault.old, fault.new), "utf-8")
    try:
        pytest = [
            sys.executable,
            "-m",
            "pytest",
            "-x",
            "-q",
            "--no-header",
            "--show-capture=no",
            "-m",
            "",
        ]
        run = subprocess.run([*pytest, *fault.test.split()], cwd=tree, capture_output=True, text=True)
    finally:
        file.write_text(source, "utf-8")
    failed = re.search(r"^(?:FAILED|ERROR) (.+?)(?: - |$)", run.stdout, re.MULTILINE)
    if run.returncode == FAILED and failed:
        return True, f"found by {failed[1]}: {fault.behaviour}"
    return False, f"NOT FOUND (pytest exited with {run.returncode}): {fault.behaviour}"


def main(arguments: Sequence[str]) -> int:
    """Plant them, two at a time; 1 unless all are found."""
    faults = read_faults(arguments)
    with tempfile.TemporaryDirectory(prefix="rauswurf-net-") as folder:
        trees: Queue[Path] = Queue()
        for number in range(2):
            tree = Path(folder) / str(number)
            copy_tree(tree)
            trees.put(tree)

        def tried(fault: Fault) -> bool:
            tree = trees.get()
            try:
                is_found, line = plant(fault, tree)
            finally:
                trees.put(tree)
            print(line, flush=True)
            return is_found

        with ThreadPoolExecutor(2) as pool:
            results = list(pool.map(tried, faults))
    print(f"{sum(results)} of {len(faults)} faults found")
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
