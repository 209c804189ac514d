"""What a list counts: events, or parts of events, with what each gave to whom."""

from dataclasses import dataclass

from tournaments.formats import Discipline, Points


@dataclass(frozen=True, slots=True)
class Gain:
    """What one event gave to one player; ``gpp`` only where it was played for GPP."""

    player: str
    place: int
    tp: Points
    wp: Points
    cp: Points = 0
    gpp: int = 0

    @property
    def points(self) -> Points:
        return self.tp + self.wp + self.cp


@dataclass(frozen=True, slots=True)
class RankingEntry:
    """An event, or a part of one, in a list; ``key`` is whatever the caller knows it by."""

    key: str
    level: int
    discipline: Discipline
    gains: tuple[Gain, ...]
