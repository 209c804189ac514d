"""What a list counts of all that has ended, and by which criteria it is put in order (tournament-rules §7, §8)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.formats import Discipline, Points, Settings
from tournaments.formats.tiebreaks import Criterion
from tournaments.ranking_rules.entries import Gain, RankingEntry
from tournaments.ranking_rules.ranking import medal_race_chain, ranking_chain
from tournaments.ranking_rules.rule_versions import BOTH, ONLY_3T, TIES, Version, Window
from tournaments.ranking_rules.settings import (
    BY_DATE,
    DoubleRankingsSettings,
    MedalRaceSettings,
    WorldRankingsSettings,
)

_LEVELS: Mapping[str, frozenset[Discipline]] = {"3T": ONLY_3T, "3T and 2T": BOTH}


@dataclass(frozen=True, slots=True)
class EarnedPoints:
    """What an event, or a part of it, gave to a player; ``tp`` are the ``basic`` points times its level."""

    player: str
    place: int
    basic: int
    tp: int
    wp: Points
    cp: Points
    gpp: int


@dataclass(frozen=True, slots=True)
class EndedEvent:
    """An event, or a part of one, that has ended."""

    key: str
    level: int
    discipline: Discipline
    earned: tuple[EarnedPoints, ...]


@dataclass(frozen=True, slots=True)
class WindowRule:
    """What a list counts: the last ``most`` (None: all) events of these disciplines, or their units."""

    disciplines: frozenset[Discipline]
    units: bool
    most: int | None


@dataclass(frozen=True, slots=True)
class Selection:
    """What a list counts, the latest first; ``leaving`` is what the next event pushes out."""

    counted: Sequence[RankingEntry]
    chain: Sequence[Criterion]
    leaving: RankingEntry | None


def window_rule(settings: Settings, in_force: Version) -> WindowRule:
    """What the list of these settings counts by the version in force."""
    match settings:
        case WorldRankingsSettings():
            return WindowRule(ONLY_3T, units=False, most=settings.events)
        case DoubleRankingsSettings():
            units = in_force.window_2t is Window.UNITS
            return WindowRule(frozenset({Discipline.DOUBLE}), units, settings.units)
        case MedalRaceSettings():
            counts = in_force.medal_race if settings.counts == BY_DATE else _LEVELS[settings.counts]
            return WindowRule(counts, units=False, most=None)
    raise TypeError(f"{settings!r} are no settings of a list")


def select_entries(
    settings: Settings, in_force: Version, ended: Sequence[EndedEvent], medal_game: str | None
) -> Selection:
    """The list over what is ``window_rule`` of what has ended, handed in the latest first; ``medal_game``:
    who has won it.

    Where the window of a ranking is full, the next event pushes the oldest out. A Medal Race counts TP and WP, no CP,
    and the Medal Game.
    """
    match settings:
        case WorldRankingsSettings():
            return _window(_counted(ended, _gain), settings.events, settings.ties, in_force)
        case DoubleRankingsSettings():
            gain = _gain if settings.level == "of the event" else _gain_without_level
            return _window(_counted(ended, gain), settings.units, settings.ties, in_force)
        case MedalRaceSettings():
            return _race(_counted(ended, _gain_without_compensation), settings, in_force, medal_game)
    raise TypeError(f"{settings!r} are no settings of a list")


def _ties(ties: str, in_force: Version) -> tuple[str, ...]:
    return TIES[in_force.ties if ties == BY_DATE else ties]


def _window(counted: list[RankingEntry], size: int, ties: str, in_force: Version) -> Selection:
    leaving = counted[-1] if len(counted) == size else None
    return Selection(counted, ranking_chain(_ties(ties, in_force), counted), leaving)


def _race(
    counted: list[RankingEntry], settings: MedalRaceSettings, in_force: Version, medal_game: str | None
) -> Selection:
    own = [[each for each in counted if each.discipline is discipline] for discipline in Discipline]
    if medal_game is not None:
        gain = Gain(medal_game, 0, 0, 1)
        counted.append(RankingEntry("medal-game", 0, Discipline.TRIPLE, (gain,)))
    return Selection(counted, medal_race_chain(_ties(settings.ties, in_force), counted, own), None)


def _counted(ended: Sequence[EndedEvent], gain: Callable[[EarnedPoints], Gain]) -> list[RankingEntry]:
    return [
        RankingEntry(each.key, each.level, each.discipline, tuple(map(gain, each.earned))) for each in ended
    ]


def _gain(earned: EarnedPoints) -> Gain:
    return Gain(earned.player, earned.place, earned.tp, earned.wp, earned.cp, earned.gpp)


def _gain_without_level(earned: EarnedPoints) -> Gain:
    return replace(_gain(earned), tp=earned.basic)


def _gain_without_compensation(earned: EarnedPoints) -> Gain:
    return replace(_gain(earned), cp=0)
