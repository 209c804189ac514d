"""The options of a rule set in plain words, for forms and pages (rulebook §7)."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from rules.board import COLOUR_NAMES
from rules.i18n import Text, Verbatim, opening
from rules.rule_sets import OPTIONS, Ends, RuleSet

YES, NO = Text("yes"), Text("no")
#: What each option is called.
CALLED: Mapping[str, Text] = MappingProxyType(
    {
        "board": Text("Board"),
        "pawns_on_start": Text("Pawns on A at the beginning"),
        "three_throws": Text("Three throws while no pawn can move"),
        "home_leap": Text("Jumping own pawns at home"),
        "forced_capture": Text("Duty to capture"),
        "backward_capture": Text("Capturing backward"),
        "barriers": Text("Two pawns on a field are a barrier"),
        "trapdoors": Text("Trapdoors"),
        "wormholes": Text("Wormholes"),
        "neutral": Text("Neutral colour"),
        "ends": Text("The game is over"),
        "starter": Text("Who starts"),
        "die_faces": Text("Faces of the die"),
    }
)
#: What each option does, in a sentence.
MEANING: Mapping[str, Text] = MappingProxyType(
    {
        "board": Text(
            "Number of colours and of fields from one starting field to the next, such as 4x10 or 6x8 (§2)."
        ),
        "pawns_on_start": Text("Pawns of each colour on A when the game begins; the others are in the yard."),
        "three_throws": Text("A colour that cannot move any pawn throws up to three times (§5)."),
        "home_leap": Text("Pawns may jump over own pawns at home."),
        "forced_capture": Text("Whether a possible capture must be made (§6, §8.3)."),
        "backward_capture": Text("A pawn may move backward to capture."),
        "barriers": Text("Two own pawns may share a field; others can neither capture nor pass them."),
        "trapdoors": Text("A pawn that lands on a trapdoor goes to its yard; a 1 may move one (§8.4)."),
        "wormholes": Text(
            "Pairs of fields: a pawn that lands on one end is carried to the other; a 1 may move one (§8.5)."
        ),
        "neutral": Text("A colour that nobody leads and everybody may move, for three players (§8.6)."),
        "ends": Text(
            "When the game is over (§9): two players with two colours each may play for the first colour home [D7], or "
            "for the first player with both."
        ),
        "starter": Text(
            "Which colour throws first in a single game (§10); a tournament has rules of its own for it."
        ),
        "die_faces": Text("What the die can show; only a 6 activates a pawn and gives another throw."),
    }
)
#: The values that need words.
_IN_WORDS: Mapping[str, Mapping[Any, Text]] = MappingProxyType(
    {
        "forced_capture": {
            "no": Text("none", context="an option"),
            "strict": Text("a capture must be made"),
            "penalty": Text("a missed capture costs the pawn"),
        },
        "ends": {
            "first colour": Text("with the first colour home"),
            "first player": Text("with the first player who has all colours home"),
            "all players": Text("when all players but one have all colours home"),
            "all colours": Text("when all colours but one are home"),
        },
        "starter": {
            "highest throw": Text("the highest throw"),
            "youngest": Text("the youngest player"),
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
        return Text("none") if value is None else opening(COLOUR_NAMES[value])
    return Verbatim(OPTIONS[option].format(value))


def changes_in_words(rules: RuleSet) -> Iterator[tuple[Text, Text]]:
    """What differs from the named rule set: the option and its value."""
    for option, value in rules.changes().items():
        yield CALLED[option], in_words(option, value)


# -- what rule sets are called by people, and how they differ --------------------------------------


RULE_SET_NAMES: Mapping[str, Text] = MappingProxyType(
    {
        "schmidt": Text("Schmidt"),
        "schmidt-classic": Text("Schmidt classic"),
        "xmadn-2t": Text("XMädn 2T"),
        "xmadn-2t+": Text("XMädn 2T+"),
        "xmadn-3t": Text("XMädn 3T"),
        "xmadn-3t+": Text("XMädn 3T+"),
        "xmadn-gp": Text("XMädn GP"),
        "xmadn-gp+": Text("XMädn GP+"),
        "mhd": Text("MHD"),
        "mhd-6": Text("MHD for six"),
        "mhd-trapdoors": Text("MHD with trapdoors"),
        "mhd-wormholes": Text("MHD with wormholes"),
    }
)
#: Rulebook §9.
_OVER: Mapping[Ends, Text] = MappingProxyType(
    {
        Ends.FIRST_COLOUR: Text("the first colour home ends the game"),
        Ends.FIRST_PLAYER: Text("the first player with all colours home ends the game"),
        Ends.ALL_COLOURS: Text("play goes on until every colour has a place"),
        Ends.ALL_PLAYERS: Text("play goes on until every player has a place"),
    }
)


def rule_set_name(name: str) -> Text:
    """What people call the rule set of that name; the name itself where none is known."""
    return RULE_SET_NAMES.get(name, Verbatim(name))


def rule_set_summary(rules: RuleSet) -> Text:
    """How many colours the board has, and when a game is over."""
    return Text(
        "a board of {colours} colours; {over}", colours=len(rules.layout().colours), over=_OVER[rules.ends]
    )
