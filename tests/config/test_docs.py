"""The documentation holds: its map names every room, its paths and links lead somewhere, its index names every page."""

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.servers import ROOT

pytestmark = pytest.mark.sqlite

ARCHITECTURE = ROOT / "docs/develop/architecture.md"
ROOMS = ("rules", "games", "tournaments", "config", "tests", "bench")
#: Packages of packages: what is in them is a room of its own.
NESTED = (
    "games/domain",
    "tournaments/formats",
    "tournaments/exports",
    "tournaments/transfer",
    "tournaments/organiser",
)
README_LINES = 120

_CODE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
_PATH = re.compile(rf"`((?:{'|'.join(ROOMS)}|docs|locale)/[\w./-]*)`")
_ROW = re.compile(r"^\| `([\w./-]+)` \|", re.MULTILINE)
_LINK = re.compile(r"\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]*))?\)")


def pages() -> list[Path]:
    """Every page of the documentation."""
    return [*sorted((ROOT / "docs").rglob("*.md")), *sorted(ROOT.glob("*.md"))]


def tracked() -> list[str]:
    """The files of the repository; what a run leaves behind is not among them."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True)
    if listed.returncode:
        pytest.skip("not a checkout of the repository")
    return listed.stdout.splitlines()


def rooms(files: list[str]) -> Iterator[str]:
    """Every package with a slash behind it and every loose module, as the map names them."""
    for parent in (*ROOMS, *NESTED):
        for file in files:
            child, slash, _ = file.removeprefix(f"{parent}/").partition("/")
            if file.startswith(f"{parent}/") and (slash or child.endswith(".py")):
                yield f"{parent}/{child}{slash}"


def the_map() -> str:
    """The section of the page that is the map: what the rest of it mentions counts for nothing."""
    return ARCHITECTURE.read_text(encoding="utf-8").partition("\n## The map\n")[2].partition("\n## ")[0]


def missing_rooms(files: list[str], text: str) -> set[str]:
    """The rooms without a row of their own in a map.

    ``__init__`` belongs to its package, the modules of a nested package to the row of that package.
    """
    named = set(_ROW.findall(text))
    return {
        room
        for room in rooms(files)
        if room not in named
        and not room.endswith("__init__.py")
        and not (room.endswith(".py") and room.rpartition("/")[0] in NESTED)
    }


def test_the_map_names_every_room() -> None:
    missing = missing_rooms(tracked(), the_map())
    assert not missing, "give each a row in the map of docs/develop/architecture.md"


def test_a_room_without_a_row_in_the_map_is_found() -> None:
    planted = ["games/weather/__init__.py", "rules/luck.py", "tournaments/formats/swiss/format.py"]
    assert missing_rooms(planted, the_map()) == {
        "games/weather/",
        "rules/luck.py",
        "tournaments/formats/swiss/",
    }


def test_a_room_that_only_another_row_or_section_mentions_is_found() -> None:
    module = "config/periodic.py"
    mentioned = f"{the_map()}\n| `config/jobs.py` | done by `{module}` |\nMore in `{module}`.\n"
    assert missing_rooms([module], mentioned) == set()
    without = "\n".join(line for line in mentioned.splitlines() if not line.startswith(f"| `{module}` |"))
    assert without.count(f"`{module}`") == 2
    assert missing_rooms([module], without) == {module}


def test_every_path_in_the_documentation_exists() -> None:
    lost = {
        (str(page.relative_to(ROOT)), path)
        for page in pages()
        for path in _PATH.findall(page.read_text(encoding="utf-8"))
        if not (ROOT / path).exists()
    }
    assert not lost


def test_every_module_that_the_map_names_in_a_room_exists() -> None:
    """In the lines of packages, words in backticks before the first bracket or after it are modules of that package."""
    lost = []
    for line in ARCHITECTURE.read_text(encoding="utf-8").partition("## The map")[2].splitlines():
        if not (found := re.match(r"\| `((?:rules|games|tournaments)/[\w/]+/)` \| (.*) \|$", line)):
            continue
        room, told = ROOT / found[1], re.sub(r"\([^)]*\)", "", found[2])
        for name in re.findall(r"`(\w+)`", told):
            places = (room / f"{name}.py", room / name, room / "commands" / f"{name}.py")
            if not any(place.exists() for place in places):
                lost.append(f"{found[1]}{name}")
    assert not lost


def test_every_name_in_where_do_i_change_stands_in_its_file() -> None:
    text = ARCHITECTURE.read_text(encoding="utf-8").partition("## Where do I change")[2].partition("\n## ")[0]
    told = re.findall(r"`([\w./-]+\.\w+)` \(([^)]*)\)", text)
    assert len(told) > 15
    lost = [
        f"{path}: {name}"
        for path, names in told
        for name in re.findall(r"`(\w+)`", names)
        if not re.search(rf"\b{name}\b", (ROOT / path).read_text(encoding="utf-8"))
    ]
    assert not lost


def anchors(text: str) -> set[str]:
    """The anchors of a page's headings, made as GitHub and GitLab do."""
    headings = re.findall(r"^#+ +(.*?) *$", _CODE.sub("", text), re.MULTILINE)
    plain = (re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", each).lower() for each in headings)
    return {re.sub(r"[^\w\- ]", "", each).replace(" ", "-") for each in plain} | set(
        re.findall(r'<a (?:id|name)="([^"]+)"', text)
    )


def broken_links(page: Path, text: str) -> Iterator[str]:
    """What links of a page lead to nothing."""
    for target, anchor in _LINK.findall(_CODE.sub("", text)):
        file = (page.parent / target).resolve()
        if target and not file.exists():
            yield target
        elif anchor and anchor not in anchors(file.read_text(encoding="utf-8") if target else text):
            yield f"{target}#{anchor}"


def test_every_link_in_the_documentation_leads_somewhere() -> None:
    broken = {
        (str(page.relative_to(ROOT)), link)
        for page in pages()
        for link in broken_links(page, page.read_text(encoding="utf-8"))
    }
    assert not broken


def test_a_link_that_leads_nowhere_is_found() -> None:
    planted = "[one](nowhere.md) [two](docs/README.md#nothing) [three](#here) [four](#there)\n\n# Here\n"
    assert list(broken_links(ROOT / "README.md", planted)) == [
        "nowhere.md",
        "docs/README.md#nothing",
        "#there",
    ]


def test_the_index_names_every_page() -> None:
    index = ROOT / "docs/README.md"
    named = {
        (index.parent / target).resolve() for target, _ in _LINK.findall(index.read_text(encoding="utf-8"))
    }
    forgotten = {
        str(page.relative_to(ROOT))
        for page in (ROOT / "docs").rglob("*.md")
        if page != index and page not in named
    }
    assert not forgotten, "give each a line in docs/README.md"


def test_the_readme_is_short() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= README_LINES


def test_sources_are_cited_by_their_short_names() -> None:
    """The rule book lists them; numbers of files that a reader does not have tell them nothing."""
    told = re.compile(r"\bseeds? 00\d\b", re.IGNORECASE)
    cited = [
        file
        for file in tracked()
        if file.endswith((".py", ".md", ".js", ".html")) and file != "tests/config/test_docs.py"
        if told.search((ROOT / file).read_text(encoding="utf-8"))
    ]
    assert not cited
