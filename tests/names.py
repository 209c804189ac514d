"""Names that stand for more than one thing, and names that are not the field's: `python -m tests.names`.

Lists, each with its place, and ends with 1 when there are any:

* classes of one name (a class inside another is called by both, as ``Delivery.State``),
* modules, functions and methods that are called by a word that says nothing of them,
* modules that have moved, wherever their old path still stands: code, comments, docs, tests.
"""

import ast
import io
import itertools
import re
import subprocess
import sys
import tokenize
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path

from tests.servers import ROOT

ROOMS = ("rules", "games", "tournaments", "config")
# Django and DRF look for these, and every app has its own.
FORCED = {"Meta", "Command", "Media"}
# The state of the rules and its stored row: the first is said with its package, ``rules.Game``.
SHARED = {"Game": {"rules/game.py", "games/models/game.py"}}
# Each of these was the name of several modules that did different things; the architecture has the words instead.
MODULES = (
    "asked asking counted counting deciding drawing keeping pages parts placing reading saying seen showing "
    "storing taking_over telling told trying typing_in waking weighing words working writing"
)
# A function does something, so it is called by a verb; what these do nobody can tell.
FUNCTIONS = (
    "as_it_stood as_told asked_by by_id carried drawn found handed handed_out kept laid made matched named_today "
    "pressed said seen shown shown_elsewhere standing telling told told_at told_of told_with words written"
)
# What REST and templates read under this name.
STORED = {"tournaments/transfer/result_import/errors.py": {"told"}}
# Package, a blank for each dot → modules and packages that it had once. So the list does not find itself.
MOVED = {
    "config": (
        "bodies connections described desk desk_site failing long_values nothing_new patience peers "
        "playouts private secret tidying worker"
    ),
    "games": (
        "append_only asked by_hand carried chain chronicle clock creating desk earlier elsewhere embargo "
        "erasing erasing_page explaining exporting happening/ importing known latest line naming odds "
        "pages parts phone_words pictures playing proposal pushing rebuilding record recorder repeats "
        "replay replaying rulings searching seen showing starting state strict_json tallies telling "
        "trying typing_in undoing viewers wanted weighing withholding worker write_ups/ writing"
    ),
    "games access": (
        "addresses asking attempts caller deciding granting limits links pages people places security"
    ),
    "games analysis": "background course figures pages reading representing showing storing valuing weighing",
    "games api": (
        "admitting authentication conditional description happenings limits paging reading repeats "
        "represent schemas"
    ),
    "games chances": (
        "background counting curve figures pages playing reading representing showing turning waking"
    ),
    "games dice": "committing counting online pages secret showing stream wording",
    "games drawing": "figures ground markup state trace words",
    "games happening": (
        "beginning completing correcting desk ending happening laying returning table throwing undoing"
    ),
    "games models": "answer log",
    "games offline": "handing module translating",
    "games streams": "game_topic live order room schemas views",
    "games write_ups": "gathering",
    "rules": (
        "earlier ending estimate furniture landing meeting movement naming option_words options playing "
        "reading sensible setup starting text throw turn"
    ),
    "rules simulate": "choosing compiling engine halting kernel outcome running setting stream",
    "tournaments": (
        "beside calendar/ calling conduct/ consequences course dice elsewhere event_file/ event_forecast "
        "event_planning feeds/ halls/ handed_out history/ honours/ if_ended_now pages places players/ "
        "playing preflight press prints/ projection reading rebuilding remarks results_page scheduled "
        "season_file/ season_forecast seen sheets/ showing tables worth write_ups/"
    ),
    "tournaments admin": (
        "access attention decisions desk event_form first_season history option_fields rows saying "
        "season_template steps/ throwing words"
    ),
    "tournaments admin steps": (
        "correcting drawing forecasting honouring laying organising slip starting step together typing_in "
        "wording writing"
    ),
    "tournaments api": "deciding history player_schemas ranking_schemas represent schemas write_ups",
    "tournaments audit": "filtering pages reading",
    "tournaments conduct": (
        "beginning first_season furniture holding leaving reporting undoing write_ups writing"
    ),
    "tournaments event_file": "earlier keeping reading writing",
    "tournaments feeds": "entries",
    "tournaments forecasting": "board outcome question running season_outcome season_question written",
    "tournaments forecasts": (
        "asking background keeping reading season_reading season_showing seasons showing working"
    ),
    "tournaments formats": (
        "challengers_prospects challengers_settings counted_pawns decided/ entry format gp_plus_series "
        "gp_series lead league_playoffs league_prospects league_rounds league_settings league_table "
        "league_units pairs playing_on points_series rehearsal round_robin sequence table throws "
        "tie_break triple_athlon_prospects wording"
    ),
    "tournaments formats decided": "conditions extra_games points_conditions prospects race",
    "tournaments halls": "pages setting showing",
    "tournaments history": (
        "background cells endings importing people problem reader sheet taking_over telling typed working"
    ),
    "tournaments honours": "concluding counted lists selecting ties versions wording",
    "tournaments management": "forecast_tables handing_out named taking_over",
    "tournaments models": "counted days event_table event_unit hall history_import report said write_up",
    "tournaments players": (
        "background checking contribution counting curve figured figures finishing luck pages rating "
        "reading rebuilding running showing"
    ),
    "tournaments prints": "code colours event listing paper table",
    "tournaments rankings": "catalogue deciding drawing keeping outcomes pages reading storing upkeep",
    "tournaments season_file": "reading writing",
    "tournaments sheets": "sheet",
    "tournaments webhooks": "address background posting sending signing subscribing throws waking",
    "tournaments write_ups": "drafting gathering reading",
}
TEXTS = (".css", ".html", ".js", ".json", ".md", ".po", ".py", ".sh", ".toml", ".txt", "Makefile")


def main() -> int:
    """List what is wrong and say whether anything is."""
    files = [Path(line) for line in _git_files()]
    found = sorted({*shared_classes(ROOT, files), *banned_names(ROOT, files), *old_paths(ROOT, files)})
    sys.stdout.writelines(f"{line}\n" for line in found)
    return 1 if found else 0


def shared_classes(root: Path, files: Iterable[Path]) -> Iterator[str]:
    """Name every class whose name another class of the program has too."""
    places: dict[str, list[tuple[str, int]]] = defaultdict(list)
    for file in _modules(files):
        for name, line in _classes(_tree(root / file), ""):
            places[name].append((file.as_posix(), line))
    for name, found in places.items():
        if len(found) > 1 and {file for file, _ in found} != SHARED.get(name):
            others = ", ".join(f"{file}:{line}" for file, line in found)
            yield from (
                f"{file}:{line}: class {name} stands for {len(found)} things: {others}"
                for file, line in found
            )


def banned_names(root: Path, files: Iterable[Path]) -> Iterator[str]:
    """Name every module, function and method that is called by a banned word."""
    modules, functions = set(MODULES.split()), set(FUNCTIONS.split())
    for file in _modules(files):
        if file.stem in modules:
            yield f"{file.as_posix()}:1: a module called {file.stem}"
        known = STORED.get(file.as_posix(), set())
        for name, line in _functions(_tree(root / file)):
            if name in functions - known:
                yield f"{file.as_posix()}:{line}: a function called {name}"


def old_paths(root: Path, files: Iterable[Path]) -> Iterator[str]:
    """Name every line where a module that has moved is called by its old path, with dots or with slashes.

    In code dots count in imports, strings and comments only: ``games.first()`` may be a query.
    """
    for file in files:
        if not file.name.endswith(TEXTS) or not (root / file).is_file():
            continue
        text = (root / file).read_text()
        parts = _PARTS.get(file.suffix, _lines)(text) if any(_moved(text)) else iter(())
        if file.suffix == ".py":
            parts = itertools.chain(parts, _imports(_tree(root / file)))
        for line, part in parts:
            yield from (f"{file.as_posix()}:{line}: {hit} has moved" for hit in _moved(part))


_DOTTED = {
    f"{package.replace(' ', '.')}.{name.rstrip('/')}" for package in MOVED for name in MOVED[package].split()
}
_SLASHED = {
    f"{package.replace(' ', '/')}/{name if name.endswith('/') else name + '.py'}"
    for package in MOVED
    for name in MOVED[package].split()
}
_ROOM = rf"(?<![\w./-])(?:{'|'.join(sorted({path.partition('.')[0] for path in _DOTTED}))})"
_PATH = re.compile(rf"{_ROOM}(?:(?:\.\w+)+(?![\w/-])|(?:/\w+)+(?:\.py|/))")


def _moved(text: str) -> Iterator[str]:
    for found in _PATH.finditer(text):
        path = found[0]
        ends = [end.start() for end in re.finditer(r"\.", path)] + [len(path)]
        yield from (path[:end] for end in ends if path[:end] in _DOTTED)
        ends = [end.end() for end in re.finditer("/", path)] + [len(path)]
        yield from (path[:end] for end in ends if path[:end] in _SLASHED)


def _lines(text: str) -> Iterator[tuple[int, str]]:
    return enumerate(text.split("\n"), 1)


def _script_parts(text: str) -> Iterator[tuple[int, str]]:
    return ((line, part.partition("//")[2]) for line, part in _lines(text))


def _python_parts(text: str) -> Iterator[tuple[int, str]]:
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type in (tokenize.STRING, tokenize.COMMENT):
            yield from enumerate(token.string.split("\n"), token.start[0])


def _imports(node: ast.AST) -> Iterator[tuple[int, str]]:
    for child in _statements(node):
        if isinstance(child, ast.ImportFrom) and child.module and not child.level:
            yield from ((child.lineno, f"{child.module}.{alias.name}") for alias in child.names)
            yield child.lineno, child.module
        elif isinstance(child, ast.Import):
            yield from ((child.lineno, alias.name) for alias in child.names)
        yield from _imports(child)


def _classes(node: ast.AST, outer: str) -> Iterator[tuple[str, int]]:
    for child in _statements(node):
        if isinstance(child, ast.ClassDef):
            if child.name not in FORCED:
                yield outer + child.name, child.lineno
            yield from _classes(child, f"{outer}{child.name}.")
        else:
            yield from _classes(child, outer)


def _functions(node: ast.AST) -> Iterator[tuple[str, int]]:
    for child in _statements(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            yield child.name, child.lineno
        else:
            yield from _functions(child)


def _statements(node: ast.AST) -> Iterator[ast.AST]:
    """List the statements right below a node; expressions have none in them."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.stmt | ast.excepthandler | ast.match_case):
            yield child


@cache
def _tree(file: Path) -> ast.Module:
    return ast.parse(file.read_text())


def _modules(files: Iterable[Path]) -> Iterator[Path]:
    return (
        file
        for file in files
        if file.suffix == ".py" and file.parts[0] in ROOMS and "migrations" not in file.parts
    )


def _git_files() -> Sequence[str]:
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\n")
    return [name for name in names if name and (ROOT / name).is_file()]


_PARTS = {".py": _python_parts, ".js": _script_parts}

if __name__ == "__main__":
    sys.exit(main())
