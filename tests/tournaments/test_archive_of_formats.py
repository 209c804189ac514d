"""Event files of every format, and of everything that an organiser decides: out, in and out again without loss."""

import json
from contextlib import suppress
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.db import transaction

from games.errors import BadRequest
from games.models import Player
from rules.policies import POLICIES
from tests.tournaments.conftest import NAMES, NOW, new_event, start
from tournaments import services
from tournaments.formats import FORMATS
from tournaments.models import Event, Season
from tournaments.simulation import play_event
from tournaments.standings.event_state import Course
from tournaments.standings.queries import overview
from tournaments.transfer.archive import export_event, import_event

pytestmark = pytest.mark.django_db

#: Every format with settings that make it short; its rules are the first that it can have.
SHORT: dict[str, dict[str, Any]] = {
    "championship": {"wins": 1},
    "gp-series": {"games": 1},
    "gp-plus-series": {"games": 1},
    "exhibition": {},
    "triple-athlon": {"wins": 2},
    "league": {"drrs": 1, "playoffs": "final", "final_wins": 1, "head_start": 0},
    "challengers": {"wins": 1},
}


class _Undo(Exception):
    pass


def entered(format_key: str, players: list[Player] | None = None, **wanted: Any) -> Event:
    season = Season.objects.filter(slug="2026").first() or services.create_season(
        slug="2026", name="2026", starts_on=NOW.date(), ends_on=NOW.date(), actor="test", now=NOW
    )
    fields: dict[str, Any] = {
        "format_key": format_key,
        "rules_name": FORMATS[format_key].rule_sets[0],
        "settings": SHORT[format_key],
        **wanted,
    }
    event = new_event(season, **fields)
    if players is None:
        players = [Player.objects.create(name=name) for name in NAMES]
    for player in players:
        services.enter(event_id=event.pk, player=player, actor="test", now=NOW)
    return event


def play(event: Event, most: int | None = None) -> None:
    moments = iter(range(10**6))
    play_event(
        event_id=event.pk,
        policy=POLICIES["random"],
        lots=Random(4),
        clock=lambda: NOW + timedelta(seconds=next(moments)),
        actor="test",
        most=most,
        at_once=100,
    )


@pytest.mark.parametrize("format_key", FORMATS)
@pytest.mark.parametrize("most", [None, 150], ids=["played to its end", "in the middle of a game"])
def test_an_event_of_every_format_goes_round(format_key: str, most: int | None) -> None:
    found: list[tuple[str, dict[str, Any]]] = []
    with suppress(_Undo), transaction.atomic():
        event = entered(format_key)
        play(event, most)
        event.refresh_from_db()
        assert (event.status == Event.Status.FINISHED) == (most is None)
        found.append((export_event(event), overview(event)))
        raise _Undo
    (text, table) = found[0]
    assert not Player.objects.exists()
    again = import_event(text, actor="test", now=NOW)
    assert export_event(again) == text
    assert {**overview(again), "version": 0} == {**table, "version": 0}


def decided_by_the_organiser() -> Event:
    """A League of four with draws thrown for, a changed setting, a forfeit, a departure; it is interrupted."""
    event = entered("league", settings={"drrs": 2})
    fourth = Player.objects.create(name="Dora Đorđić")
    services.enter(event_id=event.pk, player=fourth, actor="test", now=NOW)
    keys = [entry.key for entry in event.entries.all()]
    rounds = [dict(zip(keys, (6, 2, 6, 1), strict=True)), {keys[0]: 3, keys[2]: 5}]
    services.draw_by_throws(event_id=event.pk, rounds=rounds, actor="token:3", now=NOW)
    play(event, 120)
    services.change_event(
        event_id=event.pk, changes={"settings": {"drrs": 1}}, note="it is late", actor="test", now=NOW
    )
    course = Course.of(Event.objects.get(pk=event.pk))
    running = course.games[0]
    absent = next(iter(course.seating(running.game).entrants))
    services.forfeit(
        event_id=event.pk, number=running.number, absent=absent, reason="went home", actor="test", now=NOW
    )
    services.leave(event_id=event.pk, key=absent, reason="went home", actor="test", now=NOW)
    services.hold(
        event_id=event.pk, hold=Event.Hold.INTERRUPTED, reason="goes on in May", actor="test", now=NOW
    )
    return Event.objects.get(pk=event.pk)


#: What ``decided`` has made: the same for every test of this file.
_MADE: list[tuple[str, dict[str, Any]]] = []


@pytest.fixture
def decided(db: None) -> tuple[str, dict[str, Any]]:
    """The file and the table of such an event; nothing of it is in the database."""
    if not _MADE:
        with suppress(_Undo), transaction.atomic():
            event = decided_by_the_organiser()
            _MADE.append((export_event(event), overview(event)))
            raise _Undo
    return _MADE[0]


def test_what_organisers_decide_goes_round(decided: tuple[str, dict[str, Any]]) -> None:
    text, table = decided
    file = json.loads(text)
    assert file["event"]["hold"] == "interrupted"
    assert sorted(file["draws"][0]["throws"][1].values()) == [3, 5]
    assert [entry.get("left_after") for entry in file["entries"]].count(None) == 3
    assert len(file["report"]) == 4
    again = import_event(text, actor="test", now=NOW)
    assert export_event(again) == text
    assert {**overview(again), "version": 0} == {**table, "version": 0}


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (lambda file: file["event"].update(hold="asleep"), "event.hold"),
        (lambda file: file["entries"][0].update(left_after="two"), "entries[0].left_after"),
        (lambda file: file["report"][0].pop("said"), "report[0].said"),
        (lambda file: file["report"][0].update(reason="x" * 201), "report[0].reason"),
        (
            lambda file: file["draws"][0].update(throws=[{"entry-1": "six"}]),
            "draws[0].throws[0].entry-1",
        ),
    ],
)
def test_what_organisers_cannot_have_decided_is_refused(
    decided: tuple[str, dict[str, Any]], change: Any, place: str
) -> None:
    file = json.loads(decided[0])
    change(file)
    with pytest.raises(BadRequest) as caught:
        import_event(json.dumps(file), actor="test", now=NOW)
    assert caught.value.details["field"] == place


def test_a_running_game_by_other_rules_than_its_number_has_is_refused() -> None:
    with suppress(_Undo), transaction.atomic():
        event = entered("championship")
        services.draw_in_seed_order(event_id=event.pk, actor="test", now=NOW)
        other = entered("championship", slug="plus", rules_name="xmadn-3t+")
        services.draw_in_seed_order(event_id=other.pk, actor="test", now=NOW)
        rounds = [{"yellow": 6, "green": 1, "red": 2, "black": 3, "violet": 4, "blue": 5}]
        start(event, rounds=rounds)
        start(other, rounds=rounds)
        files = [json.loads(export_event(each)) for each in (event, other)]
        raise _Undo
    files[0]["games"] = files[1]["games"]
    files[0]["players"], files[0]["entries"] = files[1]["players"], files[1]["entries"]
    with pytest.raises(BadRequest, match=r"games\[0\]: this game is played by xmadn-3t$"):
        import_event(json.dumps(files[0]), actor="test", now=NOW)


def test_a_typed_in_result_tells_its_rules_pawns_and_time() -> None:
    result = {
        "rules": "xmadn-gp",
        "seats": {"anna": ["yellow", "red"], "bert": ["black", "green"], "cora": ["blue", "violet"]},
        "places": ["red", "black", "violet", "yellow", "blue", "green"],
    }
    later = {
        "seats": {"anna": ["black", "yellow"], "bert": ["green", "red"]},
        "places": ["black"],
        "pawns": {"black": 4, "yellow": 1, "green": 3, "red": 0},
        "seconds": 2520,
        "played_at": "2024-04-20T14:30:00+00:00",
    }
    people = {"anna": "Anna Amsel", "bert": "Bert Bach", "cora": "Cora Clausen"}
    ids = {key: f"0b0a3c56-6f0e-4f5e-9a53-0c7c6c1f5a0{number}" for number, key in enumerate(people)}
    file = {
        "rauswurf": "event/3",
        "season": {"slug": "2024", "name": "2024", "starts_on": "2024-01-01", "ends_on": "2024-12-31"},
        "event": {
            "slug": "challengers",
            "name": "Challengers",
            "format": "challengers",
            "rules": "xmadn-2t",
            "settings": {"wins": 1},
            "starts_on": "2024-04-20",
        },
        "players": [{"id": ids[key], "name": name} for key, name in people.items()],
        "entries": [
            {"key": key, "seed": seed, "player": ids[key]} for seed, key in enumerate(people, start=1)
        ],
        "draws": [],
        "games": [{"number": 1, "result": result}, {"number": 2, "result": later}],
    }
    event = import_event(json.dumps(file), actor="test", now=NOW)
    assert overview(event)["finished"]["winner"] == "entry-1"
    last = event.games.get(number=2).game
    assert (last.told["seconds"], last.told["pawns"]["green"]) == (2520, 3)
    assert last.ended_at
    assert last.ended_at.year == 2024
    file["games"][0]["result"]["rules"] = "chess"  # type: ignore[index]
    file["event"]["slug"] = "again"  # type: ignore[index]
    with pytest.raises(BadRequest, match=r"games\[0\]\.result\.rules: one of"):
        import_event(json.dumps(file), actor="test", now=NOW)
