"""The settings of Challengers (tournament-rules §3.6); every decision marked [T] there is one of them."""

from __future__ import annotations

from dataclasses import dataclass

from rules.i18n import Text
from tournaments.formats.championship import ChampionshipSettings
from tournaments.formats.grand_prix import points
from tournaments.formats.settings import choice_setting

#: How Game 0 puts the players in order [T9].
GAME_0_ORDER = {
    "gpp": Text("most GPP, then the best colour"),
    "both home": Text("first with both colours home"),
}

#: Who makes room for the player who waits [T10].
MAKES_ROOM = {
    "loser": Text("the loser"),
    "longest": Text("the player longer at the board, after Game 1 the loser"),
}

#: Which pair a newcomer gets, and whether the other keeps theirs [T2].
NEWCOMER = {
    "gets the other": Text("the player who stays keeps the pair"),
    "by Game 0": Text("the higher of Game 0 has the pair with black"),
}

#: How players with equal wins are placed [T11].
EQUAL_WINS = {
    "by Game 0": Text("by their places in Game 0"),
    "shared": Text("they share the place"),
}

#: The higher of Game 0 chooses their pair for Game 1.
PAIR_CHOICE = {
    "black": Text("takes the pair with black"),
    "asked": Text("asked before Game 1"),
}


@dataclass(frozen=True)
class ChallengersSettings(ChampionshipSettings):
    """The settings of Challengers: those of a first-to-x event, and what is decided in [T2], [T9]–[T11]."""

    game_0: str = choice_setting(
        "gpp",
        ways=GAME_0_ORDER,
        label=Text("Order by Game 0"),
        about=Text("How Game 0, a GP game of all three, puts the players in order [T9]."),
    )
    makes_room: str = choice_setting(
        "loser",
        ways=MAKES_ROOM,
        label=Text("Who makes room"),
        about=Text("For the waiting player [T10]."),
    )
    newcomer: str = choice_setting(
        "gets the other",
        ways=NEWCOMER,
        label=Text("Pair of the newcomer"),
        about=Text("Which pair of colours the newcomer leads [T2]."),
    )
    equal_wins: str = choice_setting(
        "by Game 0",
        ways=EQUAL_WINS,
        label=Text("Equal wins"),
        about=Text("How 2nd and 3rd place are decided [T11]."),
    )
    pair_choice: str = choice_setting(
        "black",
        ways=PAIR_CHOICE,
        label=Text("Pair of the first of Game 0"),
        about=Text("How the pair of colours for Game 1 is chosen [T2]."),
    )
    table: tuple[int, ...] = points.table_setting()
    bonus: int = points.bonus_setting()
