"""The stream of an event: its table and the games that are being played, after each change."""

import pytest
from django.test import Client

from tests.games.viewing import NDJSON, SSE, Viewer
from tests.servers import Site
from tests.tournaments.conftest import YELLOW_STARTS, start
from tests.tournaments.webhooks.evening import Evening
from tournaments.models import Event

EVENTS = "/api/v1/events/"


def version(evening: Evening) -> int:
    """The version of the table."""
    found: int = evening.ask("GET", f"{evening.event}standings/")["version"]
    return found


def test_a_viewer_sees_the_table_follow_everything_until_the_event_is_decided(
    live_asgi_server: Site,
) -> None:
    evening = Evening(live_asgi_server)
    path = f"{evening.event}events/"
    with Viewer(live_asgi_server, path, SSE) as viewer, Viewer(live_asgi_server, path, NDJSON) as other:
        evening.ask("PATCH", evening.event, {"settings": {"wins": 1}})
        viewer.wait_for(version(evening))
        game = evening.start()
        viewer.wait_for(version(evening))
        running = viewer.told[-1].data["running"]
        evening.win(game)
        for each in (viewer, other):
            each.wait_for_the_end()
    first, *changes, end = viewer.told
    assert (first.name, first.data["standings"]["status"]) == ("state", "drawn")
    assert {told.name for told in changes} == {"standings"}
    assert viewer.numbers == sorted(set(viewer.numbers))
    assert [each["game"] for each in running] == [game["id"]]
    last = changes[-1].data
    assert last["standings"] == evening.ask("GET", f"{evening.event}standings/")
    assert (last["version"], last["running"], last["standings"]["status"]) == (end.number, [], "finished")
    assert (end.name, other.told[-2:]) == ("end", viewer.told[-2:])


def test_who_comes_again_is_told_the_present_table_if_it_has_changed(live_asgi_server: Site) -> None:
    evening = Evening(live_asgi_server, "again")
    path, known = f"{evening.event}events/", version(evening)
    with (
        Viewer(live_asgi_server, path, **{"Last-Event-ID": "1"}) as behind,
        Viewer(live_asgi_server, path, **{"Last-Event-ID": str(known)}) as up_to_date,
    ):
        behind.wait_for(known)
        evening.start()
        for viewer in (behind, up_to_date):
            viewer.wait_for(version(evening))
    assert behind.numbers == [known, known + 1]
    assert up_to_date.numbers == [known + 1]


def test_an_event_that_does_not_exist_is_not_found(live_asgi_server: Site) -> None:
    with Viewer(live_asgi_server, f"{EVENTS}nowhere/events/") as viewer:
        assert (viewer.status, viewer.problem["type"]) == (404, "urn:rauswurf:problem:not-found")


@pytest.mark.django_db
def test_who_accepts_no_stream_gets_the_table_and_the_running_games_once(client: Client, cup: Event) -> None:
    played = start(cup, rounds=YELLOW_STARTS)
    found = client.get(f"{EVENTS}cup/events/").json()
    assert found["standings"] == client.get(f"{EVENTS}cup/standings/").json()
    assert found["version"] == found["standings"]["version"]
    assert found["running"] == [{"number": 1, "name": played.name.as_json(), "game": str(played.game.pk)}]
    assert client.get(f"{EVENTS}nowhere/events/").status_code == 404
    assert client.get(f"{EVENTS}cup/events/", headers={"accept": SSE}).status_code == 406
