"""What rule sets are called by people, and how they differ, in one sentence each."""

from collections.abc import Mapping
from types import MappingProxyType

from rules.i18n import Text, Verbatim
from rules.rule_sets import Ends, RuleSet

CALLED: Mapping[str, Text] = MappingProxyType(
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
    return CALLED.get(name, Verbatim(name))


def rule_set_summary(rules: RuleSet) -> Text:
    """How many colours the board has, and when a game is over."""
    colours, over = len(rules.layout().colours), _OVER[rules.ends]
    return Text("a board of {colours} colours; {over}", colours=colours, over=over)
