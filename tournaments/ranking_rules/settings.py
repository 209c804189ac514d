"""The settings of the lists: every decision marked [T] in tournament-rules §7 and §8, with the decision as default."""

from __future__ import annotations

from dataclasses import dataclass

from rules.i18n import Text
from tournaments.formats.settings import Settings, choice, whole

BY_DATE = "by date"

_TIES = {
    BY_DATE: Text("by the version of the day", "nach der Fassung des Tages"),
    "2024": Text("as in 2024 and 2025", "wie 2024 und 2025"),
    "2026": Text("as since May 2026", "wie seit Mai 2026"),
}


def _ties() -> str:
    return choice(
        BY_DATE,
        ways=_TIES,
        label=Text("Equal points", "Punktgleichheit"),
        about=Text(
            "Which criteria decide then, in which order [T15].",
            "Was dann in welcher Folge entscheidet [T15].",
        ),
    )


@dataclass(frozen=True)
class WorldRankingsSettings(Settings):
    """3T World Rankings (§6)."""

    events: int = whole(
        9,
        least=1,
        most=99,
        label=Text("Events", "Turniere"),
        about=Text(
            "So many count; a new one pushes the oldest out.",
            "So viele zählen; ein neues verdrängt das älteste.",
        ),
    )
    ties: str = _ties()


@dataclass(frozen=True)
class DoubleRankingsSettings(Settings):
    """2T Rankings (§7)."""

    units: int = whole(
        6,
        least=1,
        most=99,
        label=Text("Units", "Einheiten"),
        about=Text(
            "So many count: pairs of double round-robins, playoffs, other 2T events; before April 2024 events.",
            "So viele zählen: Paare von Doppelrunden, Playoffs, andere 2T-Turniere; vor April 2024 Turniere.",
        ),
    )
    level: str = choice(
        "of the event",
        ways={
            "of the event": Text("basic points × level of the event", "Basispunkte × Stufe des Turniers"),
            "none": Text("basic points alone", "nur die Basispunkte"),
        },
        label=Text("Level", "Stufe"),
        about=Text(
            "What a place in a unit is worth [T14].", "Was ein Platz in einer Einheit wert ist [T14]."
        ),
    )
    ties: str = _ties()


@dataclass(frozen=True)
class MedalRaceSettings(Settings):
    """Medal Race of a season (§7)."""

    counts: str = choice(
        BY_DATE,
        ways={
            BY_DATE: Text("by the version of the day", "nach der Fassung des Tages"),
            "3T": Text("3T events only", "nur 3T-Turniere"),
            "3T and 2T": Text("3T and 2T events", "3T- und 2T-Turniere"),
        },
        label=Text("Counted events", "Gewertete Turniere"),
        about=Text("Whether 2T events count beside those of 3T [T16].", "Ob neben 3T auch 2T zählt [T16]."),
    )
    ties: str = _ties()
