"""Event files of every format, and of everything that an organiser decides: out, in and out again without loss."""

import json
from typing import Any

import pytest

from games.errors import BadRequest
from games.models import Player
from tests.tournaments.conftest import NOW, start
from tests.tournaments.event_state import undone
from tests.tournaments.played_events import decided_by_the_organiser, entered, play
from tournaments import services
from tournaments.files.event_file import export_event, import_event
from tournaments.formats import FORMATS
from tournaments.models import Event
from tournaments.standings.queries import load_standings

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("format_key", FORMATS)
@pytest.mark.parametrize("most", [None, 150], ids=["played to its end", "in the middle of a game"])
def test_an_event_of_every_format_goes_round(format_key: str, most: int | None) -> None:
    found: list[tuple[str, dict[str, Any]]] = []
    with undone():
        event = entered(format_key)
        play(event, most)
        event.refresh_from_db()
        assert (event.status == Event.Status.FINISHED) == (most is None)
        found.append((export_event(event), load_standings(event)))
    (text, table) = found[0]
    assert not Player.objects.exists()
    again = import_event(text, actor="test", now=NOW)
    assert export_event(again) == text
    assert {**load_standings(again), "version": 0} == {**table, "version": 0}


#: What ``decided`` has made: the same for every test of this file.
_MADE: list[tuple[str, dict[str, Any]]] = []


@pytest.fixture
def decided(db: None) -> tuple[str, dict[str, Any]]:
    """The file and the table of such an event; nothing of it is in the database."""
    if not _MADE:
        with undone():
            event = decided_by_the_organiser()
            _MADE.append((export_event(event), load_standings(event)))
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
    assert {**load_standings(again), "version": 0} == {**table, "version": 0}


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
    with undone():
        event = entered("championship")
        services.draw_in_seed_order(event_id=event.pk, actor="test", now=NOW)
        other = entered("championship", slug="plus", rules_name="xmadn-3t+")
        services.draw_in_seed_order(event_id=other.pk, actor="test", now=NOW)
        rounds = [{"yellow": 6, "green": 1, "red": 2, "black": 3, "violet": 4, "blue": 5}]
        start(event, rounds=rounds)
        start(other, rounds=rounds)
        files = [json.loads(export_event(each)) for each in (event, other)]
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
        "rauswurf": "event/4",
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
    assert load_standings(event)["finished"]["winner"] == "entry-1"
    last = event.games.get(number=2).game
    assert (last.told["seconds"], last.told["pawns"]["green"]) == (2520, 3)
    assert last.ended_at
    assert last.ended_at.year == 2024
    file["games"][0]["result"]["rules"] = "chess"  # type: ignore[index]
    file["event"]["slug"] = "again"  # type: ignore[index]
    with pytest.raises(BadRequest, match=r"games\[0\]\.result\.rules: one of"):
        import_event(json.dumps(file), actor="test", now=NOW)
