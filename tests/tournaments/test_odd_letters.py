"""Whatever is written to any door that writes is taken or refused: nothing breaks, and a refusal changes nothing."""

from typing import Any

import pytest
from django.apps import apps
from drf_spectacular.generators import SchemaGenerator
from rest_framework.test import APIClient

from games.enums import Role
from games.models import Player
from tests.games.conftest import PAIRS, client_with
from tests.tournaments.conftest import new_event
from tests.tournaments.event_state import undone
from tests.tournaments.letters import Letter, Site, letters, members, otherwise, send, site
from tournaments.models import Event, Season

pytestmark = pytest.mark.django_db
#: What programs and databases stumble over; of each member of a letter one after the other, so that all are tried.
ODD = [
    "a\x00b",
    "a\ud800b",
    10**30,
    1.5,
    True,
    None,
    "x" * 3000,
    ["a"],
    {"a": 1},
    "0001-01-01",
    "9999-12-31T23:59:59-12:00",
]


@pytest.fixture
def there(db: None) -> Site:
    return site()


@pytest.fixture
def owner(db: None) -> APIClient:
    """A client that may do everything; an exception of the site is an exception here."""
    client = client_with(Role.OWNER, created_by="test")
    client.raise_request_exception = True
    return client


def rows() -> dict[str, int]:
    """How many rows there are of everything."""
    rooms = ("games", "tournaments")
    models = [model for room in rooms for model in apps.get_app_config(room).get_models()]
    return {model._meta.label: model._default_manager.count() for model in models}


def test_for_every_way_to_write_there_is_a_letter(there: Site) -> None:
    described = {
        (method, path.removeprefix("/api/v1/"))
        for path, ways in SchemaGenerator().get_schema(public=True)["paths"].items()
        for method in ways
        if method not in ("get", "head")
    }
    assert {(letter.method, letter.route) for letter in letters(there)} == described


@pytest.mark.both_databases
def test_nothing_that_is_written_breaks_the_site_or_is_half_done(there: Site, owner: APIClient) -> None:
    before, turn = rows(), 0
    for letter in letters(there):
        for way in [(), *members(letter.body)]:
            value = ODD[turn % len(ODD)]
            turn += 1
            body = otherwise(letter.body, way, value) if way else value
            with undone():
                answer = send(owner, letter, body)
                assert answer.status_code < 500
            if answer.status_code >= 400:
                assert answer["Content-Type"] == "application/problem+json", (letter, way, value)
                assert set(answer.json()["messages"]) == {"en", "de"}
    assert turn > 200
    assert rows() == before


@pytest.mark.both_databases
@pytest.mark.parametrize("odd", ["a\x00b", "a\ud800b"])
def test_a_character_that_no_text_can_hold_is_refused_with_its_place(owner: APIClient, odd: str) -> None:
    answer = send(owner, Letter("post", "players/", "players/"), {"name": "Anna", "nickname": odd})
    data = answer.json()
    assert (answer.status_code, data["field"]) == (400, "nickname")
    assert data["messages"]["de"].startswith("nickname: U+")
    assert not Player.objects.exists()


@pytest.mark.parametrize(
    "text",
    [
        '{"name": "Anna", "name": "Bert"}',
        '{"name": "Anna", "nickname": NaN}',
        '{"name": 1e400}',
        '{"name": ' + "9" * 5000 + "}",
        '{"name": ' + "[" * 100 + "]" * 100 + "}",
        "[" * 100_000,
        b'{"name": "\xff"}',
    ],
)
def test_what_can_be_read_in_two_ways_or_in_none_is_not_read(owner: APIClient, text: str | bytes) -> None:
    sent: Any = text
    answer = owner.generic("POST", "/api/v1/players/", sent, "application/json")
    data = answer.json()
    assert (answer.status_code, data["type"].rsplit(":", 1)[-1]) == (400, "unreadable")
    assert data["messages"]["en"] != data["messages"]["de"]
    assert not Player.objects.exists()


@pytest.mark.parametrize(
    ("path", "body", "field"),
    [
        ("events/cup/", {"setings": {"wins": 3}}, "setings"),
        ("events/cup/", {"ranked": "false"}, "ranked"),
        ("events/cup/", {"forecasts": 0}, "forecasts"),
        ("events/cup/", {"level": "2"}, "level"),
        ("events/cup/", {"seconds_per_throw": "20"}, "seconds_per_throw"),
        ("events/cup/", {"seconds_per_throw": True}, "seconds_per_throw"),
        ("events/cup/", {"starts_on": "0001-01-01"}, "starts_on"),
        ("events/cup/", {"starts_on": "9999-12-31"}, "starts_on"),
    ],
)
def test_what_was_hardly_meant_so_changes_nothing(
    season: Season, owner: APIClient, path: str, body: dict[str, Any], field: str
) -> None:
    new_event(season)
    before = Event.objects.values().get(slug="cup")
    answer = owner.patch(f"/api/v1/{path}", body)
    data = answer.json()
    assert (answer.status_code, data.get("field") or next(iter(data["errors"]))) == (400, field)
    assert Event.objects.values().get(slug="cup") == before


@pytest.mark.parametrize(
    ("path", "body", "field"),
    [
        ("games/", {"startr": "yellow"}, "startr"),
        ("games/", {"starter": None, "trapdoors": [5]}, "starter"),
        (
            "seasons/",
            {"slug": "a", "name": "A", "starts_on": "0001-01-01", "ends_on": "2027-01-01"},
            "starts_on",
        ),
        ("tokens/", {"name": "b", "role": "viewer", "expires_at": "2030-01-01T00:00:00"}, "expires_at"),
        ("events/cup/draws/", {"method": "chosen", "choices": ["0", "1", "2"]}, "choices[0]"),
    ],
)
def test_what_lacks_what_it_needs_makes_nothing(
    season: Season, players: list[Player], owner: APIClient, path: str, body: dict[str, Any], field: str
) -> None:
    new_event(season)
    seats = [
        {"player": str(player.pk), "colours": list(pair)} for player, pair in zip(players, PAIRS, strict=True)
    ]
    data = {"rules": "xmadn-3t", "seats": seats, **body} if path == "games/" else body
    before, seasons = rows(), list(Season.objects.values())
    answer = owner.post(f"/api/v1/{path}", data)
    said = answer.json()
    assert (answer.status_code, said.get("field") or next(iter(said["errors"]))) == (400, field)
    assert (rows(), list(Season.objects.values())) == (before, seasons)
