"""Record a game by keyboard: the die, then the move where there is a choice."""

from __future__ import annotations

from string import ascii_lowercase

from rauswurf_client import (
    IllegalThrow,
    NotAuthenticated,
    PermissionDenied,
    Recorder,
    Refusal,
    Stale,
    Unreachable,
    WrongState,
    api,
)
from rauswurf_client.cli.board import LETTERS
from rauswurf_client.cli.config import journal
from rauswurf_client.cli.keyboard import Keyboard
from rauswurf_client.cli.lookup import game_id
from rauswurf_client.cli.terminal import Terminal
from rauswurf_client.cli.watch import event_line
from rauswurf_client.models import Game, GamesStartRequest

QUIT = ("q", "\x1b", "\x04")


def record_game(terminal: Terminal, typed: str) -> int:
    """Record until the game is over, `q` is pressed or there are no more keys; what waits is sent first."""
    client = terminal.client
    game = client.ask(api.games_retrieve(game_id(client, terminal.voice, typed)))
    recorder = client.recorder(game["id"], journal(game["id"]))
    sheet = Sheet(terminal, game, recorder)
    sheet.send_what_waits()
    sheet.show()
    with Keyboard() as keyboard:
        while sheet.game["state"] in ("created", "running"):
            key = keyboard.key()
            if key is None or key in QUIT:
                break
            sheet.press(key, keyboard)
    if recorder.waiting:
        recorder.send()
    return 0


class Sheet:
    """The game that is recorded, and what a key does to it."""

    def __init__(self, terminal: Terminal, game: Game, recorder: Recorder) -> None:
        self.terminal = terminal
        self.game = game
        self.recorder = recorder

    def show(self) -> None:
        """The board, and what the keys do."""
        if self.terminal.is_json:
            return
        self.terminal.board(self.game, *self._keys())

    def _keys(self) -> list[str]:
        """What the keys do now."""
        if self.game["state"] == "created":
            return [self.terminal.voice.say("s start · or the letter of the colour that starts · q quit")]
        if self.game["state"] == "running":
            return [self.terminal.voice.say("1–6 throw · u undo · b board · q quit")]
        return []

    def send_what_waits(self) -> None:
        """Send what an earlier evening left behind; what does not fit any more is said and left out."""
        try:
            self.game = self.recorder.send() or self.game
        except (IllegalThrow, Stale, WrongState) as refused:
            self._leave_out(refused)

    def press(self, key: str, keyboard: Keyboard) -> None:
        """Do what a key means; what the site refuses is said, and nothing has changed."""
        try:
            if key.isdecimal():
                self._throw(int(key), keyboard)
            elif key == "b":
                self.show()
            elif self.game["state"] == "created":
                self._start(key)
            elif key == "u":
                self._undo()
        except Stale as conflict:
            self._catch_up(conflict)
        except Unreachable:
            self.terminal.line(self.terminal.voice.say("No connection. Try again with the next key."))
        except (NotAuthenticated, PermissionDenied):
            self._discard()
            raise
        except Refusal as refused:
            if refused.is_passing:
                self.terminal.line(refused.told(self.terminal.voice.language))
            else:
                self._leave_out(refused)

    def _leave_out(self, refused: Refusal) -> None:
        """Say what was refused, why, and leave it out."""
        self.terminal.line(refused.told(self.terminal.voice.language))
        self._discard()

    def _discard(self) -> None:
        """Leave out what waits, and say so."""
        if left := self.recorder.discard():
            throws = ", ".join(str(each.get("move") or each["die"]) for each in left)
            self.terminal.line(self.terminal.voice.say("Not recorded: {throws}", throws=throws))

    def _start(self, key: str) -> None:
        """Begin the game: with the colour that is due, or with that of a letter."""
        colours = {letter.lower(): colour for colour, letter in LETTERS.items()}
        if key == "s" or key in colours:
            told: GamesStartRequest = {"starter": colours[key]} if key in colours else {}
            self.game = self.terminal.client.ask(api.games_start(self.game["id"], told))["game"]
            self.show()

    def _throw(self, die: int, keyboard: Keyboard) -> None:
        client, say = self.terminal.client, self.terminal.voice.say
        if self.recorder.waiting and (sent := self.recorder.send()):
            self.game = sent
        told = client.ask(api.games_moves_retrieve(self.game["id"], die=die))
        if "dice" in told or not self._is_board_of(told["number"]):
            return
        choices: list[str | None] = [move["token"] for move in told["moves"]]
        if told["may_forfeit"] or not choices:
            choices.append(None)
        found = choices[0] if len(choices) == 1 else self._choose(die, choices, keyboard)
        if found == "":
            return
        self.recorder.build_on(self.game)
        shown = self.recorder.throw(die, found)
        if shown is None:
            waiting = len(self.recorder.waiting)
            self.terminal.line(
                say("No connection. 1 throw not sent yet.")
                if waiting == 1
                else say("No connection. {number} throws not sent yet.", number=waiting)
            )
            return
        self.game = shown
        self._recorded(die, found)

    def _is_board_of(self, number: int) -> bool:
        """Whether the moves of that number are for the board that is shown; another one is shown instead."""
        if number == self.game["number"]:
            return True
        before, self.game = self.game, self.terminal.client.ask(api.games_retrieve(self.game["id"]))
        if self.game["position"] == before["position"] and self.game["state"] == before["state"]:
            return True
        self.show()
        self.terminal.line(self.terminal.voice.say("Somebody else has recorded. Check the board."))
        return False

    def _choose(self, die: int, choices: list[str | None], keyboard: Keyboard) -> str | None:
        """The move of the letter that is pressed; `""` for none, after any other key."""
        say = self.terminal.voice.say
        letters = dict(zip(ascii_lowercase, choices, strict=False))
        if not self.terminal.is_json:
            offered = "  ".join(f"{letter} {choice or say('no move')}" for letter, choice in letters.items())
            self.terminal.line(f"{say('{die}: which move?', die=die)}  {offered}")
        pressed = keyboard.key()
        return letters.get(pressed or "", "")

    def _recorded(self, die: int, move: str | None) -> None:
        if self.terminal.is_json:
            self.terminal.json(
                {"number": self.game["number"], "die": die, "move": move, "state": self.game["state"]}
            )
            return
        self.show()
        self.terminal.line(self.terminal.voice.say("Recorded: {throw}", throw=move or die))

    def _undo(self) -> None:
        call = api.games_take_back(self.game["id"], {"expected": self.game["number"]})
        self.game = self.terminal.client.ask(call)["game"]
        if self.terminal.is_json:
            self.terminal.json(
                {"number": self.game["number"], "kind": "take back", "state": self.game["state"]}
            )
            return
        self.show()
        self.terminal.line(self.terminal.voice.say("Undone."))

    def _catch_up(self, conflict: Stale) -> None:
        """Somebody else was quicker: show what they recorded, leave out what was pressed."""
        self._leave_out(conflict)
        if conflict.current:
            self.game = conflict.current
        self.show()
        for each in conflict.missed:
            self.terminal.line(event_line(self.terminal, each, ""))
        self.terminal.line(self.terminal.voice.say("Somebody else has recorded. Check the board."))
