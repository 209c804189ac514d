"""The whole-event file: out and in again without loss; whatever has been touched is refused with its place."""

import json
import uuid
from collections.abc import Callable
from contextlib import suppress
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client
from hypothesis import HealthCheck, given, settings, strategies as st

from games.domain.events import EVENT_TYPES
from games.domain.hash_chain import first_break
from games.enums import EventKind
from games.errors import BadRequest
from games.models import Game, GameEvent, Player
from games.queries.record_text import record_of
from games.services import recorder
from games.services.commands import EventCommand
from games.services.projections import differences
from tests.tournaments.conftest import NAMES, NOW, YELLOW_STARTS, brought_home, new_event, win
from tests.tournaments.event_state import undone
from tests.tournaments.files.archives import EXAMPLE, played as played, resealed
from tests.tournaments.played_events import decided_by_the_organiser, entered, play
from tournaments import services
from tournaments.files.event_file import export_event, import_event
from tournaments.files.season_file import import_season
from tournaments.formats import FORMATS
from tournaments.models import Event, Season
from tournaments.standings.queries import load_standings

pytestmark = pytest.mark.django_db


def imported(text: str) -> Event:
    return import_event(text, actor="test", now=NOW)


def test_out_and_in_and_out_again_is_the_same_file(played: tuple[str, dict[str, Any]]) -> None:
    text, table = played
    event = imported(text)
    assert export_event(event) == text
    assert {**load_standings(event), "version": 0} == {**table, "version": 0}


def test_games_taken_over_are_whole_and_go_on(played: tuple[str, dict[str, Any]]) -> None:
    event = imported(played[0])
    for game in Game.objects.all():
        assert first_break(game.events.all()) is None
        assert differences(game) == []
        assert record_of(game)
    last = event.games.get(number=3)
    win(last.game, "red")
    assert load_standings(Event.objects.get(pk=event.pk))["games"][2]["counts"]


def test_the_hash_can_be_checked_with_the_file_alone(played: tuple[str, dict[str, Any]]) -> None:
    file, again = json.loads(played[0]), json.loads(played[0])
    resealed(again)
    assert again == file


# -- files that have been touched ------------------------------------------------------------------


TAMPERED: list[tuple[str, Callable[[Any], Any], str]] = [
    ("a die", lambda file: log(file)[4]["payload"].update(die=3), "games[0].game.events[4]"),
    (
        "a position",
        lambda file: log(file)[5].update(position=log(file)[4]["position"]),
        "games[0].game.events[5]",
    ),
    (
        "a time",
        lambda file: log(file)[2].update(recorded_at="2020-01-01T00:00:00Z"),
        "games[0].game.events[2]",
    ),
    ("who", lambda file: log(file)[1].update(actor="nobody"), "games[0].game.events[1]"),
    ("a hash", lambda file: log(file)[3].update(hash="0" * 64), "games[0].game.events[3]"),
    ("an event dropped", lambda file: log(file).pop(3), "games[0].game.events[3]"),
    ("the end dropped", lambda file: log(file, 1).pop(), "games[1].game.events["),
    ("two swapped", lambda file: log(file).insert(2, log(file).pop(3)), "games[0].game.events[2]"),
    ("the title", lambda file: file["games"][0]["game"].pop("title"), "games[0].game"),
    ("the rules", lambda file: file["games"][0]["game"].update(rules="xmadn-3t+"), "games[0].game.events[0]"),
    ("the seats", lambda file: file["games"][0]["game"]["seats"].reverse(), "games[0].game.events[0]"),
    ("the id", lambda file: file["games"][0]["game"].update(id=str(uuid.uuid4())), "games[0].game.events[0]"),
    ("a player", lambda file: file["players"].pop(0), "entries[0].player"),
    ("an entry", lambda file: file["entries"].pop(0), "games[0]"),
    ("a key twice", lambda file: file["entries"][1].update(key=file["entries"][0]["key"]), "entries[1]"),
    ("the draw", lambda file: file["draws"][0]["order"].pop(), "pairs"),
    ("the method", lambda file: file["draws"][0].update(method="by lot"), "draws[0]"),
    ("a number twice", lambda file: file["games"][1].update(number=1), "games[1]"),
    ("a setting", lambda file: file["event"]["settings"].update(wins=0), "event"),
    ("an option", lambda file: file["event"].update(options={}), "games[0]"),
    ("the format", lambda file: file["event"].update(format="gp-series"), "event"),
    ("a day", lambda file: file["event"].update(starts_on="soon"), "event.starts_on"),
    ("something new", lambda file: file["event"].update(prize=100), "event"),
    ("something gone", lambda file: file.pop("draws"), ""),
    ("the version", lambda file: file.update(rauswurf="event/9"), "rauswurf"),
    ("the throws", lambda file: file["games"][0].update(throws=[{"red": "six"}]), "games[0].throws[0].red"),
    ("awarded to nobody", lambda file: file["games"][0].update(awarded_to="x"), "games[0].awarded_to"),
]


def log(file: Any, game: int = 0) -> Any:
    return file["games"][game]["game"]["events"]


@pytest.mark.parametrize(("change", "place"), [row[1:] for row in TAMPERED], ids=[row[0] for row in TAMPERED])
def test_a_file_that_was_touched_is_refused_with_the_place_and_nothing_is_kept(
    played: tuple[str, dict[str, Any]], change: Callable[[Any], Any], place: str
) -> None:
    file = json.loads(played[0])
    change(file)
    with pytest.raises(BadRequest) as caught:
        imported(json.dumps(file))
    assert str(caught.value.details.get("field", "")).startswith(place)
    assert str(caught.value).startswith(place)
    assert caught.value.message.de != caught.value.message.en
    for model in (Season, Event, Player, Game, GameEvent):
        assert not model.objects.exists()


@pytest.mark.parametrize(
    "change",
    [
        lambda events: events[4]["payload"].update(die=5),
        lambda events: events[4]["payload"].update(move="6:B-2"),
        lambda events: events[4]["payload"].update(note=1.5),
        lambda events: events[4].update(position=events[3]["position"]),
        lambda events: events[6]["payload"].update(to=5),
        lambda events: events[6]["payload"].update(to=99),
        lambda events: events[1]["payload"].update(throws={"pink": 3}),
        lambda events: events[3]["payload"].update(starter="pink"),
        lambda events: events[0]["payload"].pop("seats"),
        lambda events: events[0].update(kind="throw"),
        lambda events: events[4].update(kind="end"),
        lambda events: events[4].update(kind="result"),
        lambda events: events[-1]["payload"].update(winner="nobody"),
        lambda events: events.pop(),
    ],
)
def test_a_log_that_fits_its_hashes_but_not_the_rules_is_refused(
    played: tuple[str, dict[str, Any]], change: Callable[[Any], Any]
) -> None:
    file = json.loads(played[0])
    change(log(file))
    resealed(file)
    with pytest.raises(BadRequest) as caught:
        imported(json.dumps(file))
    assert str(caught.value.details["field"]).startswith("games[0].game.events[")
    assert not Game.objects.exists()


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", "null", "nonsense", '{"rauswurf": []}', "[" * 100_000, "9" * 5000]
)
def test_what_is_no_event_file_is_refused(text: str) -> None:
    with pytest.raises(BadRequest):
        imported(text)


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=4,
)
PLACES = st.lists(st.integers(0, 50), min_size=1, max_size=6)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(path=PLACES, value=ANYTHING)
def test_any_value_anywhere_is_taken_or_refused_but_never_breaks_anything(
    path: list[int], value: Any
) -> None:
    file = json.loads(EXAMPLE)
    part, keys = file, path
    for step in keys[:-1]:
        inside = list(part) if isinstance(part, dict) else list(range(len(part)))
        found = part[inside[step % len(inside)]] if inside else None
        if not isinstance(found, dict | list) or not found:
            break
        part = found
    inside = list(part) if isinstance(part, dict) else list(range(len(part)))
    part[inside[keys[-1] % len(inside)]] = value
    with undone(), suppress(BadRequest):
        imported(json.dumps(file))


# -- results without throws ------------------------------------------------------------------------


def test_results_without_throws_make_a_table_say_what_they_are_and_go_round() -> None:
    with undone():
        event = imported(EXAMPLE)
        found = load_standings(event)
        assert [(row["entrant"], row["figures"]) for row in found["rows"]] == [
            ("entry-1", [15]),
            ("entry-2", [7]),
            ("entry-3", [6]),
        ]
        game = Game.objects.get()
        told = game.events.get(kind="result")
        assert (told.kind, told.actor, told.payload["places"][0]) == ("result", "test", "red")
        assert (game.state, game.position, game.number, str(game.winner)) == ("ended", "", 2, "Anna Amsel")
        assert first_break(game.events.all()) is None
        assert differences(game) == []
        assert record_of(game) == ""
        text = export_event(event)
    assert export_event(imported(text)) == text


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"places": ["red"]}, "games[0].result"),
        ({"places": ["red", "red", "black", "violet", "yellow", "blue"]}, "games[0].result"),
        ({"places": ["pink"]}, "games[0].result"),
        ({"places": []}, "games[0].result"),
        ({"seats": {"anna": ["yellow", "red"]}}, "games[0].result"),
        ({"seats": {"nobody": ["yellow", "red"]}}, "games[0].result.seats"),
        ({"played_at": "yesterday"}, "games[0].result.played_at"),
    ],
)
def test_a_result_that_cannot_be_is_refused_with_its_place(change: dict[str, Any], place: str) -> None:
    file = json.loads(EXAMPLE)
    file["games"][0]["result"].update(change)
    with pytest.raises(BadRequest) as caught:
        imported(json.dumps(file))
    assert caught.value.details["field"] == place
    assert not Game.objects.exists()


# -- beside what is here already -------------------------------------------------------------------


def test_players_and_seasons_that_are_here_stay_as_they_are(played: tuple[str, dict[str, Any]]) -> None:
    file = json.loads(played[0])
    here = Player.objects.create(pk=file["players"][0]["id"], name="Anneliese Öhler")
    event = imported(played[0])
    assert Player.objects.get(pk=here.pk).name == "Anneliese Öhler"
    assert load_standings(event)["entries"][0]["name"] == "Anneliese Öhler"
    with pytest.raises(BadRequest, match=r"^Cup is here already: /events/cup/$"):
        imported(played[0])
    file["event"]["slug"] = "another"
    with pytest.raises(BadRequest, match=r"games\[0\]\.game\.id: this game is here already"):
        imported(json.dumps(file))


def test_the_commands_write_and_read_the_file(played: tuple[str, dict[str, Any]], tmp_path: Path) -> None:
    path, again = tmp_path / "cup.json", tmp_path / "again.json"
    path.write_text(played[0], encoding="utf-8")
    out = StringIO()
    call_command("import_event", str(path), stdout=out)
    assert "Cup: 3 games, running" in out.getvalue()
    call_command("export_event", "cup", "--output", str(again))
    assert again.read_bytes() == path.read_bytes()
    call_command("export_event", "cup", stdout=(out := StringIO()))
    assert out.getvalue() == played[0]
    for arguments in (
        ["import_event", str(path)],
        ["import_event", str(tmp_path)],
        ["export_event", "nothing"],
    ):
        with pytest.raises(CommandError):
            call_command(*arguments)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("read", "version", "needed"),
    [
        (import_event, "event/1", "event/4"),
        (import_event, "event/2", "event/4"),
        (import_event, "event/3", "event/4"),
        (import_season, "season/1", "season/2"),
    ],
)
def test_an_earlier_version_is_refused_with_the_commit_that_reads_it(
    read: Any, version: str, needed: str
) -> None:
    with pytest.raises(BadRequest) as refused:
        read(json.dumps({"rauswurf": version}), actor="test", now=NOW)
    assert refused.value.details["field"] == "rauswurf"
    assert f'"{version}" is read by the program up to commit 82eb0c6a only' in refused.value.message.en
    assert f'"{needed}" is needed here' in refused.value.message.en


@pytest.mark.parametrize(("embargo", "is_public"), [(None, True), ("P1W", False)])
def test_an_event_under_an_embargo_is_read_as_one_that_is_not_public(
    played: tuple[str, dict[str, Any]], embargo: str | None, is_public: bool
) -> None:
    file = json.loads(played[0])
    file["event"]["embargo"] = embargo
    assert imported(json.dumps(file)).is_public is is_public


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


#: What no organiser can have decided.
UNDECIDED: list[tuple[Callable[[Any], Any], str]] = [
    (lambda file: file["event"].update(hold="asleep"), "event.hold"),
    (lambda file: file["entries"][0].update(left_after="two"), "entries[0].left_after"),
    (lambda file: file["report"][0].pop("said"), "report[0].said"),
    (lambda file: file["report"][0].update(reason="x" * 201), "report[0].reason"),
    (lambda file: file["draws"][0].update(throws=[{"entry-1": "six"}]), "draws[0].throws[0].entry-1"),
]


@pytest.mark.usefixtures("db")
def test_what_organisers_decide_goes_round_and_nothing_else() -> None:
    with undone():
        event = decided_by_the_organiser()
        text, table = export_event(event), load_standings(event)
    file = json.loads(text)
    assert file["event"]["hold"] == "interrupted"
    assert sorted(file["draws"][0]["throws"][1].values()) == [3, 5]
    assert [entry.get("left_after") for entry in file["entries"]].count(None) == 3
    assert len(file["report"]) == 4
    for change, place in UNDECIDED:
        changed = json.loads(text)
        change(changed)
        with pytest.raises(BadRequest) as caught:
            imported(json.dumps(changed))
        assert caught.value.details["field"] == place
    again = imported(text)
    assert export_event(again) == text
    assert {**load_standings(again), "version": 0} == {**table, "version": 0}


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


# -- who did what elsewhere ------------------------------------------------------------------------


@pytest.fixture
def root(db: None) -> User:
    return User.objects.create_superuser("root", password="x")


@pytest.fixture
def file(root: User, season: Season) -> str:
    """An event of another site on which somebody else had the number that root has here; a correction waits."""
    who: dict[str, Any] = {"actor": f"user:{root.pk}", "now": NOW}
    with undone():
        event = new_event(season)
        for name in NAMES:
            services.enter(event_id=event.pk, player=Player.objects.create(name=name), **who)
        services.draw_in_seed_order(event_id=event.pk, **who)
        played = services.start_next_game(event_id=event.pk, rounds=YELLOW_STARTS, **who).played
        throws = brought_home(played.game.play(), ("yellow",))
        number = played.game.number
        game = recorder.record_throws(game_id=played.game_id, throws=throws, expected=number, **who).game
        fields = {field.name: field.usual for field in EVENT_TYPES[EventKind.CORRECTION].fields}
        other = next(player for player in game.seating if player != str(game.winner_id))
        wanted = EventCommand(EventKind.CORRECTION, {**fields, "winner": other, "reason": "read wrongly"})
        recorder.record(game_id=game.pk, wanted=wanted, expected=game.number, **who)
        return export_event(Event.objects.get(pk=event.pk))


@pytest.fixture
def taken_over(file: str) -> Event:
    return import_event(file, actor="command", now=NOW)


def test_the_audit_names_nobody_of_this_site(file: str, taken_over: Event, root: User) -> None:
    assert export_event(taken_over) == file
    client = Client()
    client.force_login(root)
    log = GameEvent.objects.filter(game__event_game__event=taken_over).count()
    assert log > 20
    assert f"user:{root.pk} (from a file)" in client.get("/events/cup/audit/").content.decode()
    lines = client.get("/api/v1/events/cup/audit/", {"limit": 200}).json()["results"]
    told_by_logs = [line for line in lines if line["kind"] == "throw"]
    assert {(line["actor"], line["name"]) for line in told_by_logs} == {
        (f"elsewhere:user:{root.pk}", f"user:{root.pk} (from a file)")
    }
    assert "root" not in {line["name"] for line in lines}
    german = client.get("/events/cup/audit/", headers={"accept-language": "de"}).content.decode()
    assert f"user:{root.pk} (aus einer Datei)" in german


def test_what_is_recorded_here_afterwards_is_by_people_of_this_site(taken_over: Event, root: User) -> None:
    """And whoever has the number of somebody elsewhere is a second person beside them."""
    game = taken_over.games.get().game
    who: dict[str, Any] = {"actor": f"user:{root.pk}", "now": NOW}
    approval = EventCommand(EventKind.APPROVAL, {"correction": game.correction})
    recorder.record(game_id=game.pk, wanted=approval, expected=game.number, **who)
    game.refresh_from_db()
    assert (game.decided_by, game.imported) == ("correction", game.number - 1)
    assert differences(game) == []
    client = Client()
    client.force_login(root)
    found = client.get("/api/v1/events/cup/audit/").json()["results"]
    assert [line["kind"] for line in found if line["name"] == "root"] == ["approval"]
