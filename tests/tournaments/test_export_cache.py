"""The press makes nothing twice, and keeps only so much."""

import pytest

from tournaments.exports import cache
from tournaments.exports.cache import MOST_FILES, get_or_render


@pytest.fixture(autouse=True)
def empty() -> None:
    cache._files.clear()


def test_what_was_made_is_not_made_again() -> None:
    made: list[str] = []

    def make() -> bytes:
        made.append("x")
        return b"%PDF"

    assert [get_or_render("a", make) for _ in range(3)] == [b"%PDF"] * 3
    assert made == ["x"]


def test_only_the_last_ones_that_somebody_wanted_are_kept() -> None:
    for number in range(MOST_FILES):
        get_or_render(str(number), lambda: b"old")
    get_or_render("0", lambda: b"new")
    get_or_render("another", lambda: b"new")
    assert get_or_render("0", lambda: b"new") == b"old"
    assert get_or_render("1", lambda: b"new") == b"new"


def test_what_could_not_be_made_is_tried_again() -> None:
    def fail() -> bytes:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        get_or_render("a", fail)
    assert get_or_render("a", lambda: b"made") == b"made"
