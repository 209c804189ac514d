"""The REST interface of seasons and events: an evening by HTTP, cheap tables, every refusal a problem document."""

import uuid
from typing import Any

import orjson
import pytest
from django.test import Client
from rest_framework.test import APIClient

import rules
from games.enums import Role
from games.models import Game, Player
from games.queries.record_text import record_of
from tests.games.conftest import client_with
from tests.games.requests import refused
from tests.tournaments.conftest import NOW, YELLOW_STARTS, brought_home, new_event, start, win
from tests.tournaments.query_counts import queries
from tournaments import services
from tournaments.models import Event, Season

pytestmark = pytest.mark.django_db
EVENTS = "/api/v1/events/"
CUP = {
    "season": "2026",
    "slug": "cup",
    "name": "Cup",
    "format": "championship",
    "rules": "xmadn-3t",
    "starts_on": "2026-11-21",
}


@pytest.fixture
def organiser(db: None) -> APIClient:
    return client_with(Role.ORGANISER)


def url(event: Event, what: str = "") -> str:
    return f"{EVENTS}{event.slug}/{what}"


# -- an evening ------------------------------------------------------------------------------------


def test_an_evening_by_http_alone(organiser: APIClient) -> None:
    assert organiser.post(
        "/api/v1/seasons/",
        {"slug": "2026", "name": "2026", "starts_on": "2026-01-01", "ends_on": "2026-12-31"},
    ).json() == {"slug": "2026", "name": "2026", "starts_on": "2026-01-01", "ends_on": "2026-12-31"}
    made = organiser.post(EVENTS, {**CUP, "settings": {"wins": 1}})
    assert (made.status_code, made.json()["status"], made.json()["level"]) == (201, "open", 1)
    for number, name in enumerate(("Anna", "Bert", "Cora"), start=1):
        player = organiser.post("/api/v1/players/", {"name": name}).json()
        entry = organiser.post(f"{EVENTS}cup/entries/", {"player": player["id"]})
        assert (entry.status_code, entry.json()["key"]) == (201, f"entry-{number}")
    draw = organiser.post(f"{EVENTS}cup/draws/", {"method": "published seed", "published_seed": "17"})
    assert draw.status_code == 201
    assert draw.json()["reason"]["en"] == "random draw, verifiable with the seed “17”"
    game = organiser.post(f"{EVENTS}cup/games/", {"throws": YELLOW_STARTS})
    assert (game.status_code, game.json()["game"]["starter"]) == (201, "yellow")
    assert organiser.get(f"{EVENTS}cup/standings/").json()["next_games"] == []

    state = game.json()["game"]
    win_by_http(organiser, state)
    found = organiser.get(f"{EVENTS}cup/standings/").json()
    assert found["status"] == "finished"
    assert found["rows"][0]["figures"] == [1]
    assert organiser.get(f"{EVENTS}cup/").json()["version"] == found["version"]
    (played,) = organiser.get(f"{EVENTS}cup/games/").json()["results"]
    assert (played["game"]["state"], played["due_starter"]) == ("ended", None)


def win_by_http(client: APIClient, state: dict[str, Any]) -> None:
    play = Game.objects.get(pk=state["id"]).play()
    throws = [throw.payload for throw in brought_home(play, ("yellow",))]
    for first in range(0, len(throws), 1000):
        answer = client.post(
            f"/api/v1/games/{state['id']}/throws/?expected={state['number']}", throws[first : first + 1000]
        )
        assert answer.status_code == 201, answer.content
        state = answer.json()["game"]
    assert state["state"] == "ended"


def test_the_other_ways_to_draw(organiser: APIClient, season: Season, players: list[Player]) -> None:
    for method, more, order in (
        ("seed order", {}, ["entry-1", "entry-2", "entry-3"]),
        ("chosen", {"choices": [2, 1]}, ["entry-3", "entry-2", "entry-1"]),
        ("by hand", {"order": ["entry-2", "entry-3", "entry-1"]}, None),
    ):
        slug = method.replace(" ", "-")
        organiser.post(EVENTS, {**CUP, "slug": slug})
        for player in players:
            organiser.post(f"{EVENTS}{slug}/entries/", {"player": str(player.pk)})
        answer = organiser.post(f"{EVENTS}{slug}/draws/", {"method": method, **more})
        assert answer.json()["order"] == (order or more["order"])
        assert organiser.get(f"{EVENTS}{slug}/draws/").json()["count"] == 1


def test_an_entry_is_taken_back_before_the_draw(
    organiser: APIClient, season: Season, players: list[Player]
) -> None:
    event = new_event(season)
    for seed, player in ((2, players[0]), (1, players[1])):
        organiser.post(url(event, "entries/"), {"player": str(player.pk), "seed": seed})
    found = organiser.get(url(event, "entries/")).json()["results"]
    assert [entry["player"]["name"] for entry in found] == ["Bert Übel", "Änne Öhler"]
    assert organiser.delete(url(event, "entries/entry-2/")).status_code == 204
    refused(organiser.delete(url(event, "entries/entry-2/")), 404, "not-found")
    assert [entry["seed"] for entry in organiser.get(url(event, "entries/")).json()["results"]] == [1]


def test_another_starter_with_a_reason_and_a_repeat_that_is_harmless(
    organiser: APIClient, cup: Event
) -> None:
    body = {"override": {"starter": "red", "reason": "agreed"}, "id": str(uuid.uuid4()), "number": 1}
    answers = [organiser.post(url(cup, "games/"), body) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 200]
    assert answers[1]["Idempotent-Replayed"] == "true"
    assert answers[0].json() == answers[1].json()
    assert answers[0].json()["game"]["id"] == body["id"]


def test_an_event_is_changed_in_part(organiser: APIClient, cup: Event) -> None:
    answer = organiser.patch(url(cup), {"name": "Grand Cup", "settings": {"wins": 5}})
    assert (answer.status_code, answer.json()["name"]) == (200, "Grand Cup")
    assert answer.json()["settings"] == {"wins": 5}
    start(cup, rounds=YELLOW_STARTS)
    found = refused(organiser.patch(url(cup), {"settings": {"wins": 2}}), 400, "bad-value")
    assert found["field"] == "note"


# -- the table -------------------------------------------------------------------------------------


def test_the_table_is_what_is_stored_and_costs_one_query(client: Client, cup: Event) -> None:
    win(start(cup, rounds=YELLOW_STARTS).game, "red")
    event = Event.objects.get(pk=cup.pk)
    answer = client.get(url(cup, "standings/"))
    assert answer.content.decode() == event.projection
    assert (answer["Content-Type"], answer["ETag"]) == ("application/json", f'"{event.version}"')
    assert queries(client, url(cup, "standings/")) == 1


def test_a_record_pushed_to_its_end_counts_in_the_table(organiser: APIClient, cup: Event) -> None:
    game = start(cup, rounds=YELLOW_STARTS).game
    play = rules.Game.replay(record_of(game))
    for throw in brought_home(play, ("red",)):
        play = play.play(throw.payload["die"], throw.payload["move"])
    answer = organiser.put(
        f"/api/v1/games/{game.pk}/record/", play.record(), content_type="text/plain; charset=utf-8"
    )
    assert (answer.status_code, answer.json()["game"]["state"]) == (200, "ended")
    rows = organiser.get(url(cup, "standings/")).json()["rows"]
    assert [row["figures"] for row in rows] == [[1], [0], [0]]


@pytest.mark.parametrize("what", ["", "entries/", "draws/", "games/"])
def test_lists_cost_as_many_queries_for_three_rows_as_for_one(
    client: Client, season: Season, players: list[Player], what: str
) -> None:
    who: dict[str, Any] = {"actor": "test", "now": NOW}
    event = new_event(season, settings={"wins": 9})
    path = EVENTS if what == "" else url(event, what)
    services.enter(event_id=event.pk, player=players[0], **who)
    one = queries(client, path) if what in ("", "entries/") else 0
    for player in players[1:]:
        services.enter(event_id=event.pk, player=player, **who)
    services.draw_in_seed_order(event_id=event.pk, **who)
    win(start(event, rounds=YELLOW_STARTS).game, "red")
    one = one or queries(client, path)
    for colour in ("red", "green"):
        win(start(event).game, colour)
    new_event(season, slug="second")
    new_event(season, slug="third")
    assert queries(client, path) == one


def test_events_are_found_by_season_status_format_and_player(
    client: Client, cup: Event, series: Event, season: Season, players: list[Player]
) -> None:
    new_event(season, slug="open")

    def slugs(query: str) -> list[str]:
        return [event["slug"] for event in client.get(f"{EVENTS}?{query}").json()["results"]]

    assert slugs("status=open") == ["open"]
    assert slugs("format=gp-series") == ["gp"]
    assert sorted(slugs("season=2026")) == ["cup", "gp", "open"]
    assert slugs("season=1999") == []
    assert sorted(slugs(f"player={players[0].pk}")) == ["cup", "gp"]
    page = client.get(f"{EVENTS}?limit=1").json()
    assert (page["count"], len(page["results"])) == (3, 1)
    assert [found["slug"] for found in client.get("/api/v1/seasons/").json()["results"]] == ["2026"]
    assert client.get("/api/v1/seasons/2026/").json()["name"] == "2026"


# -- who may, and what is refused ------------------------------------------------------------------


def test_problems_are_told_in_the_language_of_the_reader(organiser: APIClient, cup: Event) -> None:
    answer = organiser.post(url(cup, "games/"), {}, headers={"Accept-Language": "de"})
    found = refused(answer, 422, "format")
    assert found["detail"] == found["messages"]["de"] == "jeder würfelt einmal, der höchste Wurf beginnt"
    assert orjson.loads(Event.objects.get(pk=cup.pk).projection)["games"] == []
