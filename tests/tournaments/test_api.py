"""Events and games by REST: found by what there is, at a steady cost; a game names its event at every door."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.api.serializers import GameSerializer
from games.api.streams import GAMES as WATCHED
from games.enums import Role
from games.models import Game, Player
from games.services import recorder
from games.services.commands import throw_command
from rules import RULE_SETS
from tests.games.requests import refused
from tests.tournaments.conftest import NOW, YELLOW_STARTS, new_event, start, with_role
from tests.tournaments.query_counts import queries
from tests.tournaments.slips import enter
from tournaments import services
from tournaments.models import Event, Season

pytestmark = pytest.mark.django_db
EVENTS, GAMES = "/api/v1/events/", "/api/v1/games/"

# -- lists -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("what", ["", "entries/", "draws/", "games/"])
def test_lists_cost_as_many_queries_for_three_rows_as_for_one(
    client: Client, season: Season, players: list[Player], what: str
) -> None:
    who: dict[str, Any] = {"actor": "test", "now": NOW}
    event = new_event(season, settings={"wins": 9})
    path = f"{EVENTS}cup/{what}" if what else EVENTS
    services.enter(event_id=event.pk, player=players[0], **who)
    one = queries(client, path) if what in ("", "entries/") else 0
    for player in players[1:]:
        services.enter(event_id=event.pk, player=player, **who)
    services.draw_in_seed_order(event_id=event.pk, **who)
    enter(event, 1)
    one = one or queries(client, path)
    enter(event, 2)
    enter(event, 3)
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


# -- the event of a game ---------------------------------------------------------------------------


CUP_2 = {"slug": "cup", "name": "Cup", "number": 2}


@pytest.fixture
def referee(db: None) -> Client:
    return with_role(Role.ORGANISER, "site")


@pytest.fixture
def single(players: list[Player]) -> Game:
    """A game of no event."""
    seats = [(players[0], ["yellow"]), (players[1], ["red"])]
    return recorder.create_game(rules=RULE_SETS["mhd"], seats=seats, actor="test", now=NOW)


def shown(client: Client, game: Game) -> dict[str, Callable[[], Any]]:
    """Door → the game as it is shown there."""
    at = f"{GAMES}{game.pk}/"

    def sent(path: str, body: Any) -> Any:
        return client.post(path, body, content_type="application/json").json()

    return {
        "detail": lambda: client.get(at).json(),
        "list": lambda: next(
            each for each in client.get(GAMES).json()["results"] if each["id"] == str(game.pk)
        ),
        "games of its event": lambda: client.get("/api/v1/events/cup/games/").json()["results"][1]["game"],
        "throws": lambda: sent(f"{at}throws/?expected={game.number}", {"die": 1})["game"],
        "note": lambda: sent(f"{at}note/", {"text": "a note", "id": "00000000-0000-4000-8000-000000000001"})[
            "game"
        ],
        "stale": lambda: sent(f"{at}throws/?expected=1", {"die": 1})["current"],
        "stream open": lambda: json.loads(WATCHED.open.state(str(game.pk)).ndjson)["data"],  # type: ignore[union-attr]
        "stream full": lambda: json.loads(WATCHED.full.state(str(game.pk)).ndjson)["data"],  # type: ignore[union-attr]
    }


@pytest.mark.both_databases
@pytest.mark.parametrize(
    "door",
    [
        "detail",
        "list",
        "games of its event",
        "throws",
        "note",
        "stale",
        "stream open",
        "stream full",
    ],
)
def test_a_game_of_an_event_names_it(referee: Client, cup: Event, door: str) -> None:
    enter(cup, 1)
    assert shown(referee, start(cup).game)[door]()["event"] == CUP_2


# -- found by it -----------------------------------------------------------------------------------


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("event=cup", ["cup 2", "cup 1"]),
        ("event=gp", ["gp 1"]),
        ("event=cup&state=running", ["cup 2"]),
        ("event=gp&state=ended", []),
        ("event=", ["gp 1", "cup 2", "cup 1", None]),
    ],
)
def test_games_are_found_by_their_event(
    client: Client, cup: Event, series: Event, single: Game, query: str, found: list[str | None]
) -> None:
    enter(cup, 1)
    start(cup)
    start(series, rounds=YELLOW_STARTS)
    told = [each["event"] for each in client.get(f"{GAMES}?{query}").json()["results"]]
    names = [each and f"{each['slug']} {each['number']}" for each in told]
    assert sorted(names, key=str) == sorted(found, key=str)


@pytest.mark.parametrize("slug", ["nope", "cup:1", "CUP", "site", "a" * 300])
def test_an_event_that_does_not_exist_is_refused(client: Client, cup: Event, slug: str) -> None:
    assert refused(client.get(f"{GAMES}?event={slug}"), 400, "bad-value")["field"] == "event"


# -- what it costs ---------------------------------------------------------------------------------


def test_a_read_costs_three_statements_in_an_event_and_an_answer_to_a_throw_two(
    referee: Client, cup: Event
) -> None:
    enter(cup, 1)
    game = start(cup).game
    with CaptureQueriesContext(connection) as read:
        Client().get(f"{GAMES}{game.pk}/")
    with CaptureQueriesContext(connection) as recorded:
        result = recorder.record_throws(
            game_id=game.pk,
            throws=[throw_command(1)],
            expected=game.number,
            actor="test",
            now=timezone.now(),
        )
    with CaptureQueriesContext(connection) as answered:
        assert GameSerializer.of(result.game)["event"] == CUP_2
    assert (len(read), len(answered)) == (3, 2)
    assert len(recorded) <= 6, [query["sql"] for query in recorded]
