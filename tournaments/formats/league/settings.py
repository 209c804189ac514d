"""The settings of a League (tournament-rules §3.5); every decision marked [T] there is one of them."""

from dataclasses import dataclass

from rules import Text
from tournaments.formats.errors import FormatError
from tournaments.formats.league.table import CHAINS
from tournaments.formats.settings import Settings, choice_setting, integer_setting

PLAYOFFS = {
    "none": Text("none"),
    "final": Text("a Final Series between the two best"),
    "qualifying and final": Text(
        "2nd against 3rd in the Qualifying Series, its winner against 1st in the Final Series"
    ),
}

MEETINGS = {
    "alternate": Text("the first-named leads the pair with black, so the pairs change hands"),
    "same": Text("the first-named of the first meeting leads the pair with black in both"),
}

PAIR_CHOICE = {
    "black": Text("takes the pair with black"),
    "asked": Text("asked before the series"),
}


@dataclass(frozen=True)
class LeagueSettings(Settings):
    """k double round-robins, and what follows them."""

    drrs: int = integer_setting(
        6,
        least=1,
        most=20,
        usual=(1, 2, 4, 6),
        label=Text("Double round-robins"),
        about=Text("In each of them everybody meets everybody twice (§3.5)."),
    )
    playoffs: str = choice_setting(
        "none",
        ways=PLAYOFFS,
        label=Text("Playoffs"),
        about=Text("What follows the double round-robins (§3.5) [T8]."),
    )
    qualifying_wins: int = integer_setting(
        3,
        least=1,
        most=20,
        label=Text("Wins in the Qualifying Series"),
        about=Text("Wins needed, the head start included (§3.5)."),
    )
    final_wins: int = integer_setting(
        4,
        least=1,
        most=20,
        label=Text("Wins in the Final Series"),
        about=Text("Wins needed, the head start included (§3.5)."),
    )
    head_start: int = integer_setting(
        1,
        least=0,
        most=19,
        label=Text("Head start"),
        about=Text(
            "Wins credited to the higher seed of a series, unless both had the same wins and losses "
            "in the round-robins (§3.5)."
        ),
    )
    pair_choice: str = choice_setting(
        "black",
        ways=PAIR_CHOICE,
        label=Text("Pair of the higher seed"),
        about=Text("The higher seed of a series chooses the pair of colours for it [T2]."),
    )
    meetings: str = choice_setting(
        "alternate",
        ways=MEETINGS,
        label=Text("Pairs in the two meetings"),
        about=Text("Who leads which pair in the two games of a double round-robin [T1]."),
    )
    tie_breaks: str = choice_setting(
        "full",
        ways={name: chain.label for name, chain in CHAINS.items()},
        label=Text("Tied on wins and losses"),
        about=Text("What decides then; in the end the lot [T7]."),
    )
    struck_before: int = integer_setting(
        50,
        least=0,
        most=100,
        label=Text("Struck before (percent)"),
        about=Text(
            "A player who leaves before this share of the round-robin games is struck from the "
            "table; later the unplayed games are forfeited [T12]."
        ),
    )
    boards: int = integer_setting(
        1,
        least=1,
        most=10,
        label=Text("Boards"),
        about=Text("How many games can be played at once (§3.5)."),
    )

    def check(self) -> None:
        """Refuse a series that would be over before it begins."""
        played = {"none": [], "final": ["final_wins"]}.get(self.playoffs, ["qualifying_wins", "final_wins"])
        for name in played:
            if self.head_start >= getattr(self, name):
                raise FormatError(
                    "head_start",
                    Text(
                        "with a head start of {head_start} a series of {length} would be over before it begins; "
                        "the head start must be smaller",
                        head_start=self.head_start,
                        length=getattr(self, name),
                    ),
                )
