"""docs/reference/pages.md names every page of the site."""

import re
from collections.abc import Iterator

from django.urls import URLPattern, URLResolver, get_resolver

from tests.servers import ROOT

#: What pages fetch or forms are sent to: nobody goes there, and the pages that use them are named.
_PARTS = {
    "access/tokens/ID/revoke/",
    "access/permits/ID/revoke/",
    "admin/login/",  # these five lead elsewhere
    "admin/password_change/",
    "admin/logout/",
    "admin/r/ID/ID/",
    "favicon.ico",
    "games/worker.js",
    "halls/worker.js",
}
_PARTS_OF_PAGES = re.compile(r"/(live|now|changes|desk|board-after|roll-off|tie-break|forecast|replay/ID)/$")


def pages(patterns: list[URLPattern | URLResolver] | None = None, before: str = "") -> Iterator[str]:
    """The address of every page, ``ID`` in the place of what is asked for."""
    for each in get_resolver().url_patterns if patterns is None else patterns:
        address = before + re.sub(r"<\w+:(\w+)>", "ID", str(each.pattern))
        if isinstance(each, URLPattern):
            yield address
        elif not address.startswith(("admin/", "api/", "i18n/")):
            yield from pages(each.url_patterns, address)


def named() -> list[re.Pattern[str]]:
    """What the addresses in the first column of the tables stand for."""
    text = (ROOT / "docs/reference/pages.md").read_text(encoding="utf-8")
    columns = [line.split("|")[1] for line in text.splitlines() if line.startswith("| `/")]
    entries = [address.lstrip("/") for column in columns for address in re.findall(r"`([^`]+)`", column)]
    return [_pattern(address.split("?")[0]) for address in entries]


def _pattern(address: str) -> re.Pattern[str]:
    whole = re.escape(address).replace("…", "[^/]+")
    return re.compile(re.sub(r"(?<=/)(ID|SLUG|OTHER|LIST)(?=/)", "ID", whole))


def is_named(page: str, told: list[re.Pattern[str]]) -> bool:
    return any(address.fullmatch(page) for address in told)


def test_every_page_is_named_in_the_documentation() -> None:
    told = named()
    asked = [page for page in pages() if page not in _PARTS and not _PARTS_OF_PAGES.search(page)]
    assert len(asked) > 40
    forgotten = [
        f"/{page}" for page in asked if page and not is_named(page, told) and not page.startswith("^")
    ]
    assert not forgotten, "give them a line in docs/reference/pages.md"


def test_a_page_that_nobody_has_named_is_found() -> None:
    assert not is_named("seasons/ID/table-of-medals/", named())
