"""A game with online dice: promised before, rolled and not typed, shown at the end, and checked by anybody."""

import json
import subprocess
import sys
import uuid
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.contrib import admin
from django.core.management import CommandError, call_command
from django.db import transaction
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from games.domain.commit_reveal import Rolls, Terms, commitment
from games.domain.provably_fair import OnlineDice
from games.errors import BadRequest
from games.models import DiceSeed, Game, Player
from games.services import recorder
from games.services.commands import throw_command
from games.services.export_game import game_as_plain
from games.services.import_game import import_game
from games.services.projections import differences
from games.validation.json_value import JsonValue
from tests.games.dice.committed import SCRIPT
from tests.games.happening import elsewhere
from tests.games.requests import refused
from tests.tournaments.files.archives import resealed

pytestmark = pytest.mark.django_db
#: A board on which a game has a few hundred throws.
SMALL = {"board": "4x2"}


def terms(game: Game) -> Terms:
    """What the rolls of a game follow from, beside the seed."""
    dice = OnlineDice.from_json(game.dice)
    assert dice is not None
    return dice.terms(str(game.pk), game.rules.die_faces, game.seating)


class Board:
    """A game by HTTP, as a program that plays remotely meets it."""

    def __init__(self, client: APIClient, players: list[Player], **wanted: Any) -> None:
        self.client = client
        seats = [
            {"player": str(player.pk), "colours": [colour]}
            for player, colour in zip(players, ("yellow", "red"), strict=False)
        ]
        made = client.post("/api/v1/games/", {"rules": "mhd", "options": SMALL, "seats": seats, **wanted})
        assert made.status_code == 201, made.content
        self.state: dict[str, Any] = made.json()
        self.lots = Random(1)

    def url(self, what: str = "") -> str:
        return f"/api/v1/games/{self.state['id']}/{what}"

    def post(self, what: str, content: dict[str, Any] | None = None) -> Any:
        answer = self.client.post(self.url(what), content or {})
        if "game" in answer.json() and "events" in answer.json():
            self.state = answer.json()["game"]
        return answer

    def promised(self) -> "Board":
        assert self.post("dice-commitment/").status_code == 201
        return self

    def begun(self) -> "Board":
        assert self.post("start/", {"starter": "yellow"}).status_code == 201
        return self

    def rolled(self) -> dict[str, Any]:
        answer = self.client.post(self.url("roll/"))
        assert answer.status_code == 200, answer.content
        found: dict[str, Any] = answer.json()
        return found

    def throw(self, die: int) -> Any:
        moves = self.client.get(self.url(f"moves/?die={die}")).json()["moves"]
        move = self.lots.choice(moves)["token"] if moves else None
        return self.post("throws/", {"expected": self.state["number"], "die": die, "move": move})

    def throw_what_is_rolled(self) -> Any:
        answer = self.throw(self.rolled()["die"])
        assert answer.status_code == 201, answer.content
        return answer

    def take_back(self, **content: Any) -> Any:
        return self.post("take-back/", {"expected": self.state["number"], **content})

    def play_to_the_end(self) -> "Board":
        """Throw by throw, with rolls that only the server knows."""
        now = self.game
        for throw in self.throws_to_come(10_000):
            recorded = recorder.record_throws(
                game_id=now.pk,
                throws=[throw_command(throw["die"], throw["move"])],
                expected=now.number,
                actor="test",
                now=timezone.now(),
            )
            now = recorded.game
        self.state = self.client.get(self.url("")).json()
        assert self.state["state"] == "ended"
        return self

    def throws_to_come(self, number: int) -> list[dict[str, Any]]:
        """The next throws, fewer if the game ends before, with moves at random."""
        game = self.game
        play, first, throws = game.play(), game.dice["rolls"] + 1, list[dict[str, Any]]()
        rolls = Rolls(bytes.fromhex(self.seed), terms(game))
        while len(throws) < number and not play.over:
            die = rolls[first + len(throws)]
            moves = play.moves(die)
            move = self.lots.choice(moves).token if moves else None
            throws.append({"die": die, "move": move})
            play = play.play(die, move)
        return throws

    @property
    def game(self) -> Game:
        return Game.objects.get(pk=self.state["id"])

    @property
    def seed(self) -> str:
        return DiceSeed.objects.get(game=self.game).seed

    def log(self) -> list[dict[str, Any]]:
        events: list[dict[str, Any]] = self.client.get(self.url("events/")).json()["events"]
        return events


@pytest.fixture
def board(writer: APIClient, players: list[Player]) -> Board:
    return Board(writer, players)


@pytest.fixture
def running(board: Board) -> Board:
    return board.promised().begun()


# -- before the start ------------------------------------------------------------------------------


def test_the_promise_tells_everything_that_is_known_before(board: Board) -> None:
    event = board.promised().log()[-1]
    players = [seat["player"]["id"] for seat in board.state["seats"]]
    assert event["kind"] == "dice commitment"
    assert event["payload"] == {
        "construction": "rauswurf-dice/1",
        "commitment": commitment(bytes.fromhex(board.seed)),
        "faces": [1, 2, 3, 4, 5, 6],
        "sides": players,
    }
    assert board.state["dice"] == {
        "commitment": event["payload"]["commitment"],
        "seeds": {},
        "rolls": 0,
        "revealed": "",
    }


def test_each_side_may_add_a_text_from_which_the_rolls_follow_too(board: Board) -> None:
    board.promised()
    sides = [seat["player"]["id"] for seat in board.state["seats"]]
    for side, text in zip(sides, ("Änne würfelt 🎲", "x"), strict=True):
        added = board.post("dice-seed/", {"side": side, "seed": text, "id": str(uuid.uuid4())})
        assert added.status_code == 201, added.content
    assert board.state["dice"]["seeds"] == dict(zip(sides, ("Änne würfelt 🎲", "x"), strict=True))
    board.begun()
    known = terms(board.game)
    assert known.sides == tuple(zip(sides, ("Änne würfelt 🎲", "x"), strict=True))
    rolls = Rolls(bytes.fromhex(board.seed), known)
    thrown = [board.throw_what_is_rolled().json()["events"][0]["payload"]["die"] for _ in range(20)]
    assert thrown == [rolls[number] for number in range(1, 21)]


@pytest.mark.parametrize(
    ("side", "text", "field"),
    [
        ("nobody", "x", "side"),
        ("first", "", "seed"),
        ("first", "x" * 201, "seed"),
        ("first", "a\x00b", "seed"),
    ],
)
def test_a_text_of_nobody_or_of_nothing_is_refused(board: Board, side: str, text: str, field: str) -> None:
    board.promised()
    first = board.state["seats"][0]["player"]["id"]
    data = {"side": first if side == "first" else str(uuid.uuid4()), "seed": text, "id": str(uuid.uuid4())}
    assert refused(board.post("dice-seed/", data), 400, "bad-value")["field"] == field


def test_a_side_adds_one_text_and_none_after_the_start_or_without_a_promise(board: Board) -> None:
    def told() -> dict[str, Any]:
        side = board.state["seats"][0]["player"]["id"]
        return {"side": side, "seed": "x", "id": str(uuid.uuid4())}

    refused(board.post("dice-seed/", told()), 409, "wrong-state")
    again = board.promised().post("dice-commitment/")
    assert "online already" in refused(again, 409, "wrong-state")["messages"]["en"]
    assert board.post("dice-seed/", told()).status_code == 201
    assert refused(board.post("dice-seed/", told()), 400, "bad-value")["field"] == "side"
    refused(board.begun().post("dice-seed/", told()), 409, "wrong-state")


def test_nothing_is_added_where_rolls_were_known_already(board: Board) -> None:
    board.promised()
    position = {
        "position": "4x2 B,B,B,B/-/B,B,B,B/- Y0",
        "reason": "upset",
        "expected": board.state["number"],
    }
    assert board.post("position/", position).status_code == 201
    board.throw_what_is_rolled()
    assert board.take_back(throws=2).status_code == 201
    assert board.state["state"] == "created"
    side = board.state["seats"][1]["player"]["id"]
    refused(
        board.post("dice-seed/", {"side": side, "seed": "x", "id": str(uuid.uuid4())}), 409, "wrong-state"
    )


# -- rolling ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_a_roll_is_the_one_after_those_used_up_to_where_the_log_has_led(running: Board, seed: int) -> None:
    """Asking changes nothing; a void die is used up, what is taken back comes again, what is brought back not."""
    lots, rolls = Random(seed), Rolls(bytes.fromhex(running.seed), terms(running.game))
    number = running.state["number"]
    used = {number: 0}
    wanted: dict[str, Any] = {
        "void-die": {"reason": "askew"},
        "take-back": {"throws": 2},
        "bring-back": {"throws": 1},
        "irregular-throw": {"happened": "nobody moved", "paragraph": "§6", "ruling": "stands"},
    }
    for what in lots.choices(("throw", *wanted), (4, 1, 1, 1, 1), k=25):
        roll = used[number] + 1
        asked = running.rolled()
        assert (asked["roll"], asked["die"], asked["number"]) == (roll, rolls[roll], number)
        if what == "throw":
            event = running.throw(asked["die"]).json()["events"][0]
        else:
            if what == "irregular-throw":
                wanted[what] |= {"die": asked["die"], "position": running.state["position"]}
            answer = running.post(f"{what}/", {"expected": number, **wanted[what]}).json()
            if "events" not in answer:
                continue  # nothing to take back or to bring back
            event = answer["events"][0]
        number, told = event["number"], event["payload"]
        assert "to" in told or (told["die"], told["roll"], told["source"]) == (rolls[roll], roll, "online")
        used[number] = used[told["to"]] if "to" in told else roll
        assert running.state["dice"]["rolls"] == used[number]


def test_nobody_learns_a_roll_before_the_throw_ahead_of_it_is_recorded(running: Board) -> None:
    """Whether the second throw is the one that will be rolled or not, the answer is the same."""
    first, second = running.throws_to_come(2)
    expected, told = running.state["number"], []
    for die in range(1, 7):
        batch = [first, {"die": die, "move": second["move"] if die == second["die"] else None}]
        answer = running.client.post(running.url(f"throws/?expected={expected}"), batch)
        told.append(refused(answer, 400, "bad-value"))
    assert all(each == told[0] for each in told)
    assert (told[0]["field"], "roll" in told[0]) == ("throws", False)
    assert running.game.number == expected
    for throw in (first, second):
        number = running.game.number
        assert running.client.post(running.url(f"throws/?expected={number}"), [throw]).status_code == 201


def test_an_irregular_throw_was_made_with_the_die_that_was_rolled(running: Board) -> None:
    rolled = running.rolled()
    data = {"expected": running.state["number"], "happened": "nobody moved", "paragraph": "§6"}
    data |= {"ruling": "stands", "position": running.state["position"], "die": rolled["die"] % 6 + 1}
    assert refused(running.post("irregular-throw/", data), 422, "not-rolled")["die"] == rolled["die"]
    del data["die"]
    assert running.post("irregular-throw/", data).status_code == 201
    assert running.rolled()["roll"] == 1, "of which no die is known uses none"


def test_a_game_with_a_die_on_the_table_has_no_roll_and_no_source(board: Board) -> None:
    board.begun()
    refused(board.client.post(board.url("roll/")), 409, "wrong-state")
    answer = board.throw(3)
    assert answer.json()["events"][0]["payload"] == {"die": 3, "move": None}
    assert board.state["dice"] is None


def test_nobody_rolls_before_the_start_or_after_the_end(board: Board) -> None:
    refused(board.promised().client.post(board.url("roll/")), 409, "wrong-state")
    board.begun().play_to_the_end()
    refused(board.client.post(board.url("roll/")), 409, "wrong-state")


# -- secret, and then not --------------------------------------------------------------------------


def readable(board: Board) -> Iterator[str]:
    """Everything that is served of a game and written of it."""
    public = Client()
    for what in ("", "events/", "record/", "dice/"):
        yield board.client.get(board.url(what)).content.decode()
    yield public.get("/api/v1/games/").content.decode()
    yield public.get(f"/games/{board.game.pk}/").content.decode()
    yield public.get(f"/games/{board.game.pk}/live/").content.decode()
    yield json.dumps(game_as_plain(board.game))


def test_nobody_can_read_the_seed_before_the_end(running: Board) -> None:
    for _ in range(10):
        running.throw_what_is_rolled()
    seed = running.seed
    assert not [text for text in readable(running) if seed in text]
    assert DiceSeed not in admin.site._registry


@pytest.mark.parametrize("how", ["abandon", "award"])
def test_a_game_that_is_stopped_shows_its_seed(running: Board, how: str) -> None:
    running.throw_what_is_rolled()
    data: dict[str, Any] = {"expected": running.state["number"], "reason": "the line broke"}
    if how == "award":
        data["winner"] = running.state["seats"][0]["player"]["id"]
    answer = running.post(f"{how}/", data)
    assert answer.status_code == 201, answer.content
    assert [event["kind"] for event in answer.json()["events"]] == [how, "dice reveal"]
    assert running.state["dice"]["revealed"] == running.seed


def test_a_game_that_ends_shows_its_seed_is_rebuilt_from_its_log_and_not_taken_back(running: Board) -> None:
    running.play_to_the_end()
    last = running.log()[-2:]
    assert [event["kind"] for event in last] == ["end", "dice reveal"]
    assert last[1]["payload"] == {"seed": running.seed}
    assert running.state["dice"]["revealed"] == running.seed
    assert f"seed {running.seed}" in running.client.get(running.url("record/")).content.decode()
    assert differences(running.game) == []
    number = running.game.number
    found = refused(running.take_back(reason="the wrong pawn"), 409, "wrong-state")
    assert "everybody knows the next rolls" in found["messages"]["en"]
    assert running.game.number == number


# -- checked ---------------------------------------------------------------------------------------


def verified(log: Any, folder: Path) -> subprocess.CompletedProcess[str]:
    """What the script says that knows nothing of the site."""
    (folder / "log.json").write_text(json.dumps(log), encoding="utf-8")
    command = [sys.executable, "-I", str(SCRIPT), str(folder / "log.json")]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60)


@pytest.mark.process
def test_the_command_and_the_script_check_every_roll(board: Board, tmp_path: Path) -> None:
    board.promised()
    for number, seat in enumerate(board.state["seats"]):
        board.post(
            "dice-seed/", {"side": seat["player"]["id"], "seed": f"🎲 {number}", "id": str(uuid.uuid4())}
        )
    board.begun()
    with pytest.raises(CommandError, match="not been shown yet"):
        call_command("verify_dice", str(board.game.pk))
    board.throw_what_is_rolled()
    board.take_back()
    board.throw_what_is_rolled()
    assert board.post("void-die/", {"expected": board.state["number"], "reason": "askew"}).status_code == 201
    assert verified(board.client.get(board.url("events/")).json(), tmp_path).returncode == 2
    board.play_to_the_end()
    out = StringIO()
    call_command("verify_dice", str(board.game.pk), stdout=out)
    throws = [event for event in board.log() if event["kind"] == "throw"]
    lines = out.getvalue().splitlines()
    assert lines[-1] == f"{len(throws) + 1} rolls checked, 0 wrong"
    log = board.client.get(board.url("events/")).json()
    done = verified(log, tmp_path)
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, lines[-1])
    next(event for event in log["events"] if event["kind"] == "throw")["payload"]["die"] ^= 7
    assert verified(log, tmp_path).returncode == 1
    assert lines[1] == f"event {throws[0]['number']}: roll 1 is {throws[0]['payload']['die']}, recorded" + (
        f" {throws[0]['payload']['die']}: ok"
    )
    # A seed that was exchanged is told, whatever it gives, and so is a roll that the promised one does not give.
    there, dice = Game.objects.filter(pk=board.game.pk), dict(board.game.dice)
    there.update(dice={**dice, "revealed": "00" * 32})
    with pytest.raises(CommandError, match="not the one that was promised"):
        call_command("verify_dice", str(board.game.pk))
    there.update(dice={**dice, "revealed": "00" * 32, "commitment": commitment(bytes(32))})
    with pytest.raises(CommandError, match="not what the seed gives"):
        call_command("verify_dice", str(board.game.pk), stdout=out)
    assert ": WRONG" in out.getvalue()
    unknown = uuid.uuid4()
    with pytest.raises(CommandError, match=f"There is no game {unknown}"):
        call_command("verify_dice", str(unknown))


# -- taken elsewhere -------------------------------------------------------------------------------


def test_a_finished_game_is_taken_elsewhere_with_its_rolls(writer: APIClient, players: list[Player]) -> None:
    with transaction.atomic():  # elsewhere it is not here
        board = Board(writer, players).promised().begun().play_to_the_end()
        told, state = game_as_plain(board.game), board.game.dice
        transaction.set_rollback(True)
    there = import_game(JsonValue(told, ""))
    assert there.dice == state
    assert not DiceSeed.objects.exists()
    call_command("verify_dice", str(there.pk), stdout=StringIO())


def test_a_game_is_not_taken_with_rolls_that_its_seed_does_not_give(running: Board) -> None:
    running.play_to_the_end()
    with pytest.raises(BadRequest, match=r"events\[\d+\]: by the seed of the dice roll \d+ is a \d"):
        # Another game has other rolls, even with the same seed.
        import_game(elsewhere(running.game))


@pytest.mark.parametrize("seed", ["00" * 32, "no digits"])
def test_a_game_is_not_taken_with_another_seed_than_was_promised(running: Board, seed: str) -> None:
    told = game_as_plain(running.play_to_the_end().game) | {"id": str(uuid.uuid4())}
    told["events"][-1]["payload"]["seed"] = seed
    resealed({"games": [{"game": told}]})
    with pytest.raises(BadRequest, match="not the seed that was promised"):
        import_game(JsonValue(told, ""))


def test_a_running_game_that_was_taken_elsewhere_cannot_go_on_there(running: Board) -> None:
    running.throw_what_is_rolled()
    there = import_game(elsewhere(running.game))
    assert there.dice == running.state["dice"]
    found = refused(running.client.post(f"/api/v1/games/{there.pk}/roll/"), 409, "wrong-state")
    assert "begun elsewhere" in found["messages"]["en"]
    data = {"expected": there.number, "reason": "goes on where it began"}
    assert running.client.post(f"/api/v1/games/{there.pk}/abandon/", data).status_code == 201
