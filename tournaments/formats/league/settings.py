"""The settings of a League (tournament-rules §3.5); every decision marked [T] there is one of them."""

from __future__ import annotations

from dataclasses import dataclass

from rules.i18n import Text
from tournaments.formats.errors import FormatError
from tournaments.formats.league.table import CHAINS
from tournaments.formats.settings import Settings, choice, whole

PLAYOFFS = {
    "none": Text("none", "keine"),
    "final": Text("a Final Series between the two best", "eine Finalserie der beiden Besten"),
    "qualifying and final": Text(
        "2nd against 3rd in the Qualifying Series, its winner against 1st in the Final Series",
        "2. gegen 3. in der Qualifikationsserie, der Sieger gegen den 1. in der Finalserie",
    ),
}

MEETINGS = {
    "alternate": Text(
        "the first-named leads the pair with black, so the pairs change hands",
        "der Erstgenannte führt das Paar mit Schwarz, die Paare wechseln also",
    ),
    "same": Text(
        "the first-named of the first meeting leads the pair with black in both",
        "der Erstgenannte der ersten Begegnung führt in beiden das Paar mit Schwarz",
    ),
}

PAIR_CHOICE = {
    "black": Text("takes the pair with black", "nimmt das Paar mit Schwarz"),
    "asked": Text("is asked before the series", "wird vor der Serie gefragt"),
}


@dataclass(frozen=True)
class LeagueSettings(Settings):
    """k double round-robins, and what follows them."""

    drrs: int = whole(
        6,
        least=1,
        most=20,
        usual=(1, 2, 4, 6),
        label=Text("Double round-robins", "Doppelrunden"),
        about=Text(
            "In each of them everybody meets everybody twice (§3.5).",
            "In jeder trifft jeder zweimal auf jeden (§3.5).",
        ),
    )
    playoffs: str = choice(
        "none",
        ways=PLAYOFFS,
        label=Text("Playoffs", "Playoffs"),
        about=Text(
            "What follows the double round-robins (§3.5) [T8].", "Was auf die Doppelrunden folgt (§3.5) [T8]."
        ),
    )
    qualifying_wins: int = whole(
        3,
        least=1,
        most=20,
        label=Text("Wins in the Qualifying Series", "Siege in der Qualifikationsserie"),
        about=Text(
            "So many wins decide it, the head start included (§3.5).",
            "So viele Siege entscheiden, der Vorsprung eingerechnet (§3.5).",
        ),
    )
    final_wins: int = whole(
        4,
        least=1,
        most=20,
        label=Text("Wins in the Final Series", "Siege in der Finalserie"),
        about=Text(
            "So many wins decide it, the head start included (§3.5).",
            "So viele Siege entscheiden, der Vorsprung eingerechnet (§3.5).",
        ),
    )
    head_start: int = whole(
        1,
        least=0,
        most=19,
        label=Text("Head start", "Vorsprung"),
        about=Text(
            "Wins credited to the higher seed of a series, unless both had the same wins and losses in the "
            "round-robins (§3.5).",
            "Siege, die der Höhergesetzte in die Serie mitbringt, außer beide hatten in den Runden gleich viele "
            "Siege und Niederlagen (§3.5).",
        ),
    )
    pair_choice: str = choice(
        "black",
        ways=PAIR_CHOICE,
        label=Text("Pair of the higher seed", "Paar des Höhergesetzten"),
        about=Text(
            "The higher seed of a series chooses the pair of colours for it [T2].",
            "Der Höhergesetzte wählt das Farbenpaar für die Serie [T2].",
        ),
    )
    meetings: str = choice(
        "alternate",
        ways=MEETINGS,
        label=Text("Pairs in the two meetings", "Paare in den beiden Begegnungen"),
        about=Text(
            "Who leads which pair in the two games of a double round-robin [T1].",
            "Wer in den beiden Spielen einer Doppelrunde welches Paar führt [T1].",
        ),
    )
    tie_breaks: str = choice(
        "full",
        ways={name: chain.label for name, chain in CHAINS.items()},
        label=Text("Level by wins and losses", "Bei gleichen Siegen und Niederlagen"),
        about=Text(
            "What decides then; at last always the lot [T7].",
            "Was dann entscheidet; zuletzt immer das Los [T7].",
        ),
    )
    struck_before: int = whole(
        50,
        least=0,
        most=100,
        label=Text("Struck before (percent)", "Gestrichen vor (Prozent)"),
        about=Text(
            "A player who leaves before so much of the round-robin games is played is struck from the table; "
            "later the unplayed games are forfeited [T12].",
            "Wer ausscheidet, bevor dieser Teil der Rundenspiele gespielt ist, wird aus der Tabelle gestrichen; "
            "später sind die ungespielten Spiele verloren [T12].",
        ),
    )
    boards: int = whole(
        1,
        least=1,
        most=10,
        label=Text("Boards", "Bretter"),
        about=Text(
            "So many games of different players can be played at once (§3.5).",
            "So viele Spiele verschiedener Spieler können gleichzeitig laufen (§3.5).",
        ),
    )

    def check(self) -> None:
        """No series is over before it begins."""
        played = {"none": [], "final": ["final_wins"]}.get(self.playoffs, ["qualifying_wins", "final_wins"])
        for name in played:
            if self.head_start >= getattr(self, name):
                raise FormatError(
                    "head_start",
                    Text(
                        f"with a head start of {self.head_start} a series of {getattr(self, name)} would be over "
                        "before it begins; the head start must be smaller",
                        f"mit {self.head_start} Vorsprung wäre eine Serie über {getattr(self, name)} vorbei, "
                        "ehe sie beginnt; der Vorsprung muss kleiner sein",
                    ),
                )
