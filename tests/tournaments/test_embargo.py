"""Nothing that is withheld is told at any door of the site before its time; those who have a role see everything."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from games.api.game_stream import GAMES
from games.domain.embargo import Delay, Embargo, Until
from games.enums import Role
from games.models import Game, GameEvent, Permit, Player
from games.services import recorder
from rules import RULE_SETS
from tests.games.conftest import token_with
from tests.tournaments import doors
from tests.tournaments.conftest import NOW, YELLOW_STARTS, brought_home, new_event
from tournaments import services
from tournaments.models import Event, Season
from tournaments.standings.queries import load_standings
from tournaments.statistics.update import count_due
from tournaments.streams import EVENTS

pytestmark = [pytest.mark.django_db, pytest.mark.long]
#: When the public looks; what happened long ago, and what five minutes ago.
CLOCK = NOW + timedelta(hours=3)
JUST_NOW = CLOCK - timedelta(minutes=5)
SECOND = uuid.UUID("5ec0bd00-0000-4000-8000-000000000002")


@pytest.fixture(autouse=True)
def clock() -> Iterator[Any]:
    with time_machine.travel(CLOCK, tick=False) as traveller:
        yield traveller


class Evening:
    """A championship, first to two wins, and a game by itself, all under the same embargo; both have begun."""

    def __init__(self, season: Season, players: list[Player], embargo: Embargo | None) -> None:
        self.event = new_event(season, embargo=embargo)
        for player in players:
            services.enter(event_id=self.event.pk, player=player, actor="test", now=NOW)
        services.draw_in_seed_order(event_id=self.event.pk, actor="test", now=NOW)
        self.first = self.start(NOW, rounds=YELLOW_STARTS)
        seats = list(zip(players, (["yellow", "black"], ["blue", "red"], ["green", "violet"]), strict=True))
        rules = RULE_SETS["xmadn-3t"]
        self.alone = recorder.create_game(rules=rules, seats=seats, actor="test", now=NOW, embargo=embargo)
        recorder.start_game(game_id=self.alone.pk, starter="yellow", actor="test", now=NOW)
        self.player = players[0]

    def start(self, now: datetime, **wanted: Any) -> Game:
        return services.start_next_game(event_id=self.event.pk, actor="test", now=now, **wanted).played.game

    def throw(self, game: Game, colour: str, most: int, now: datetime) -> Game:
        """At most so many throws with which the colour comes home."""
        game = Game.objects.get(pk=game.pk)
        throws = brought_home(game.play(), (colour,))[:most]
        for first in range(0, len(throws), 1000):
            batch = throws[first : first + 1000]
            game = recorder.record_throws(
                game_id=game.pk, throws=batch, expected=game.number, actor="test", now=now
            ).game
        return game

    def go_on(self, now: datetime) -> None:
        """The first game ends, the second begins, the game by itself is played on."""
        self.throw(self.first, "red", 5000, now)
        self.throw(self.start(now, game_id=SECOND), "green", 30, now)
        self.throw(self.alone, "yellow", 40, now)

    def finish(self, now: datetime) -> None:
        """The event is decided, the game by itself ends."""
        self.throw(Game.objects.get(pk=SECOND), "red", 5000, now)
        self.throw(self.alone, "yellow", 5000, now)

    @property
    def paths(self) -> list[str]:
        """Every address of the site, with everything there is."""
        return doors.paths(
            {
                "uuid": [self.player.pk],
                "games/uuid": self.games,
                "slug": [self.event.slug, self.event.season.slug],
                "events/slug": [self.event.slug],
                "seasons/slug": [self.event.season.slug],
                "int": [self.event.pk],
                "str": [self.event.pk],
                "path": [self.event.pk],
            }
        )

    @property
    def games(self) -> list[uuid.UUID]:
        return [self.first.pk, SECOND, self.alone.pk]

    def public(self) -> dict[str, Any]:
        """Everything that a stranger can get to know, once the background has done what it does."""
        count_due(now=timezone.now())
        found = doors.answers(Client(raise_request_exception=False), self.paths)
        return found | self.streams() | {"short way": doors.short_way(self.event.slug)}

    def streams(self) -> dict[str, Any]:
        games = [(GAMES, str(game.pk)) for game in (self.first, self.alone)]
        return doors.streams([*games, (EVENTS, self.event.slug)])

    def pages_of_games(self) -> dict[str, Any]:
        """What a stranger who just reads is told about the games."""
        about = [path for path in self.paths if any(str(game) in path for game in self.games)]
        return {path: Client().get(path).content for path in about}


@pytest.fixture
def evening(request: pytest.FixtureRequest, season: Season, players: list[Player]) -> Evening:
    return Evening(season, players, request.param)


def secrets(since: dict[uuid.UUID, int]) -> set[bytes]:
    """Hashes and positions of the events after these numbers."""
    events = [event for event in GameEvent.objects.all() if event.number > since.get(event.game_id, 0)]
    found = {event.hash for event in events} | {event.position for event in events}
    return {text.encode() for text in found if text}


def numbers() -> dict[uuid.UUID, int]:
    return dict(Game.objects.values_list("pk", "number"))


def those_in(found: dict[str, Any], texts: set[bytes]) -> set[bytes]:
    """Those of the texts that somebody was told."""
    told = repr(list(found.values())).encode()
    return {text for text in texts if text in told}


@pytest.mark.parametrize(
    "evening",
    [pytest.param(Delay(10), id="minutes"), pytest.param(Until.END, id="end", marks=pytest.mark.slow)],
    indirect=True,
)
def test_at_no_door_the_public_notices_anything_before_its_time(evening: Evening, clock: Any) -> None:
    known = numbers()
    before = evening.public()
    evening.go_on(JUST_NOW)
    after = evening.public()
    assert [door for door in before if before[door] != after[door]] == []
    hidden = secrets(known) - those_in(before, secrets(known))
    assert len(hidden) > 1000
    # And then it is told.
    if isinstance(evening.event.embargo, Delay):
        clock.shift(timedelta(minutes=6))
    else:
        evening.finish(JUST_NOW)
    assert those_in(evening.pages_of_games() | evening.streams(), hidden) == hidden


def viewer(way: str, users: Any) -> Client:
    """Somebody who sees all of the event: a program, a person, a phone on which a link was opened."""
    if way == "token":
        return Client(headers={"authorization": f"Bearer {token_with(Role.VIEWER, 'event:cup')}"})
    client = Client()
    if way == "permit":
        person = users.objects.create_user("viewer")
        Permit.objects.create(person=person, role=Role.VIEWER, place="season:2026", granted_at=NOW)
        client.force_login(person)
    else:
        client.post(f"/enter/{token_with(Role.VIEWER, 'event:cup')}/")
    return client


@pytest.mark.parametrize("evening", [Delay(10), Until.END], indirect=True, ids=["minutes", "end"])
def test_who_has_a_role_in_the_event_sees_everything_of_it_at_once(
    evening: Evening, django_user_model: Any
) -> None:
    evening.go_on(JUST_NOW)
    for way in ("token", "permit", "link"):
        sees_everything(viewer(way, django_user_model), evening)


def sees_everything(client: Client, evening: Evening) -> None:
    event = Event.objects.get(pk=evening.event.pk)
    for game in (evening.first.pk, SECOND):
        head = Game.objects.get(pk=game).head
        assert client.get(f"/api/v1/games/{game}/").json()["head"] == head
        assert client.get(f"/api/v1/games/{game}/events/").json()["events"][-1]["hash"] == head
        assert client.get(f"/api/v1/games/{game}/record/").status_code == 200
        for page in ("", "live/"):
            assert head in client.get(f"/games/{game}/{page}").content.decode()
    data = load_standings(event)
    assert client.get("/api/v1/events/cup/standings/").json() == data
    assert client.get("/api/v1/events/cup/events/").json()["standings"] == data
    assert client.get("/api/v1/events/cup/").json()["version"] == event.version
    assert len(client.get("/api/v1/events/cup/games/").json()["results"]) == 2
    for page in ("/events/cup/", "/events/cup/live/"):
        assert str(SECOND) in client.get(page).content.decode()
    alone = f"/api/v1/games/{evening.alone.pk}/"
    assert client.get(alone).json() == Client().get(alone).json()


@pytest.mark.parametrize("evening", [Delay(10)], indirect=True, ids=["minutes"])
def test_who_has_a_role_at_a_board_sees_its_games_and_no_more(evening: Evening) -> None:
    evening.go_on(JUST_NOW)
    referee = Client(headers={"authorization": f"Bearer {token_with(Role.REFEREE, 'round:cup:2')}"})
    assert referee.get(f"/api/v1/games/{SECOND}/").status_code == 200
    for path in (f"games/{evening.first.pk}/", "events/cup/standings/", "events/cup/"):
        assert referee.get(f"/api/v1/{path}").json() == Client().get(f"/api/v1/{path}").json()
    ids = {game["id"] for game in referee.get("/api/v1/games/?state=running").json()["results"]}
    assert ids == {str(SECOND), str(evening.first.pk), str(evening.alone.pk)}


def test_streams_are_at_the_addresses_that_are_looked_at_here() -> None:
    assert doors.streamed_routes() == [
        "/api/v1/games/<uuid:pk>/events/",
        "/api/v1/events/<slug:slug>/events/",
        "/halls/<slug:slug>/changes/",  # tells numbers alone
    ]
