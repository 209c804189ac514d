"""Streams as the running site serves them: everything once, in order, from any number on."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from config.settings import POOL_SIZE
from games.models import Game
from tests.games.viewing import NDJSON, SSE, Referee, Viewer, token_of
from tests.servers import Console, Site, forked_site


@pytest.fixture(scope="module")
def site_token(live_asgi_server: Site) -> str:
    return token_of(live_asgi_server)


@pytest.fixture
def referee(live_asgi_server: Site, site_token: str) -> Referee:
    return Referee(live_asgi_server, site_token)


@pytest.mark.parametrize("accept", [SSE, NDJSON])
def test_a_viewer_is_told_the_state_and_then_every_event_as_the_log_has_it(
    referee: Referee, accept: str
) -> None:
    referee.throw(2)
    state = referee.ask("GET", referee.path)
    with Viewer(referee.site, referee.stream, accept) as viewer:
        assert (viewer.status, viewer.headers["Cache-Control"]) == (200, "no-store")
        assert viewer.headers["X-Accel-Buffering"] == "no"
        referee.throw(3)
        viewer.wait_for(referee.number)
    first, *rest = viewer.told
    assert (first.name, first.number, first.data) == ("state", 4, state)
    assert {told.name for told in rest} == {"event"}
    assert [told.data for told in rest] == referee.log()[4:]
    assert viewer.numbers == [5, 6, 7]


@pytest.mark.parametrize("accept", [SSE, NDJSON])
@pytest.mark.parametrize("after", [0, 1, 4, 6])
def test_a_viewer_resumes_after_any_number_back_to_the_first(
    referee: Referee, accept: str, after: int
) -> None:
    referee.throw(5)
    # The header of a browser that comes again goes before the address.
    header = Viewer(
        referee.site, f"{referee.stream}?last_event_id=2", accept, **{"Last-Event-ID": str(after)}
    )
    query = Viewer(referee.site, f"{referee.stream}?last_event_id={after}", accept)
    referee.throw(2)
    for viewer in (header, query):
        viewer.wait_for(9)
        assert viewer.numbers == list(range(after + 1, 10))
        assert [told.data for told in viewer.told] == referee.log()[after:]
        viewer.leave()


@pytest.mark.parametrize("accept", [SSE, NDJSON])
def test_the_end_of_the_game_ends_the_stream(referee: Referee, accept: str) -> None:
    with Viewer(referee.site, referee.stream, accept) as viewer:
        referee.play_to_the_end()
        viewer.wait_for_the_end()
    assert viewer.numbers == list(range(3, referee.number + 1))
    assert viewer.told[-2].data["kind"] == "end"
    assert (viewer.told[-1].name, viewer.told[-1].number) == ("end", referee.number)
    for after, names in [("", ["state", "end"]), (str(referee.number), ["end"])]:
        with Viewer(referee.site, referee.stream, accept, **{"Last-Event-ID": after}) as late:
            late.wait_for_the_end()
        assert [told.name for told in late.told] == names


def test_a_game_that_ended_and_was_taken_back_goes_on(referee: Referee) -> None:
    referee.play_to_the_end()
    referee.take_back(1)
    with Viewer(referee.site, referee.stream, **{"Last-Event-ID": "0"}) as viewer:
        viewer.wait_for(referee.number)
        referee.play_to_the_end()
        viewer.wait_for_the_end()
    assert viewer.numbers == list(range(1, referee.number + 1))
    assert [told.name for told in viewer.told].count("end") == 1


def test_what_another_process_records_is_told_too(referee: Referee) -> None:
    """Nobody wakes this process: it finds the change in the database."""
    with Viewer(referee.site, referee.stream) as viewer:
        game = referee.path.split("/")[-2]
        referee.site.manage("play", game, "--throws", "3")
        viewer.wait_for(5)
    assert viewer.numbers == [3, 4, 5]


# -- the same address without a stream, and refusals ---------------------------------------------------


@pytest.mark.parametrize("accept", ["application/json", "*/*", "text/html,*/*;q=0.8"])
def test_who_accepts_no_stream_gets_the_log(referee: Referee, accept: str) -> None:
    found = referee.ask("GET", referee.stream + "?after=0", Accept=accept)
    assert [event["number"] for event in found["events"]] == [1, 2]


@pytest.mark.parametrize(
    ("told", "about"), [("3", "the last one is 2"), ("-1", "'-1'"), ("x", "'x'"), ("²", "")]
)
@pytest.mark.parametrize("accept", [SSE, NDJSON])
def test_a_number_that_cannot_be_is_refused_and_said_why(
    referee: Referee, accept: str, told: str, about: str
) -> None:
    with Viewer(referee.site, referee.stream, accept, **{"Last-Event-ID": told}) as viewer:
        assert (viewer.status, viewer.headers.get_content_type()) == (400, "application/problem+json")
        assert viewer.problem["type"] == "urn:rauswurf:problem:bad-value"
        assert (viewer.problem["field"], about in viewer.problem["detail"]) == ("Last-Event-ID", True)


def test_under_wsgi_a_stream_is_refused_and_said_where_streams_are(client: Client, game: Game) -> None:
    answer = client.get(f"/api/v1/games/{game.pk}/events/", headers={"accept": SSE})
    assert (answer.status_code, answer["Content-Type"]) == (406, "application/problem+json")
    assert answer.json()["type"] == "urn:rauswurf:problem:streams-elsewhere"
    assert "config.asgi" in answer.json()["detail"]


# -- limits, disconnects, the end of the server --------------------------------------------------------


@pytest.fixture
def small_site(site_database: dict[str, str], console: Console) -> Iterator[Site]:
    """A site of its own with room for three streams, and two connections to the database."""
    with forked_site(console, {**site_database, "MOST_STREAMS": "3", "DATABASE_POOL_SIZE": "2"}) as served:
        yield served


def refused_or_told(referee: Referee) -> Any:
    with Viewer(referee.site, referee.stream) as viewer:
        return viewer.problem and (viewer.status, viewer.headers["Retry-After"], viewer.problem["type"])


def threads_of(site: Site) -> int:
    assert site.process is not None
    return len(list(Path(f"/proc/{site.process.pid}/task").iterdir()))


@pytest.mark.skipif(sys.platform != "linux", reason="/proc tells how many threads there are")
def test_no_thread_is_kept_for_a_stream(referee: Referee) -> None:
    """However many watch: requests that come in at once use the 32 threads at most that there are for them."""
    viewers = [Viewer(referee.site, referee.stream) for _ in range(80)]
    referee.throw(1)
    for viewer in viewers:
        viewer.wait_for(referee.number)
    with_all = threads_of(referee.site)
    for viewer in viewers:
        viewer.leave()
    assert with_all < 70


@pytest.mark.both_databases
@pytest.mark.postgresql
def test_no_connection_to_the_database_is_lost_by_reading_the_log(referee: Referee) -> None:
    for _ in range(2 * POOL_SIZE):
        assert len(referee.log()) == referee.number


@pytest.mark.process
def test_streams_have_a_limit_give_their_place_back_and_end_with_the_server(small_site: Site) -> None:
    referee = Referee(small_site, token_of(small_site))
    viewers = [Viewer(small_site, referee.stream) for _ in range(3)]
    referee.throw(1)  # three streams hold neither of the two connections
    for viewer in viewers:
        viewer.wait_for(2)
    assert refused_or_told(referee) == (503, "5", "urn:rauswurf:problem:too-many-streams")
    viewers.pop().leave()
    while refused_or_told(referee) is not None:
        pass
    small_site.stop()
    for viewer in viewers:
        viewer.wait_for_the_end()
        assert viewer.told[-1].name == "resync"
        assert viewer.numbers == [3]
        viewer.leave()
