"""Positions, moves and records with something changed."""

from random import Random

from rules import RULE_SETS, Game
from tests.rules.vectors import games

FOUR = {"P1": ["yellow"], "P2": ["green"], "P3": ["red"], "P4": ["black"]}


ON_THE_WAY = Game.at("4x10 B,A,7,b/B,B,3,20/5,39,c,d/B,B,B,9 Y0", RULE_SETS["schmidt"], FOUR)


RECORDS = ["\n".join(str(game.values[0]).splitlines()[:40]) for game in games()]


# Numbers that are none, or not the ones they look like; signs that end a line, a string, a text or a tag.
SNIPPETS = [
    *[
        "9" * 5000,
        "-1",
        "+1",
        "1_0",
        "0x5",
        "1e3",
        "٣",
        "²",
        "１",
        "½",
        "07",
        "00",
        "1.0",
        "nan",
        "999999999999",
    ],
    *["\x00", "\r", "\n", "\t", "\u2028", "\u00a0", "\ufeff", "\u202e", "\ud800", "é", "ß", "𝟙", "I\u0307"],
    *[
        "/",
        ",",
        " ",
        "  ",
        "-",
        ":",
        "@",
        "!",
        "~",
        "x",
        ">",
        "{",
        "}",
        "%",
        "[",
        "]",
        '"',
        "\\",
        ";",
        "=",
        ".",
    ],
    *[
        "B",
        "A",
        "a",
        "Y",
        "K",
        "T",
        "W",
        "T5,13",
        "W3-27",
        "x" * 500,
        "%s",
        "{0}",
        "6:B-A",
        "1@T5>9",
        "Y0",
        "[Rules ",
    ],
]


def damaged(text: str, seed: int) -> str:
    """Some pieces of a text left out, doubled, swapped or replaced by what does not belong there."""
    random = Random(seed)
    for _ in range(random.randint(1, 3)):
        start = random.randint(0, len(text))
        end = min(len(text), start + random.choice([0, 1, 1, 2, 5, 40]))
        piece = random.choice(["", text[start:end] * 2, random.choice(SNIPPETS), text[end : end + 7]])
        text = text[:start] + piece + text[end:]
    return text
