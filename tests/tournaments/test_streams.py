"""The stream of an event: its table and the games that are being played, after each change."""

from typing import Any

import pytest
from django.test import Client

import rules
from rules import RULE_SETS
from tests.games.viewing import NDJSON, SSE, Viewer, Writer, token_of
from tests.servers import Site
from tests.tournaments.conftest import YELLOW_STARTS, brought_home, start
from tournaments.models import Event

EVENTS = "/api/v1/events/"


class Organiser(Writer):
    """Conducts an event of three by REST."""

    def __init__(self, site: Site, token: str, slug: str, wins: int) -> None:
        super().__init__(site, token)
        self.path = f"{EVENTS}{slug}/"
        event = {"season": "2026", "slug": slug, "name": slug, "format": "championship", "rules": "xmadn-3t"}
        self.ask("POST", EVENTS, {**event, "starts_on": "2026-11-21", "settings": {"wins": wins}})

    def enter_and_draw(self) -> None:
        """Three entries and the draw: four changes of the table."""
        for name in ("Anna", "Bert", "Cora"):
            player = self.ask("POST", "/api/v1/players/", {"name": name, "new": True})
            self.ask("POST", self.path + "entries/", {"player": player["id"]})
        self.ask("POST", self.path + "draws/", {"method": "seed order"})

    def start(self) -> dict[str, Any]:
        """The next game, begun."""
        game: dict[str, Any] = self.ask("POST", self.path + "games/", {"throws": YELLOW_STARTS})["game"]
        return game

    def win(self, game: dict[str, Any], *colours: str) -> None:
        """These colours come home one after the other."""
        seats = {seat["player"]["id"]: seat["colours"] for seat in game["seats"]}
        play = rules.Game.at(game["position"], RULE_SETS[game["rules"]], seats)
        throws = [throw.payload for throw in brought_home(play, colours)]
        for first in range(0, len(throws), 1000):
            path = f"/api/v1/games/{game['id']}/throws/?expected={game['number']}"
            game = self.ask("POST", path, throws[first : first + 1000])["game"]

    def version(self) -> int:
        """The version of the table."""
        version: int = self.ask("GET", self.path + "standings/")["version"]
        return version


@pytest.fixture(scope="module")
def token(live_asgi_server: Site) -> str:
    """A token, on a site that has a season."""
    token = token_of(live_asgi_server)
    season = {"slug": "2026", "name": "2026", "starts_on": "2026-01-01", "ends_on": "2026-12-31"}
    Writer(live_asgi_server, token).ask("POST", "/api/v1/seasons/", season)
    return token


@pytest.mark.parametrize("accept", [SSE, NDJSON])
def test_a_viewer_sees_the_table_follow_everything_until_the_event_is_decided(
    live_asgi_server: Site, token: str, accept: str
) -> None:
    organiser = Organiser(live_asgi_server, token, f"cup-{accept[-3:]}", wins=1)
    with Viewer(live_asgi_server, organiser.path + "events/", accept) as viewer:
        organiser.enter_and_draw()
        viewer.wait_for(organiser.version())
        game = organiser.start()
        viewer.wait_for(organiser.version())
        running = viewer.told[-1].data["running"]
        organiser.win(game, "yellow")
        viewer.wait_for_the_end()
    first, *changes, end = viewer.told
    assert (first.name, first.data["standings"]["status"]) == ("state", "open")
    assert {told.name for told in changes} == {"standings"}
    assert viewer.numbers == sorted(set(viewer.numbers))
    assert [each["game"] for each in running] == [game["id"]]
    last = changes[-1].data
    assert last["standings"] == organiser.ask("GET", organiser.path + "standings/")
    assert (last["version"], last["running"], last["standings"]["status"]) == (end.number, [], "finished")
    assert end.name == "end"


def test_who_comes_again_is_told_the_present_table_if_it_has_changed(
    live_asgi_server: Site, token: str
) -> None:
    organiser = Organiser(live_asgi_server, token, "again", wins=2)
    organiser.enter_and_draw()
    version = organiser.version()
    path = organiser.path + "events/"
    with (
        Viewer(live_asgi_server, path, **{"Last-Event-ID": "1"}) as behind,
        Viewer(live_asgi_server, path, **{"Last-Event-ID": str(version)}) as up_to_date,
    ):
        behind.wait_for(version)
        organiser.start()
        for viewer in (behind, up_to_date):
            viewer.wait_for(organiser.version())
    assert behind.numbers == [version, version + 1]
    assert up_to_date.numbers == [version + 1]


def test_an_event_that_does_not_exist_is_not_found(live_asgi_server: Site, token: str) -> None:
    with Viewer(live_asgi_server, EVENTS + "nowhere/events/") as viewer:
        assert (viewer.status, viewer.problem["type"]) == (404, "urn:rauswurf:problem:not-found")


def test_who_accepts_no_stream_gets_the_table_and_the_running_games_once(client: Client, cup: Event) -> None:
    played = start(cup, rounds=YELLOW_STARTS)
    found = client.get(f"{EVENTS}cup/events/").json()
    assert found["standings"] == client.get(f"{EVENTS}cup/standings/").json()
    assert found["version"] == found["standings"]["version"]
    assert found["running"] == [{"number": 1, "name": played.name.as_json(), "game": str(played.game.pk)}]
    assert client.get(f"{EVENTS}nowhere/events/").status_code == 404
    assert client.get(f"{EVENTS}cup/events/", headers={"accept": SSE}).status_code == 406
