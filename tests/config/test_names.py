"""``python -m tests.names`` finds what it is there to find: a violation of each kind, planted in a tree of its own."""

from collections.abc import Mapping
from pathlib import Path

from tests.names import banned_names, old_paths, shared_classes

# A path that is not in the tree any more, and not in this file either.
PAGES = ".".join(("games", "pages"))


def planted(root: Path, texts: Mapping[str, str]) -> list[Path]:
    """Write files below ``root`` and return their paths from there."""
    for name, text in texts.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return [Path(name) for name in texts]


def test_two_classes_of_one_name_are_found_wherever_they_stand(tmp_path: Path) -> None:
    files = planted(
        tmp_path, {"games/a.py": "\nclass Outcome: ...\n", "tournaments/b.py": "class Outcome: ...\n"}
    )
    found = list(shared_classes(tmp_path, files))
    assert [line.partition(" class")[0] for line in found] == ["games/a.py:2:", "tournaments/b.py:1:"]


def test_a_class_inside_another_is_told_apart_by_it(tmp_path: Path) -> None:
    inner = "class {outer}:\n    class State: ...\n    class Meta: ...\n"
    files = planted(tmp_path, {f"games/{outer}.py": inner.format(outer=outer) for outer in ("A", "B")})
    assert list(shared_classes(tmp_path, files)) == []


def test_a_third_game_beside_the_rules_and_the_row_is_found(tmp_path: Path) -> None:
    game = "class Game: ...\n"
    two = planted(tmp_path, {"rules/game.py": game, "games/models/game.py": game})
    assert list(shared_classes(tmp_path, two)) == []
    three = planted(tmp_path, {"rules/game.py": game, "games/models/game.py": game, "games/c.py": game})
    assert len(list(shared_classes(tmp_path, three))) == 3


def test_a_module_a_function_and_a_method_that_say_nothing_are_found(tmp_path: Path) -> None:
    text = "def told(): ...\nclass A:\n    def shown(self): ...\n    def render(self): ...\n"
    files = planted(tmp_path, {"games/reading.py": text})
    assert [line.rpartition(" ")[2] for line in banned_names(tmp_path, files)] == ["reading", "told", "shown"]


def test_a_module_that_has_moved_is_found_in_code_prose_and_tests(tmp_path: Path) -> None:
    slashed = PAGES.replace(".", "/") + ".py"
    texts = {
        "tests/test_a.py": f"from games import pages\nimport {PAGES}\n# see {PAGES}\n",
        "docs/a.md": f"See `{PAGES}`\nand {slashed}.\n",
    }
    found = list(old_paths(tmp_path, planted(tmp_path, texts)))
    places = {line.partition(": ")[0] for line in found}
    assert places == {
        "tests/test_a.py:1",
        "tests/test_a.py:2",
        "tests/test_a.py:3",
        "docs/a.md:1",
        "docs/a.md:2",
    }


def test_what_only_sounds_like_an_old_path_is_left(tmp_path: Path) -> None:
    texts = {
        "games/a.py": f"{PAGES}(1)\n",
        "docs/a.md": f"/{PAGES.replace('.', '/')}.pyramid my.{PAGES} {PAGES}-of\n",
    }
    assert list(old_paths(tmp_path, planted(tmp_path, texts))) == []
