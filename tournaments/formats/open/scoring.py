"""What a game gives: the places at its table, and the points for them or for the board ([T19] [T20])."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import groupby

from rules import (
    METHODS,
    PAWNS,
    POINTS_SAVED,
    Ends,
    Position,
    RulesError,
    RuleSet,
    Text,
    adjudicate,
    position as positions,
)
from rules.seating import seating as rules_seating
from tournaments.formats.contest import Result
from tournaments.formats.open.rounds import OpenContest, seats_at_board, table_size
from tournaments.formats.open.settings import LAST_PLACE, PLACE_POINTS, OpenSettings
from tournaments.formats.verdict import Points, plain

#: Positions that are remembered once they are read.
_REMEMBERED = 4_096


@dataclass(frozen=True, slots=True)
class Line:
    """What a game gave to one of its players.

    ``place`` is the best of the places that they share with ``level`` others; ``firsts`` and ``seconds`` are their
    shares of these places. ``points`` is what counts and ``board`` what their pawns are worth, more being better in
    both; None where it is not known. ``is_counted``: the board was entered, and is not only known from places.
    """

    entrant: str
    place: int
    level: int
    firsts: Points
    seconds: Points
    points: Points | None
    board: int | None
    is_counted: bool


def score(contest: OpenContest, result: Result) -> tuple[Line, ...]:
    """Score a game, best first. Raises ``FormatError`` that names the result if it says nothing."""
    settings = contest.settings
    groups = ranked(contest, result)
    gifts = _gifts(
        settings.place_points,
        places_at_table(settings, table_size(contest), len(result.seating.seats)),
        tuple(map(len, groups)),
    )
    boards = worths(contest, result, settings.unfinished)
    counted = {
        seat.entrant
        for seat in result.seating.seats
        if result.board or all(colour in result.pawns for colour in seat.colours)
    }
    points = None if is_by_places(contest) else worths(contest, result, settings.scoring)
    return tuple(
        Line(
            entrant,
            gift.place,
            gift.level,
            gift.firsts,
            gift.seconds,
            gift.points if points is None else points[entrant],
            boards[entrant],
            entrant in counted,
        )
        for group, gift in zip(groups, gifts, strict=True)
        for entrant in group
    )


@dataclass(frozen=True, slots=True)
class _Gift:
    """What the places of those who are level give to each of them."""

    place: int
    level: int
    firsts: Points
    seconds: Points
    points: Points


@lru_cache(maxsize=256)
def _gifts(
    place_points: tuple[int, ...], places: tuple[int, ...], groups: tuple[int, ...]
) -> tuple[_Gift, ...]:
    """Share the places of a table out among groups of level players (their sizes), best first; many games end alike."""
    gifts: list[_Gift] = []
    taken = 0
    for many in groups:
        own = places[taken : taken + many]
        taken += many
        gifts.append(
            _Gift(
                own[0],
                many - 1,
                shared([place == 1 for place in own]),
                shared([place == 2 for place in own]),
                shared([place_points[place - 1] for place in own]),
            )
        )
    return tuple(gifts)


def is_by_places(contest: OpenContest) -> bool:
    return contest.settings.scoring == PLACE_POINTS


def shared(values: Sequence[int]) -> Points:
    """Return what each of those gets who share these places."""
    return plain(Fraction(sum(values), len(values)))


# -- places ----------------------------------------------------------------------------------------


def places_at_table(settings: OpenSettings, full: int, size: int) -> tuple[int, ...]:
    """List the places of a table of that size; the last of fewer than ``full`` has the last place [T19]."""
    if 1 < size < full and settings.small_tables == LAST_PLACE:
        return (*range(1, size), full)
    return tuple(range(1, size + 1))


def values_at_table(settings: OpenSettings, full: int, size: int) -> tuple[int, ...]:
    return tuple(settings.place_points[place - 1] for place in places_at_table(settings, full, size))


def ranked(contest: OpenContest, result: Result) -> tuple[tuple[str, ...], ...]:
    """Rank the players of a game, best first, in groups of those who are level.

    First by places, or by who was awarded the game; then by their boards; by pawns at home where no
    more than these is known; those of whom nothing is known are level.
    """
    if result.level:
        return result.level
    placed = _placed(contest, result)
    rest = [key for key in result.seating.entrants if key not in placed]
    if not (placed or result.board or result.pawns):
        raise result.error("places", Text("places, a winner, or the boards at the end are needed"))
    return (*((key,) for key in placed), *_by_boards(contest, result, rest))


def _placed(contest: OpenContest, result: Result) -> tuple[str, ...]:
    if contest.ends_of(result.rules) is Ends.FIRST_COLOUR and result.places:
        by_places: tuple[str, ...] = (result.seating.leader(result.places[0]),)
    else:
        by_places = result.players_home
    if result.awarded_to is None:
        return by_places
    return (result.awarded_to, *(key for key in by_places if key != result.awarded_to))


def _by_boards(contest: OpenContest, result: Result, rest: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    for method in (contest.settings.unfinished, "saved-pawns"):
        found = worths(contest, result, method)
        known = {key: value for key in rest if (value := found[key]) is not None}
        if len(known) == len(rest):
            best_first = sorted(rest, key=lambda key: (-known[key], rest.index(key)))
            return tuple(tuple(group) for _, group in groupby(best_first, key=known.__getitem__))
    return (tuple(rest),)


# -- boards ----------------------------------------------------------------------------------------


def most_steps(contest: OpenContest) -> int:
    """Return the steps that a player with all pawns in the yard has before them."""
    track = contest.rules_of(contest.rules).layout().track
    colours = len(seats_at_board(contest)[0])
    return colours * (sum(range(track, track + PAWNS)) + PAWNS)


def worths(contest: OpenContest, result: Result, method: str) -> Mapping[str, int | None]:
    """Map entrant → what their pawns are worth at the end, more being better; None if that is not known.

    Of remaining steps it is the steps made.
    """
    values = _on_board(contest, result, method) if result.board else _worths_by_places(result, method)
    return {seat.entrant: _worth(contest, seat.colours, values, method) for seat in result.seating.seats}


def _worth(contest: OpenContest, led: Sequence[str], values: Mapping[str, int], method: str) -> int | None:
    if any(colour not in values for colour in led):
        return None
    total = sum(values[colour] for colour in led)
    return total if METHODS[method].more_is_better else most_steps(contest) - total


def _on_board(contest: OpenContest, result: Result, method: str) -> Mapping[str, int]:
    rules = contest.rules_of(result.rules)
    seats = tuple(result.seating.leaders.items())
    try:
        position = _read(result.board, rules, seats)
        groups = adjudicate(position, method, result.captures)
    except RulesError as error:
        raise result.error("board", error.message) from None
    return {each.colour: each.value for group in groups for each in group}


@lru_cache(maxsize=_REMEMBERED)
def _read(board: str, rules: RuleSet, seats: tuple[tuple[str, tuple[str, ...]], ...]) -> Position:
    return positions.read(board, rules, rules_seating(rules, dict(seats)))


def _worths_by_places(result: Result, method: str) -> Mapping[str, int]:
    """Return the worth of the colours, as far as it follows from places and pawns."""
    is_home = dict.fromkeys(_home(result), PAWNS) if result.awarded_to is None else {}
    pawns = {**is_home, **result.pawns}
    if method == "saved-pawns":
        return pawns
    at_home = [colour for colour, saved in pawns.items() if saved == PAWNS]
    if method == "home-yard-capture":
        return {}  # the captures are unknown
    return dict.fromkeys(at_home, _ALL_HOME[method])


def _home(result: Result) -> tuple[str, ...]:
    """List the colours that came home for certain: the last of all is placed without."""
    return result.places if len(result.places) < len(result.seating.colours) else result.places[:-1]


#: What four pawns at home are worth.
_ALL_HOME: Mapping[str, int] = {"counting-points": PAWNS * POINTS_SAVED, "remaining-steps": 0}
