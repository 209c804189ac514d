"""What several tests need stands in a helper module: no module of tests is imported by another one.

And no two classes of the program have one name.
"""

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

from tests.servers import ROOT


def imported_tests(path: Path) -> Iterator[str]:
    """The modules of tests (`test_…`) that a file imports, or imports something from."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            named = [each.name for each in node.names]
        elif isinstance(node, ast.ImportFrom):
            named = [node.module or "", *(f"{node.module or ''}.{each.name}" for each in node.names)]
        else:
            continue
        for name in named:
            package, _, module = name.rpartition(".")
            if module.startswith("test_") and package.partition(".")[0] in ("tests", ""):
                yield name


def test_no_test_imports_another_test() -> None:
    files = [path for room in ("tests", "bench") for path in (ROOT / room).rglob("*.py")]
    assert len(files) > 300
    assert {str(path): found for path in files if (found := list(imported_tests(path)))} == {}


def test_an_import_of_a_test_is_noticed(tmp_path: Path) -> None:
    planted = tmp_path / "planted.py"
    planted.write_text(
        "from tests.games import test_api\nfrom tests.games.test_api import url\nimport tests.run\n"
    )
    assert list(imported_tests(planted)) == ["tests.games.test_api", "tests.games.test_api"]


def shared_classes(files: Iterable[Path]) -> dict[str, list[Path]]:
    """Map the names that several outermost classes have to the files; Django and DRF look for commands by name."""
    found: dict[str, list[Path]] = defaultdict(list)
    for path in files:
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and node.name != "Command":
                found[node.name].append(path)
    return {name: paths for name, paths in found.items() if len(paths) > 1}


def test_no_two_classes_have_one_name() -> None:
    rooms = ("rules", "games", "tournaments", "config")
    files = [path for room in rooms for path in (ROOT / room).rglob("*.py") if "migrations" not in path.parts]
    assert len(files) > 300
    # The state of the rules and its stored row.
    assert shared_classes(files) == {"Game": [ROOT / "rules/game.py", ROOT / "games/models/game.py"]}


def test_a_second_class_of_a_name_is_noticed(tmp_path: Path) -> None:
    planted = [tmp_path / "a.py", tmp_path / "b.py"]
    for path in planted:
        path.write_text("class Outcome:\n    class State: ...\nclass Command: ...\n")
    assert shared_classes(planted) == {"Outcome": planted}
