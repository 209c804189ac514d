"""The settings of Challengers (tournament-rules §3.6); every decision marked [T] there is one of them."""

from __future__ import annotations

from dataclasses import dataclass

from rules.i18n import Text
from tournaments.formats.championship import ChampionshipSettings
from tournaments.formats.grand_prix import points
from tournaments.formats.settings import choice

#: How Game 0 puts the players in order [T9].
GAME_0_ORDER = {
    "gpp": Text("most GPP, of equal ones the best colour", "meiste GPP, bei gleichen die beste Farbe"),
    "both home": Text("who has both colours home first", "wer zuerst beide Farben im Ziel hat"),
}

#: Who makes room for the player who waits [T10].
MAKES_ROOM = {
    "loser": Text("the loser", "der Verlierer"),
    "longest": Text(
        "whoever has been at the board longer, after Game 1 the loser",
        "wer länger am Brett sitzt, nach Spiel 1 der Verlierer",
    ),
}

#: Which pair a newcomer gets, and whether the other keeps his [T2].
NEWCOMER = {
    "gets the other": Text("who stays keeps the pair", "wer bleibt, behält sein Paar"),
    "by Game 0": Text(
        "the higher of Game 0 has the pair with black", "der Bessere aus Spiel 0 hat das Paar mit Schwarz"
    ),
}

#: How players with equal wins are placed [T11].
EQUAL_WINS = {
    "by Game 0": Text("by their places in Game 0", "nach ihren Plätzen in Spiel 0"),
    "shared": Text("they share the place", "sie teilen sich den Platz"),
}

#: The higher of Game 0 chooses his pair for Game 1.
PAIR_CHOICE = {
    "black": Text("takes the pair with black", "nimmt das Paar mit Schwarz"),
    "asked": Text("is asked before Game 1", "wird vor Spiel 1 gefragt"),
}


@dataclass(frozen=True)
class ChallengersSettings(ChampionshipSettings):
    """The settings of Challengers: those of a first-to-x event, and what is decided in [T2], [T9]–[T11]."""

    game_0: str = choice(
        "gpp",
        ways=GAME_0_ORDER,
        label=Text("Order by Game 0", "Reihenfolge nach Spiel 0"),
        about=Text(
            "How Game 0, a GP game of all three, puts the players in order [T9].",
            "Wie Spiel 0, ein GP-Spiel aller drei, die Spieler reiht [T9].",
        ),
    )
    makes_room: str = choice(
        "loser",
        ways=MAKES_ROOM,
        label=Text("Who makes room", "Wer Platz macht"),
        about=Text("For the player who waits [T10].", "Für den Spieler, der wartet [T10]."),
    )
    newcomer: str = choice(
        "gets the other",
        ways=NEWCOMER,
        label=Text("Pair of the newcomer", "Paar des Neuen"),
        about=Text("Which pair of colours he leads [T2].", "Welches Farbenpaar er führt [T2]."),
    )
    equal_wins: str = choice(
        "by Game 0",
        ways=EQUAL_WINS,
        label=Text("Equal wins", "Gleiche Siege"),
        about=Text("How 2nd and 3rd place are decided [T11].", "Wie Platz 2 und 3 entschieden werden [T11]."),
    )
    pair_choice: str = choice(
        "black",
        ways=PAIR_CHOICE,
        label=Text("Pair of the first of Game 0", "Paar des Ersten aus Spiel 0"),
        about=Text(
            "He chooses the pair of colours for Game 1 [T2].", "Er wählt das Farbenpaar für Spiel 1 [T2]."
        ),
    )
    table: tuple[int, ...] = points.table_setting()
    bonus: int = points.bonus_setting()
