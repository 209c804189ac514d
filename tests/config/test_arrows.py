"""The arrows between the rooms: rules <- games <- tournaments <- config."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.servers import ROOT

ROOMS = ("rules", "games", "tournaments", "config")


def lint_imports(folder: Path) -> subprocess.CompletedProcess[str]:
    """import-linter's verdict on the rooms in `folder`, by the contracts of pyproject.toml."""
    program = Path(sys.executable).with_name("lint-imports")
    command = [str(program), "--no-cache", "--config", str(ROOT / "pyproject.toml")]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60)


def test_imports_follow_the_arrows() -> None:
    verdict = lint_imports(ROOT)
    assert verdict.returncode == 0, verdict.stdout + verdict.stderr


@pytest.mark.parametrize(
    ("planted_in", "line", "broken"),
    [
        ("rules/board.py", "import games", "Imports follow the arrows"),
        ("games/apps.py", "import tournaments.apps", "Imports follow the arrows"),
        ("tournaments/apps.py", "import config.settings", "Imports follow the arrows"),
        ("rules/board.py", "import django", "The rules are pure Python"),
        ("tournaments/formats/__init__.py", "import tournaments.apps", "The sporting rules are pure Python"),
        (
            "tournaments/players/running.py",
            "import games.models",
            "What is counted of players is pure Python",
        ),
    ],
)
def test_an_import_against_an_arrow_is_found(tmp_path: Path, planted_in: str, line: str, broken: str) -> None:
    for room in ROOMS:
        shutil.copytree(ROOT / room, tmp_path / room, ignore=shutil.ignore_patterns("__pycache__"))
    with (tmp_path / planted_in).open("a", encoding="utf-8") as file:
        file.write(f"\n{line}\n")
    verdict = lint_imports(tmp_path)
    assert verdict.returncode != 0
    assert f"{broken} BROKEN" in verdict.stdout
