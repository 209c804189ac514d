"""The threat model is kept: every door has a row, and every test that it names exists."""

import re
from pathlib import Path

import pytest

from tests.servers import ROOT

_TEST = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")
#: The doors that have to be there; others may be.
DOORS = {
    "public pages",
    "REST",
    "REST from pages of other sites",
    "live streams",
    "recorder's link of a board",
    "the desk",
    "door code",
    "personal link",
    "admin",
    "invitations",
    "set-up link",
    "webhooks out",
    "uploads and imports",
    "exports",
    "embeds",
    "`/healthz`, `/readyz`",
    "files of the site",
    "second factor",
    "passkeys",
    "recovery codes",
    "password reset by mail",
    "account page",
    "`/metrics`",
    "`/readyz?verbose`",
    "`/organise/site/check/`",
    "`/organise/site/backups/`",
    "backup files",
    "restore",
    "`manage.py update`",
    "chat webhooks (Discord, Telegram)",
    "Python client",
}


def rows() -> list[list[str]]:
    text = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    table = text.split("<!-- doors -->")[1].split("<!-- /doors -->")[0].strip().splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in table]


def missing_tests(shown: str, root: Path = ROOT) -> list[str]:
    """The tests named in a cell that do not exist."""
    found = []
    for path, name in _TEST.findall(shown):
        file = root / path
        if not file.is_file() or not re.search(rf"^(?:async )?def {name}\(", file.read_text("utf-8"), re.M):
            found.append(f"{path}::{name}")
    return found


def test_every_door_has_its_row() -> None:
    assert {row[0] for row in rows()} >= DOORS
    assert {len(row) for row in rows()} == {4}


@pytest.mark.parametrize("row", rows(), ids=lambda row: f"{row[0]}: {row[1][:30]}")
def test_every_row_is_shown_by_tests_that_exist(row: list[str]) -> None:
    assert _TEST.findall(row[3])
    assert re.sub(r"[`, ]", "", _TEST.sub("", row[3])) == ""
    assert missing_tests(row[3]) == []


def test_a_test_that_does_not_exist_is_found() -> None:
    planted = "`tests/config/test_security_docs.py::test_nothing`, `tests/nowhere.py::test_a`"
    assert len(missing_tests(planted)) == 2
