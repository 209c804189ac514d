"""The sporting rules of every tournament format: plain values in, plain values with reasons out.

Nothing here knows a database, a clock or chance. ``FORMATS`` holds the formats by key; a new one
is its file and its line here (docs/reference/formats.md).
"""

from typing import Any

from tournaments.formats.base import Discipline, Format
from tournaments.formats.challengers.format import Challengers
from tournaments.formats.championship import Championship
from tournaments.formats.contest import (
    Contest,
    Departure,
    DrawMethod,
    DrawOutcome,
    Entrant,
    EntrantSeat,
    EntrantSeating,
    Result,
)
from tournaments.formats.errors import FormatError
from tournaments.formats.exhibition import Exhibition
from tournaments.formats.grand_prix.series import GPPlusSeries, GPSeries
from tournaments.formats.league.format import League
from tournaments.formats.open.format import OpenTournament
from tournaments.formats.open.hall import came_through
from tournaments.formats.open.rounds import is_round
from tournaments.formats.presets import Preset
from tournaments.formats.settings import IntegerRange, Setting, Settings
from tournaments.formats.triple_athlon import TripleAthlon
from tournaments.formats.verdict import (
    DrawNeeded,
    Finished,
    NextGame,
    Points,
    Standings,
    Unit,
    Verdict,
    as_json,
)

_ALL: tuple[Format[Any], ...] = (
    Championship(),
    GPSeries(),
    GPPlusSeries(),
    Exhibition(),
    TripleAthlon(),
    League(),
    Challengers(),
    OpenTournament(),
)
#: Every format by its key, in the order in which forms offer them.
FORMATS: dict[str, Format[Any]] = {each.key: each for each in _ALL}
#: The keys of those that seat a hall.
HALLS = tuple(key for key, each in FORMATS.items() if each.seats_a_hall)

__all__ = [
    "FORMATS",
    "HALLS",
    "Contest",
    "Departure",
    "Discipline",
    "DrawMethod",
    "DrawNeeded",
    "DrawOutcome",
    "Entrant",
    "EntrantSeat",
    "EntrantSeating",
    "Finished",
    "Format",
    "FormatError",
    "IntegerRange",
    "NextGame",
    "Points",
    "Preset",
    "Result",
    "Setting",
    "Settings",
    "Standings",
    "Unit",
    "Verdict",
    "as_json",
    "came_through",
    "is_round",
]
