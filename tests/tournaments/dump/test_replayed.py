"""Every game of a dump replays to its result, and the tables worked out from its results are the site's."""

from __future__ import annotations

import io
import runpy
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from django.utils import timezone

import rules
from games.models import Player
from games.services import recorder
from games.services.commands import ThrowCommand
from rules import RULE_SETS
from tests.servers import ROOT
from tests.tournaments.conftest import NAMES, NOW, brought_home, record
from tests.tournaments.dump.reading import Dump, rows_again
from tests.tournaments.played_events import SHORT, decided_by_the_organiser, entered, play
from tournaments.models import Event
from tournaments.standings.queries import load_standings
from tournaments.transfer.dump.store import make_dump

pytestmark = [pytest.mark.django_db, pytest.mark.long]


@pytest.fixture(scope="module")
def reader() -> Any:
    """The independent example."""
    return runpy.run_path(str(ROOT / "docs/examples/read_dump.py"))["main"]


def dumped() -> tuple[Dump, Path]:
    path = make_dump(now=timezone.now())[0].path
    return Dump(path.read_bytes()), path


def replayed(game: dict[str, Any]) -> rules.Game:
    """The game by its record, which leads to what the dump says of it."""
    again = rules.Game.replay(game["record"])
    assert again.rules == RULE_SETS[game["rules"]].but(**game["options"])
    assert again.tags["Log"] == game["log"]
    if game["decided_by"] == "play":
        winner = next(player["name"] for player in game["players"] if player["id"] == game["winner"])
        assert again.over
        assert again.winner == winner
        assert list(again.places) == game["places"]
    if game["board"]:
        assert str(again.position) == game["board"]
    return again


@pytest.mark.parametrize("format_key", SHORT)
def test_a_dump_replays_and_its_results_make_the_tables_of_the_site(
    format_key: str, reader: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    event = entered(format_key)
    play(event)
    event.refresh_from_db()
    assert event.status == Event.Status.FINISHED
    found, path = dumped()
    (told,) = found.lines("events")
    games = found.lines("games")
    assert told == load_standings(event)
    assert len(games) == event.games.count() > 0
    assert sum(bool(replayed(game).history) for game in games if game["record"]) == len(games)
    site = [{key: row[key] for key in ("place", "shared", "entrant", "figures")} for row in told["rows"]]
    again = [{key: row[key] for key in site[0]} for row in rows_again(told, games)]
    assert again == site
    assert reader(path) == 0, capsys.readouterr().out


def test_a_league_in_which_much_was_decided_by_hand_is_told_as_well() -> None:
    event = decided_by_the_organiser()
    found, _ = dumped()
    (told,) = found.lines("events")
    games = found.lines("games")
    for game in games:
        if game["record"]:
            replayed(game)
    assert [row["figures"] for row in rows_again(told, games)] == [row["figures"] for row in told["rows"]]
    assert {game["number"] for game in games} == {
        played.number for played in event.games.all() if played.game.is_over
    }


def test_a_game_without_an_event_is_told_with_its_record() -> None:
    players = [Player.objects.create(name=name) for name in NAMES[:2]]
    seats = [(players[0], ["yellow"]), (players[1], ["red"])]
    game = recorder.create_game(rules=RULE_SETS["mhd"], seats=seats, title="Short", actor="test", now=NOW)
    begun = recorder.start_game(game_id=game.pk, starter="yellow", actor="test", now=NOW).game
    throws: list[ThrowCommand] = brought_home(begun.play(), ("yellow",))
    over = record(begun, throws)
    (told,) = dumped()[0].lines("games")
    assert (told["event"], told["number"], told["winner"]) == ("", None, str(players[0].pk))
    assert [str(each) for each in replayed(told).history]
    assert told["log"] == over.head


def test_the_reader_finds_what_was_changed(reader: Any, tmp_path: Path) -> None:
    event = entered("championship")
    play(event)
    _, path = dumped()

    def with_changed(name: str, before: bytes, after: bytes) -> Path:
        changed = io.BytesIO()
        with ZipFile(path) as source, ZipFile(changed, "w") as target:
            for member in source.namelist():
                text = source.read(member)
                if member == name:
                    assert before in text
                    text = text.replace(before, after, 1)
                target.writestr(member, text)
        (tmp_path / "changed.zip").write_bytes(changed.getvalue())
        return tmp_path / "changed.zip"

    assert reader(path) == 0
    assert reader(with_changed("README.txt", b"Licence", b"License")) == 1
    assert reader(with_changed("games.ndjson", rb"Log \"", rb"Log \"f")) == 2
    assert reader(with_changed("tables.csv", b",wins,1", b",wins,2")) == 2


def test_the_example_is_short() -> None:
    assert len((ROOT / "docs/examples/read_dump.py").read_text(encoding="utf-8").splitlines()) <= 100
