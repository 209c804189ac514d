"""`manage.py odds`: from a recorded game and from a position, as a table and as JSON, and what it refuses."""

import json
import os
import pty
import subprocess
import sys
import uuid
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.enums import GameState
from games.models import Game, Player
from games.services import recorder
from rules import RULE_SETS
from tests.games.conftest import NOW, PAIRS
from tests.servers import ROOT

POSITION = "4x10 39,b,c,d/-/39,b,c,d/- Y0"
RULES = ["--rules", "mhd"]
SEATS = ["--seat", "Anna=yellow", "--seat", "Bert=red"]
FEW = ["--games", "50"]


def said(*arguments: str) -> str:
    call_command("odds", *arguments, stdout=(out := StringIO()))
    return out.getvalue()


def told(*arguments: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(said(*arguments, "--json"))
    return found


# -- from a position -------------------------------------------------------------------------------


def test_the_odds_from_a_position_as_json() -> None:
    found = told(POSITION, *RULES, *SEATS, "--games", "400", "--policy", "front", "--seed", "3")
    assert {name: found[name] for name in ("rules", "options", "position", "policy", "seed", "games")} == {
        "rules": "mhd",
        "options": {},
        "position": POSITION,
        "policy": "front",
        "seed": 3,
        "games": 400,
    }
    anna, bert = found["players"]
    assert (anna["name"], anna["colours"], bert["name"]) == ("Anna", ["yellow"], "Bert")
    assert abs(anna["chance"]["value"] - 5 / 9) < anna["chance"]["margin"]


def test_untold_so_many_games_are_played_that_every_chance_is_exact_to_one_percentage_point() -> None:
    found = told(POSITION, *RULES, *SEATS)
    assert found["games"] == 10_000
    for player in found["players"]:
        assert 0.009 < player["chance"]["margin"] < 0.01
    assert abs(found["players"][0]["chance"]["value"] - 5 / 9) < 0.01


def test_the_finishing_order_that_is_told_counts() -> None:
    seats = ["--seat", "Anna=yellow,black", "--seat", "Bert=green,blue", "--seat", "Cora=red,violet"]
    home = "6x8 a,b,c,d/47,b,c,d/47,b,c,d/a,b,c,d/47,b,c,d/47,b,c,d G0"
    arguments = [home, "--rules", "xmadn-gp", *seats, *FEW, "--points", "100,10,0,0,0,0"]
    for order, anna, cora in (("yellow,red", 100, 10), ("red,yellow", 10, 100)):
        players = told(*arguments, "--finished", order)["players"]
        assert [player["points"]["value"] for player in players] == [anna, 0, cora]


def test_options_may_be_changed() -> None:
    found = told(POSITION, *RULES, *SEATS, *FEW, "--options", "three_throws=no")
    assert found["options"] == {"three_throws": False}


def test_the_table_in_both_languages() -> None:
    arguments = [POSITION, *RULES, *SEATS, "--games", "400"]
    lines = said(*arguments).splitlines()
    assert lines[:2] == [f"{POSITION} (mhd)", "Anna throws with yellow"]
    assert lines[3].split() == ["player", "colours", "wins"]
    assert lines[4].startswith("Anna    yellow   5")
    assert lines[4].endswith(" %")
    assert lines[-1] == "400 games, policy sensible, seed 0; margins of 95 %"
    german = said(*arguments, "--language", "de").splitlines()
    assert german[1] == "Anna würfelt mit Gelb"
    assert german[4].split() == lines[4].replace("yellow", "Gelb").replace(".", ",").split()


def test_the_places_and_points_of_a_grand_prix_have_columns() -> None:
    seats = ["--seat", "Anna=yellow,black", "--seat", "Bert=green,blue", "--seat", "Cora=red,violet"]
    position = "6x8 47,b,c,d/47,b,c,d/47,b,c,d/47,b,c,d/47,b,c,d/47,b,c,d Y0"
    lines = said(position, "--rules", "xmadn-gp+", *seats, *FEW, "--points", "4,2,1").splitlines()
    assert lines[3].split() == ["player", "colours", "1.", "2.", "3.", "points"]


# -- from a recorded game --------------------------------------------------------------------------


def test_the_odds_of_a_recorded_game_from_where_it_stands(players: list[Player]) -> None:
    Player.objects.filter(pk=players[1].pk).update(nickname="Bertl")
    created = recorder.create_game(
        rules=RULE_SETS["xmadn-3t"],
        seats=list(zip(players, PAIRS, strict=True)),
        title="Game 7",
        actor="test",
        now=NOW,
    )
    started = recorder.start_game(game_id=created.pk, starter="yellow", actor="test", now=NOW).game
    arguments = [str(started.pk), "--games", "5", "--policy", "random"]
    found = told(*arguments)
    assert found["position"] == started.position
    assert [(each["player"], each["name"]) for each in found["players"]] == [
        (str(players[0].pk), "Änne Öhler"),
        (str(players[1].pk), "Bertl"),
        (str(players[2].pk), "Cora Weiß"),
    ]
    assert said(*arguments).startswith("Game 7 (xmadn-3t)\nÄnne Öhler throws with yellow\n")
    assert Game.objects.get().number == started.number  # asking records nothing


def test_a_game_that_does_not_run_is_refused(game: Game, players: list[Player]) -> None:
    waiting = recorder.create_game(
        rules=RULE_SETS["xmadn-3t"],
        seats=list(zip(players, PAIRS, strict=True)),
        title="Game 2",
        actor="test",
        now=NOW,
    )
    Game.objects.filter(pk=game.pk).update(state=GameState.ENDED)
    for pk, state in ((waiting.pk, "created"), (game.pk, "ended")):
        with pytest.raises(CommandError) as refused:
            said(str(pk))
        assert f"not running ({state})" in str(refused.value)
        assert f"läuft nicht ({state})" in str(refused.value)


@pytest.mark.django_db
def test_a_game_that_there_is_not_is_refused() -> None:
    with pytest.raises(CommandError, match=r"There is no game .* / Ein Spiel .* gibt es nicht"):
        said(str(uuid.uuid4()))


# -- what is refused -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "english", "german"),
    [
        ([POSITION, *SEATS], "a position needs --rules", "eine Stellung braucht --rules"),
        ([POSITION, *RULES], "--seat PLAYER=COLOUR", "--seat SPIELER=FARBE"),
        ([POSITION, *SEATS, "--rules", "ludo"], "'ludo' is no rule set", "'ludo' ist kein Regelwerk"),
        ([POSITION, *RULES, "--seat", "Anna"], "--seat: PLAYER=COLOUR", "--seat: nötig ist SPIELER"),
        ([POSITION, *RULES, *SEATS, *SEATS], "each player once", "jeder Spieler einmal"),
        ([POSITION, *RULES, "--seat", "Anna=yellow"], "two or more players", "zwei oder mehr Spieler"),
        (
            [POSITION, *RULES, *SEATS, "--options", "fun=yes"],
            "Options: 'fun=yes'",
            "Options: 'fun=yes' müsste",
        ),
        (["4x10 nonsense", *RULES, *SEATS], "position: three or four", "Stellung: es braucht"),
        (["4x10 a,b,c,d/-/39,b,c,d/- .0", *RULES, *SEATS], "the game is over", "das Spiel ist aus"),
        ([POSITION, *RULES, *SEATS, "--games", "0"], "--games: a whole number", "--games: nötig ist"),
        (
            [POSITION, *RULES, *SEATS, "--policy", "lucky"],
            "policy: 'lucky' is unknown",
            "'lucky' gibt es nicht",
        ),
        ([POSITION, *RULES, *SEATS, "--bonus", "2"], "only beside --points", "nur neben --points"),
        ([POSITION, *RULES, *SEATS, "--points", "4,x"], "--points: whole numbers", "--points: nötig sind"),
        ([POSITION, *RULES, *SEATS, "--points", "4,2"], "does not go on for", "geht nicht um die Plätze"),
        ([str(uuid.uuid4()), *RULES], "--rules is for a position", "--rules gehört zu einer Stellung"),
        ([str(uuid.uuid4()), *SEATS], "--seat is for a position", "--seat gehört zu einer Stellung"),
    ],
)
def test_what_is_not_right_is_named_in_both_languages(
    arguments: list[str], english: str, german: str
) -> None:
    with pytest.raises(CommandError) as refused:
        said(*arguments)
    assert english in str(refused.value)
    assert german in str(refused.value)


# -- at a terminal ---------------------------------------------------------------------------------


@pytest.mark.process
def test_at_a_terminal_a_bar_shows_how_far_it_is_and_the_output_stays_clean(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    command = [sys.executable, "manage.py", "odds", POSITION, *RULES, *SEATS, "--games", "300", "--json"]
    try:
        run = subprocess.run(
            command,
            cwd=ROOT,
            env={**os.environ, "DATA_DIR": str(tmp_path), "TERM": "xterm"},
            stdout=subprocess.PIPE,
            stderr=theirs,
            timeout=60,
            check=True,
        )
        shown = os.read(ours, 100_000).decode()
    finally:
        os.close(theirs)
        os.close(ours)
    assert "100%" in shown
    assert json.loads(run.stdout)["games"] == 300
