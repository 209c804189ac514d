"""The documentation holds: its paths and links lead somewhere, its index names every page."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.servers import ROOT

pytestmark = pytest.mark.sqlite

ARCHITECTURE = ROOT / "docs/develop/architecture.md"
ROOMS = ("rules", "games", "tournaments", "config", "tests", "bench")
README_LINES = 100

_CODE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
_PATH = re.compile(rf"`((?:{'|'.join(ROOMS)}|docs|locale)/[\w./-]*)`")
_LINK = re.compile(r"\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]*))?\)")


def pages() -> list[Path]:
    """Every page of the documentation."""
    return [*sorted((ROOT / "docs").rglob("*.md")), *sorted(ROOT.glob("*.md"))]


def test_every_path_in_the_documentation_exists() -> None:
    lost = {
        (str(page.relative_to(ROOT)), path)
        for page in pages()
        for path in _PATH.findall(page.read_text(encoding="utf-8"))
        if not (ROOT / path).exists()
    }
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
