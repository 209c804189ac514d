"""Chances on a running site: in the stream, and after a burst of throws those of the last."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.games.viewing import NDJSON, SSE, Referee, Viewer, token_of
from tests.servers import Console, Site, forked_site, wait_until

pytestmark = pytest.mark.process

COUNTED = {"CHANCES": "yes"}


@pytest.fixture(scope="module")
def served(site_database: dict[str, str], console: Console) -> Iterator[Site]:
    with forked_site(console, {**site_database, **COUNTED}) as served:
        yield served


def chances(referee: Referee) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = referee.ask("GET", referee.path + "chances/?limit=200")["results"]
    return found


def numbers_of(viewer: Viewer, name: str) -> list[int]:
    return [told.number for told in list(viewer.told) if told.name == name]


@pytest.mark.parametrize("accept", [SSE, NDJSON])
def test_chances_are_streamed_beside_the_events_and_do_not_disturb_them(served: Site, accept: str) -> None:
    referee = Referee(served, token_of(served))
    with Viewer(served, referee.stream, accept) as viewer:
        wait_until(lambda: bool(numbers_of(viewer, "chances")))
        referee.throw(3)
        wait_until(lambda: chances(referee)[:1] != [] and chances(referee)[0]["number"] == referee.number)
        wait_until(
            lambda: any(
                told.data["number"] == referee.number for told in viewer.told if told.name == "chances"
            )
        )
        assert viewer.numbers == [3, 4, 5]
    with Viewer(served, referee.stream, accept, **{"Last-Event-ID": "3"}) as again:
        wait_until(lambda: bool(numbers_of(again, "chances")))
        assert again.numbers == [4, 5]
        assert again.told[-1].data["number"] == referee.number
