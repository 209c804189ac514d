"""Turning the whole table by one arm: every colour becomes the next one clockwise, furniture moves along.

Works on text alone (rulebook §3, §4), so that it knows nothing about how the package keeps a position.
"""

import re
from dataclasses import replace

from tests.rules.reference_positions import COLOURS, LETTERS
from tests.rules.tables import Table


class Rotation:
    """By one arm clockwise, on one board."""

    def __init__(self, board: str) -> None:
        self.arms, self.spacing = map(int, board.split("x"))
        colours = COLOURS[self.arms]
        self.next = dict(zip(colours, colours[1:] + colours[:1], strict=True))
        self.letters = str.maketrans({LETTERS[colour]: LETTERS[after] for colour, after in self.next.items()})

    def field(self, number: str) -> int:
        return (int(number) + self.spacing) % (self.arms * self.spacing)

    def table(self, table: Table) -> Table:
        seats = {player: [self.next[colour] for colour in colours] for player, colours in table.seats.items()}
        neutral = table.options["neutral"]
        changes = {**table.changes, "neutral": self.next[neutral]} if neutral else table.changes
        return replace(table, seats=seats, changes=changes)

    def position(self, text: str) -> str:
        board, pawns, to_throw, *furniture = text.split(" ")
        colours = pawns.split("/")
        turned = [board, "/".join(colours[-1:] + colours[:-1]), to_throw.translate(self.letters)]
        return " ".join(turned + [self.furniture(part) for part in furniture])

    def furniture(self, part: str) -> str:
        if part[0] == "T":
            return "T" + ",".join(map(str, sorted(map(self.field, part[1:].split(",")))))
        pairs = sorted(sorted(map(self.field, pair.split("-"))) for pair in part[1:].split(","))
        return "W" + ",".join(f"{low}-{high}" for low, high in pairs)

    def token(self, token: str) -> str:
        """The furniture stands on absolute fields, the neutral colour and the captured ones have letters."""
        moved = re.match(r"(\d+@[TW])(\d+)>(\d+)", token)
        front = f"{moved[1]}{self.field(moved[2])}>{self.field(moved[3])}" if moved else ""
        rest = token[moved.end() :] if moved else token
        rest = re.sub(r":[A-Z](?=[AB0-9a-d])", lambda neutral: neutral[0].translate(self.letters), rest)
        return front + re.sub(r"x[A-Z]+", lambda captured: captured[0].translate(self.letters), rest)
