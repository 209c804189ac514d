"""The options of a rule set in plain words, for forms and pages (rulebook §7)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from rules.board import COLOUR_NAMES
from rules.i18n import Text, opening
from rules.rule_sets import OPTIONS, RuleSet

YES, NO = Text("yes", "ja"), Text("no", "nein")
#: What each option is called.
CALLED: Mapping[str, Text] = MappingProxyType(
    {
        "board": Text("Board", "Brett"),
        "pawns_on_start": Text("Pawns on A at the beginning", "Figuren auf A zu Beginn"),
        "three_throws": Text(
            "Three throws while no pawn can move", "Drei Würfe, solange keine Figur ziehen kann"
        ),
        "home_leap": Text("Jumping over own pawns at home", "Eigene Figuren im Ziel überspringen"),
        "forced_capture": Text("Duty to capture", "Schlagzwang"),
        "backward_capture": Text("Capturing backward", "Rückwärts schlagen"),
        "barriers": Text(
            "Two pawns on a field are a barrier", "Zwei Figuren auf einem Feld sind eine Barriere"
        ),
        "trapdoors": Text("Trapdoors", "Falltüren"),
        "wormholes": Text("Wormholes", "Wurmlöcher"),
        "neutral": Text("Neutral colour", "Neutrale Farbe"),
        "ends": Text("The game is over", "Das Spiel ist zu Ende"),
        "starter": Text("Who starts", "Wer beginnt"),
        "die_faces": Text("Faces of the die", "Seiten des Würfels"),
    }
)
#: The values that need words.
_IN_WORDS: Mapping[str, Mapping[Any, Text]] = MappingProxyType(
    {
        "forced_capture": {
            "no": Text("none", "keiner"),
            "strict": Text("a capture must be made", "es muss geschlagen werden"),
            "penalty": Text(
                "who misses a capture loses the pawn", "wer das Schlagen versäumt, verliert die Figur"
            ),
        },
        "ends": {
            "first colour": Text("with the first colour home", "mit der ersten Farbe im Ziel"),
            "first player": Text(
                "with the first player who has all colours home",
                "mit dem ersten Spieler, der alle Farben im Ziel hat",
            ),
            "all players": Text(
                "when all players but one have all colours home",
                "wenn alle Spieler bis auf einen alle Farben im Ziel haben",
            ),
            "all colours": Text(
                "when all colours but one are home", "wenn alle Farben bis auf eine im Ziel sind"
            ),
        },
        "starter": {
            "highest throw": Text("the highest throw", "der höchste Wurf"),
            "youngest": Text("the youngest player", "der jüngste Spieler"),
        },
    }
)


def in_words(option: str, value: Any) -> Text:
    """A plain value of an option as people say it."""
    if option in _IN_WORDS:
        return _IN_WORDS[option][value]
    if isinstance(value, bool):
        return YES if value else NO
    if option == "neutral":
        return Text("none", "keine") if value is None else opening(COLOUR_NAMES[value])
    written = OPTIONS[option].written(value)
    return Text(written, written)


def changes_in_words(rules: RuleSet) -> Iterator[tuple[Text, Text]]:
    """What differs from the named rule set: the option and its value."""
    for option, value in rules.changes().items():
        yield CALLED[option], in_words(option, value)
