"""A ranking: all players in order, what decided it, what is defended, what is needed (tournament-rules §6, §7)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial

from rules import Text
from tournaments.formats import Discipline, Entrant, Points, Settings, tiebreaks
from tournaments.formats.tiebreaks import Criterion
from tournaments.ranking_rules.formatting import format_points
from tournaments.ranking_rules.rule_versions import BOTH, ONLY_3T, TIES, Version, Window
from tournaments.ranking_rules.settings import (
    BY_DATE,
    DoubleRankingsSettings,
    MedalRaceSettings,
    WorldRankingsSettings,
)


@dataclass(frozen=True, slots=True)
class Gain:
    """What one event gave to one player; ``gpp`` only where it was played for GPP.

    ``tp`` are the ``basic`` points times its level.
    """

    player: str
    place: int
    tp: Points
    wp: Points
    cp: Points = 0
    gpp: int = 0
    basic: int = 0

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


# -- what decides among players with equal points (§7, §8) -----------------------------------------


#: From this level on an event is a Major; the World Championship is one too.
MAJOR, WORLD_CHAMPIONSHIP = 3, 4


@dataclass(frozen=True, slots=True)
class TiebreakCriterion:
    """A criterion: what one event adds to a player's figure, and what that figure is called."""

    name: Text
    value_of: Callable[[RankingEntry, Gain], Points]


def _won(counted: RankingEntry, gain: Gain) -> int:
    return int(gain.place == 1)


#: The criteria by the names that ``rule_versions.TIES`` uses.
CRITERIA: Mapping[str, TiebreakCriterion] = {
    "points": TiebreakCriterion(Text("points"), lambda _, gain: gain.points),
    "TP": TiebreakCriterion(Text("TP"), lambda _, gain: gain.tp),
    "WP": TiebreakCriterion(Text("WP"), lambda _, gain: gain.wp),
    "World Championships won": TiebreakCriterion(
        Text("World Championships won"),
        lambda counted, gain: _won(counted, gain) * (counted.level == WORLD_CHAMPIONSHIP),
    ),
    "Majors won": TiebreakCriterion(
        Text("Majors won"),
        lambda counted, gain: _won(counted, gain) * (counted.level >= MAJOR),
    ),
    "events won": TiebreakCriterion(Text("events won"), _won),
    "level-2 events won": TiebreakCriterion(
        Text("level-2 events won"),
        lambda counted, gain: _won(counted, gain) * (counted.level == 2),
    ),
    "GPP": TiebreakCriterion(Text("GPP"), lambda _, gain: gain.gpp),
    "GPP of Majors": TiebreakCriterion(
        Text("GPP of Majors"),
        lambda counted, gain: gain.gpp * (counted.level >= MAJOR),
    ),
}


def criterion(name: str, counted: Sequence[RankingEntry]) -> Criterion:
    figure = CRITERIA[name]
    return Criterion(partial(_figures, figure, counted), partial(_comparison, figure.name))


def _figures(
    figure: TiebreakCriterion, counted: Sequence[RankingEntry], group: Sequence[str]
) -> Mapping[str, Points]:
    totals: dict[str, Points] = dict.fromkeys(group, 0)
    for each in counted:
        for gain in each.gains:
            if gain.player in totals:
                totals[gain.player] += figure.value_of(each, gain)
    return totals


def _comparison(name: Text, own: Points, other: Points, _: int) -> Text:
    return Text("{name} {mine} to {theirs}", name=name, mine=format_points(own), theirs=format_points(other))


# -- titles ----------------------------------------------------------------------------------------


#: All Majors of a season, and at least this number, make the crown.
MAJORS_OF_A_SEASON = 3


@dataclass(frozen=True, slots=True)
class Major:
    """An event of a season by its level; ``winner`` is None as long as it is not won."""

    level: int
    winner: str | None


def triple_crown(events: Sequence[Major]) -> str | None:
    """Who has won all three Majors among the 3T events of a season; None if no one has, or not yet."""
    majors = [event for event in events if event.level >= MAJOR]
    winners = {event.winner for event in majors}
    return winners.pop() if len(majors) >= MAJORS_OF_A_SEASON and len(winners) == 1 else None


#: Points come in halves: so much more than the difference is ahead whatever the ties.
LEAST_STEP = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class ListRow:
    """A row of a list.

    ``defended`` falls out with the next event. ``to_overtake`` are the points that they need more than the
    one above to pass that player for certain – ``to_overtake_next``: in the next event, with what it pushes
    out; None for the first.
    """

    place: int
    shared: bool
    player: str
    name: str
    points: Points
    tp: Points
    wp: Points
    cp: Points
    reason: Text
    defended: Points
    to_overtake: Points | None
    to_overtake_next: Points | None


def ranking_chain(ties: Sequence[str], counted: Sequence[RankingEntry]) -> list[Criterion]:
    """Points, and the criteria of these names, over all that is counted."""
    return [criterion(name, counted) for name in ("points", *ties)]


def medal_race_chain(
    ties: Sequence[str], counted: Sequence[RankingEntry], by_list: Sequence[Sequence[RankingEntry]]
) -> list[Criterion]:
    """Points, TP, WP, then the tie rules of the lists, each over its own events (§7)."""
    chain = [criterion(name, counted) for name in ("points", "TP", "WP")]
    return chain + [criterion(name, own) for own in by_list for name in ties]


def build_ranking(
    players: Sequence[Entrant],
    counted: Sequence[RankingEntry],
    chain: Sequence[Criterion],
    leaving: RankingEntry | None = None,
) -> tuple[ListRow, ...]:
    """The list over what is counted; ``leaving`` is what the next event pushes out.

    In it are all players who have a gain, those level by all criteria in the order of ``players`` sharing a place.
    """
    gains = [gain for each in counted for gain in each.gains]
    known = {gain.player for gain in gains}
    entrants = [entrant for entrant in players if entrant.key in known]
    names = {entrant.key: entrant.name for entrant in entrants}
    sums = {entrant.key: _sum([gain for gain in gains if gain.player == entrant.key]) for entrant in entrants}
    falls = {gain.player: gain.points for gain in leaving.gains} if leaving else {}
    ranking = tiebreaks.rank_entrants([entrant.key for entrant in entrants], chain)
    standings = tiebreaks.standings(ranking, entrants, (), dict.fromkeys(sums, ()))
    rows: list[ListRow] = []
    above: ListRow | None = None
    for index, row in enumerate(standings.rows):
        own, defended = sums[row.entrant], falls.get(row.entrant, 0)
        if index and row.place != standings.rows[index - 1].place:
            above = rows[-1]
        gap = None if above is None else above.points - own.points
        next_gap = None if gap is None or above is None else gap - above.defended + defended
        rows.append(
            ListRow(
                place=row.place,
                shared=row.shared,
                player=row.entrant,
                name=names[row.entrant],
                points=own.points,
                tp=own.tp,
                wp=own.wp,
                cp=own.cp,
                reason=row.reason,
                defended=defended,
                to_overtake=_more_than(gap),
                to_overtake_next=_more_than(next_gap),
            )
        )
    return tuple(rows)


def _sum(gains: Sequence[Gain]) -> Gain:
    return Gain(
        gains[0].player,
        0,
        sum(gain.tp for gain in gains),
        sum(gain.wp for gain in gains),
        sum(gain.cp for gain in gains),
    )


def _more_than(gap: Points | None) -> Points | None:
    """What is surely enough; nothing where they are ahead already."""
    return None if gap is None else max(Fraction(0), gap + LEAST_STEP)


# -- what a list counts of all that has ended (§7, §8) ---------------------------------------------


_LEVELS: Mapping[str, frozenset[Discipline]] = {"3T": ONLY_3T, "3T and 2T": BOTH}


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
    settings: Settings, in_force: Version, ended: Sequence[RankingEntry], medal_game: str | None
) -> Selection:
    """The list over what is ``window_rule`` of what has ended, handed in the latest first; ``medal_game``:
    who has won it.

    Where the window of a ranking is full, the next event pushes the oldest out. A Medal Race counts TP and WP, no CP,
    and the Medal Game.
    """
    match settings:
        case WorldRankingsSettings():
            return _window(ended, settings.events, settings.ties, in_force)
        case DoubleRankingsSettings():
            by_level = settings.level == "of the event"
            counted = ended if by_level else _with(ended, lambda gain: replace(gain, tp=gain.basic))
            return _window(counted, settings.units, settings.ties, in_force)
        case MedalRaceSettings():
            counted = _with(ended, lambda gain: replace(gain, cp=0))
            own = [[each for each in counted if each.discipline is discipline] for discipline in Discipline]
            if medal_game is not None:
                gain = Gain(medal_game, 0, 0, 1)
                counted = [*counted, RankingEntry("medal-game", 0, Discipline.TRIPLE, (gain,))]
            return Selection(counted, medal_race_chain(_ties(settings.ties, in_force), counted, own), None)
    raise TypeError(f"{settings!r} are no settings of a list")


def _ties(ties: str, in_force: Version) -> tuple[str, ...]:
    return TIES[in_force.ties if ties == BY_DATE else ties]


def _window(counted: Sequence[RankingEntry], size: int, ties: str, in_force: Version) -> Selection:
    leaving = counted[-1] if len(counted) == size else None
    return Selection(counted, ranking_chain(_ties(ties, in_force), counted), leaving)


def _with(ended: Sequence[RankingEntry], change: Callable[[Gain], Gain]) -> Sequence[RankingEntry]:
    return [replace(each, gains=tuple(map(change, each.gains))) for each in ended]
