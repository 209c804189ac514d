"""Watch a game: its board, drawn anew with every throw."""

from __future__ import annotations

import sys

from rauswurf_client import api
from rauswurf_client.cli.board import LETTERS
from rauswurf_client.cli.lookup import game_id
from rauswurf_client.cli.terminal import Terminal
from rauswurf_client.models import Event, Game

#: So many of the last events stand below the board.
LAST = 6


def show_game(terminal: Terminal, typed: str, *, once: bool, after: int | None) -> int:
    """The board, then every event as it comes, until the game is over; the line may be cut meanwhile."""
    game = terminal.client.ask(api.games_retrieve(game_id(terminal.client, terminal.voice, typed)))
    if once:
        terminal.json(game) if terminal.is_json else terminal.board(game)
        return 0
    watched = Watched(terminal, game, after)
    for message in terminal.client.watch_game(game["id"], after=after):
        if terminal.is_json:
            terminal.json(message)
        elif message["message"] == "state":
            watched.begin(message["data"])
        elif message["message"] == "event":
            watched.add(message["data"])
    if not terminal.is_json:
        watched.end(terminal.client.ask(api.games_retrieve(game["id"])))
    return 0


class Watched:
    """A game as it is shown: on a screen the board in its place, elsewhere a line for each event."""

    def __init__(self, terminal: Terminal, game: Game, after: int | None) -> None:
        self.terminal = terminal
        self.game = game
        self.told: list[str] = []
        #: Whose throw it was before the next event; not known where one goes on in the middle.
        self.letter = "" if after is not None else turn_letter(game["position"])

    def begin(self, game: Game) -> None:
        """Show the state that a stream begins with."""
        self.game, self.letter = game, turn_letter(game["position"])
        self.terminal.board(game)

    def add(self, event: Event) -> None:
        """Show what has happened."""
        line = event_line(self.terminal, event, self.letter)
        self.letter = turn_letter(event["position"])
        self.told = [*self.told, line][-LAST:]
        if not sys.stdout.isatty():
            self.terminal.line(line)
            return
        self.game["position"] = event["position"] or self.game["position"]
        self.game["colour"] = colour_of(self.letter)
        self.terminal.board(self.game, "", *self.told)

    def end(self, game: Game) -> None:
        """Show how it ended."""
        self.terminal.board(game)


def event_line(terminal: Terminal, event: Event, letter: str) -> str:
    """An event in a line: its number, whose it was, what it was."""
    payload = event["payload"]
    if event["kind"] == "throw":
        moved = payload.get("move") or f"{payload.get('die')} {terminal.voice.say('no move')}"
        return f"{event['number']:>4}  {letter} {moved}"
    reason = payload.get("reason") or payload.get("text") or ""
    return f"{event['number']:>4}  {terminal.voice.word(event['kind'])}{f': {reason}' if reason else ''}"


def turn_letter(position: str | None) -> str:
    """The letter of the colour to throw."""
    letter = position.split(" ")[2][0] if position else ""
    return "" if letter == "." else letter


def colour_of(letter: str) -> str | None:
    """The colour of a letter."""
    return next((colour for colour, each in LETTERS.items() if each == letter), None)
