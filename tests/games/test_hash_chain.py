"""The hash chain binds every word of a log: no column of an event can be changed, left out or forgotten."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, timezone
from typing import Any
from uuid import UUID

import pytest

from games.domain import hash_chain
from games.enums import EventKind
from games.models import Game, GameEvent

GAME = Game(pk=UUID("00000000-0000-4000-8000-000000000001"))

#: Three events as the chain writes them, by hand, and what `printf '%s\n%s' PREVIOUS TEXT | sha256sum` says of each:
#: what logs that have been written are sealed with, so it never changes.
WRITTEN = (
    '{"actor":"user:1","client_id":null,"finished":[],"game":"00000000-0000-4000-8000-000000000001","happened_at":'
    'null,"kind":"created","number":1,"payload":{"title":"Spiel für Jörg"},"position":"","recorded_at":'
    '"2026-11-21T20:15:00.000000+00:00"}',
    '{"actor":"token:7","client_id":"00000000-0000-4000-8000-0000000000aa","finished":["red","blue"],"game":'
    '"00000000-0000-4000-8000-000000000001","happened_at":"2026-11-21T20:15:30.000250+00:00","kind":"throw",'
    '"number":2,"payload":{"die":6,"move":"6:B-A"},"position":"6x8 B,B,B,A/- Y0","recorded_at":'
    '"2026-11-21T20:16:00.000001+00:00"}',
    '{"actor":"token:7","client_id":"00000000-0000-4000-8000-0000000000ab","finished":["blue","red"],"game":'
    '"00000000-0000-4000-8000-000000000001","happened_at":null,"kind":"note","number":3,"payload":{"text":"Tee"},'
    '"position":"6x8 B,B,B,A/- Y0","recorded_at":"2026-11-21T20:17:00.000000+00:00"}',
)
HASHES = (
    "42100bdce68debfb457a776c430bd7015ef1fd704a498bd2a101526ef95f537e",
    "3b35aff3922ab7f452e11e327bfe6526730af9e6a05ada47c9027ca680e37304",
    "88aa3272a81d915f44efe8295c7d364ad9e386d50cdeab8767c14580e272e0c4",
)


def log() -> list[GameEvent]:
    """The three events, sealed."""
    began = datetime(2026, 11, 21, 20, 15, tzinfo=UTC)
    berlin = timezone(timedelta(hours=1))
    events = [
        GameEvent(
            game=GAME,
            number=1,
            kind=EventKind.CREATED,
            payload={"title": "Spiel für Jörg"},
            position="",
            finished=[],
            actor="user:1",
            client_id=None,
            happened_at=None,
            recorded_at=began,
        ),
        GameEvent(
            game=GAME,
            number=2,
            kind=EventKind.THROW,
            payload={"move": "6:B-A", "die": 6},
            position="6x8 B,B,B,A/- Y0",
            finished=["red", "blue"],
            actor="token:7",
            client_id=UUID("00000000-0000-4000-8000-0000000000aa"),
            happened_at=datetime(2026, 11, 21, 21, 15, 30, 250, tzinfo=berlin),
            recorded_at=began + timedelta(minutes=1, microseconds=1),
        ),
        GameEvent(
            game=GAME,
            number=3,
            kind=EventKind.NOTE,
            payload={"text": "Tee"},
            position="6x8 B,B,B,A/- Y0",
            finished=["blue", "red"],
            actor="token:7",
            client_id=UUID("00000000-0000-4000-8000-0000000000ab"),
            happened_at=None,
            recorded_at=began + timedelta(minutes=2),
        ),
    ]
    previous = hash_chain.GENESIS
    for event in events:
        previous = hash_chain.seal_hash(event, previous).hash
    return events


#: Another value of each column that the seal binds, other than that of the second event.
CHANGED: dict[str, list[Any]] = {
    "game_id": [UUID("00000000-0000-4000-8000-000000000002")],
    "number": [12],
    "kind": ["note"],
    "payload": [{"die": 6, "move": None}, {"die": 6}, {"die": 6, "move": "6:B-A", "more": 1}, {}],
    "position": ["6x8 B,B,B,A/- Y1", ""],
    # Another order, one that is missing, none: the finishing order is the result of a game for places.
    "finished": [["blue", "red"], ["red"], []],
    "actor": ["token:8", ""],
    "client_id": [UUID("00000000-0000-4000-8000-0000000000ac"), None],
    "happened_at": [
        datetime(2026, 11, 21, 20, 15, 30, 251, tzinfo=UTC),
        datetime(2026, 11, 21, 21, 15, 30, 250, tzinfo=UTC),
        None,
    ],
    "recorded_at": [datetime(2026, 11, 21, 20, 16, 0, 2, tzinfo=UTC)],
    "previous": ["0" * 64, ""],
    "hash": ["0" * 64, ""],
}


def changes() -> Iterator[Any]:
    for column, values in CHANGED.items():
        for number, value in enumerate(values):
            yield pytest.param(column, value, id=f"{column}-{number}")


def columns() -> set[str]:
    """All columns of an event but its own key."""
    return {field.attname for field in GameEvent._meta.concrete_fields if not field.primary_key}


def test_logs_are_sealed_as_they_have_always_been() -> None:
    events = log()
    assert tuple(hash_chain.canonical(event).decode() for event in events) == WRITTEN
    assert tuple(event.hash for event in events) == HASHES
    assert [event.previous for event in events] == ["", *HASHES[:2]]
    assert hash_chain.first_break(events) is None


def test_every_letter_and_number_is_sealed_as_the_standard_library_writes_it() -> None:
    letters = "".join(map(chr, [*range(1, 0xD800), *range(0xE000, 0x11000, 7), 0x1F3B2, 0x10FFFF]))
    values: list[Any] = [
        letters,
        {"ä": 1, "z": 2, "\U0001f3b2": 3, "\uffff": 4},
        -(2**63),
        2**64,
        10**30,
        True,
    ]
    for value in values:
        event = log()[1]
        event.payload = {"value": [value], "none": None}
        written = json.dumps(event.payload, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        assert f'"payload":{written},'.encode() in hash_chain.canonical(event)


@pytest.mark.parametrize("value", [float("nan"), float("inf"), 0.0])
def test_what_is_no_whole_number_is_never_taken_for_nothing(value: float) -> None:
    second = log()[1]
    second.payload = {"die": 6, "move": None}
    first_seal = hash_chain.seal(second, HASHES[0])
    second.payload = {"die": 6, "move": value}
    assert hash_chain.seal(second, HASHES[0]) != first_seal


@pytest.mark.parametrize(("column", "value"), list(changes()))
def test_an_event_of_which_anything_was_changed_breaks_the_chain(column: str, value: Any) -> None:
    events = log()
    assert getattr(events[1], column) != value
    setattr(events[1], column, value)
    assert hash_chain.first_break(events) is events[1]
    if column not in ("previous", "hash"):
        assert hash_chain.seal(events[1], HASHES[0]) != HASHES[1]


def test_no_column_of_an_event_is_left_out_of_the_chain() -> None:
    assert set(CHANGED) == columns()
    sealed = {"game" if name == "game_id" else name for name in columns() - {"previous", "hash"}}
    for event in log():
        assert set(json.loads(hash_chain.canonical(event))) == sealed


def test_events_in_another_order_break_the_chain() -> None:
    first, second, third = log()
    assert hash_chain.first_break([first, third, second]) is third
    assert hash_chain.first_break([second, third]) is second


def test_a_number_that_is_left_out_breaks_the_chain_also_where_the_rest_is_sealed_again() -> None:
    events = log()
    events[2].number = 4
    events[2].hash = hash_chain.seal(events[2], HASHES[1])
    assert hash_chain.first_break(events) is events[2]
