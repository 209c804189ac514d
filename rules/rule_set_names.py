"""What rule sets are called by people, and in one sentence what tells them apart."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rules.i18n import Text
from rules.rule_sets import Ends, RuleSet

CALLED: Mapping[str, Text] = MappingProxyType(
    {
        "schmidt": Text("Schmidt", "Schmidt"),
        "schmidt-classic": Text("Schmidt classic", "Schmidt klassisch"),
        "xmadn-2t": Text("XMädn 2T", "XMädn 2T"),
        "xmadn-2t+": Text("XMädn 2T+", "XMädn 2T+"),
        "xmadn-3t": Text("XMädn 3T", "XMädn 3T"),
        "xmadn-3t+": Text("XMädn 3T+", "XMädn 3T+"),
        "xmadn-gp": Text("XMädn GP", "XMädn GP"),
        "xmadn-gp+": Text("XMädn GP+", "XMädn GP+"),
        "mhd": Text("MHD", "MHD"),
        "mhd-6": Text("MHD for six", "MHD zu sechst"),
        "mhd-trapdoors": Text("MHD with trapdoors", "MHD mit Falltüren"),
        "mhd-wormholes": Text("MHD with wormholes", "MHD mit Wurmlöchern"),
    }
)
#: Rulebook §9.
_OVER: Mapping[Ends, Text] = MappingProxyType(
    {
        Ends.FIRST_COLOUR: Text(
            "the first colour with all pawns home ends the game",
            "die erste Farbe, die alle Figuren im Ziel hat, beendet das Spiel",
        ),
        Ends.FIRST_PLAYER: Text(
            "the first player with all his colours home ends the game",
            "der erste Spieler, der alle seine Farben im Ziel hat, beendet das Spiel",
        ),
        Ends.ALL_COLOURS: Text(
            "played on until every colour has its place",
            "gespielt wird, bis jede Farbe ihren Platz hat",
        ),
        Ends.ALL_PLAYERS: Text(
            "played on until every player has his place",
            "gespielt wird, bis jeder Spieler seinen Platz hat",
        ),
    }
)


def called(name: str) -> Text:
    """What people call the rule set of that name; the name itself where none is known."""
    return CALLED.get(name, Text(name, name))


def gist(rules: RuleSet) -> Text:
    """How many colours the board has, and when a game is over."""
    colours, over = len(rules.layout().colours), _OVER[rules.ends]
    return Text(f"a board of {colours} colours; {over.en}", f"ein Brett mit {colours} Farben; {over.de}")
