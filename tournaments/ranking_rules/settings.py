"""The settings of the lists: every decision marked [T] in tournament-rules §7 and §8, with the decision as default."""

from dataclasses import dataclass

from rules import Text
from tournaments.formats import Settings
from tournaments.formats.settings import choice_setting, integer_setting

BY_DATE = "by date"

_TIES = {
    BY_DATE: Text("by the version of the day"),
    "2024": Text("as in 2024 and 2025"),
    "2026": Text("as since May 2026"),
}


def _ties() -> str:
    return choice_setting(
        BY_DATE,
        ways=_TIES,
        label=Text("Equal points"),
        about=Text("Which criteria decide then, in which order [T15]."),
    )


@dataclass(frozen=True)
class WorldRankingsSettings(Settings):
    """3T World Rankings (§6)."""

    events: int = integer_setting(
        9,
        least=1,
        most=99,
        label=Text("Events"),
        about=Text("How many count; a new one replaces the oldest."),
    )
    ties: str = _ties()


@dataclass(frozen=True)
class DoubleRankingsSettings(Settings):
    """2T Rankings (§7)."""

    units: int = integer_setting(
        6,
        least=1,
        most=99,
        label=Text("Units"),
        about=Text(
            "How many count: pairs of double round-robins, playoffs, other 2T events; before April "
            "2024 events."
        ),
    )
    level: str = choice_setting(
        "of the event",
        ways={
            "of the event": Text("basic points × level of the event"),
            "none": Text("basic points alone"),
        },
        label=Text("Level"),
        about=Text("What a place in a unit is worth [T14]."),
    )
    ties: str = _ties()


@dataclass(frozen=True)
class MedalRaceSettings(Settings):
    """Medal Race of a season (§7)."""

    counts: str = choice_setting(
        BY_DATE,
        ways={
            BY_DATE: Text("by the version of the day"),
            "3T": Text("3T events only"),
            "3T and 2T": Text("3T and 2T events"),
        },
        label=Text("Counted events"),
        about=Text("Whether 2T events count beside those of 3T [T16]."),
    )
    ties: str = _ties()
