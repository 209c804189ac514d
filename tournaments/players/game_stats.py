"""What a game with a result gives to each of its players: plain values in, plain figures out."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules import SIX, Ends, RuleSet, outcome as board_outcome
from rules.board import COLOURS_OF_LETTERS
from rules.kernel.tables import compile_tables
from rules.seating import seating
from tournaments.formats import EntrantSeating, Result
from tournaments.formats.grand_prix.points import TABLE, GrandPrixPoints

#: The colours captured by a move, as its token lists them (rulebook §4).
_CAPTURED = re.compile("x([A-Z]+)")


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A game that has a result: its rules, who led which colours, and what it ended with.

    ``places`` are the colours in finishing order, ``ranking`` the players of an adjudicated game in groups
    of equal boards, ``tallies`` what was counted (``games.domain.counters``; empty where no throws are known).
    ``event_winners`` are those who have won it by the points of its event, several who are tied.
    """

    rules: RuleSet
    seating: Mapping[str, Sequence[str]]
    places: Sequence[str] = ()
    winner: str | None = None
    ranking: Sequence[Sequence[str]] = ()
    tallies: Mapping[str, Any] = field(default_factory=dict)
    event_winners: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class ColourFigures:
    """What a colour did in a game; ``None`` where no throws are known. ``place``: in which it came home, if it did."""

    colour: str
    place: int | None
    throws: int | None = None
    sixes: int | None = None
    waited: int | None = None
    captures: int | None = None
    captured: int | None = None


@dataclass(frozen=True, slots=True)
class PlayerFigures:
    """What a player did in a game; equal places are shared."""

    player: str
    place: int
    won: bool
    colours: tuple[ColourFigures, ...]

    def total(self, name: str) -> int | None:
        """A figure of all their colours together; ``None`` where it is not known."""
        counted = [getattr(colour, name) for colour in self.colours]
        return None if None in counted else sum(counted)


def figures(outcome: FinishedGame) -> tuple[PlayerFigures, ...]:
    """What the game gives to each player, in the order of the seats."""
    placed = places(outcome)
    first = [player for player, place in placed.items() if place == 1]
    return tuple(
        PlayerFigures(
            player, placed[player], first == [player], tuple(_colour(outcome, each) for each in colours)
        )
        for player, colours in outcome.seating.items()
    )


def places(outcome: FinishedGame) -> dict[str, int]:
    """The place of each player in the game; those whom nothing parts share the place.

    Adjudicated: as the boards were worth. Where play goes on for the places of all colours of three pairs
    (GP): by Grand Prix points (tournament-rules §3.2), the winners as the event counts them, outside of events by
    the usual table. Else the winner is first, then players who brought all their colours home, in that order
    (rulebook D23), and behind them all others together: of a 3T game it is known who won it, and of the others
    nothing.
    """
    groups: Sequence[Sequence[str]] = outcome.ranking or (
        _by_points(outcome) if _is_grand_prix(outcome) else [[player] for player in _order(outcome)]
    )
    if winners := outcome.event_winners:
        groups = [winners, *([player for player in group if player not in winners] for group in groups)]
    placed: dict[str, int] = {}
    for group in groups:
        placed |= dict.fromkeys(group, len(placed) + 1)
    behind = len(placed) + 1
    return {player: placed.get(player, behind) for player in outcome.seating}


def captures_between(
    throws: Iterable[tuple[str, str]], seats: Mapping[str, Sequence[str]]
) -> dict[tuple[str, str], int]:
    """(who captured, whom) → how often, of throws given as the letter of the colour and the token of its move.

    No player leads a neutral colour, and capturing a pawn of one's own other colour does not count.
    """
    leaders = {colour: player for player, colours in seats.items() for colour in colours}
    counted: Counter[tuple[str, str]] = Counter()
    for letter, token in throws:
        captor = leaders.get(COLOURS_OF_LETTERS[letter])
        found = _CAPTURED.search(token)
        for captured in found[1] if found else "":
            victim = leaders.get(COLOURS_OF_LETTERS[captured])
            if captor and victim and captor != victim:
                counted[captor, victim] += 1
    return dict(counted)


def _by_points(outcome: FinishedGame) -> list[list[str]]:
    result = Result(
        1, outcome.rules.name, EntrantSeating.from_leaders(outcome.seating), tuple(outcome.places)
    )
    points = GrandPrixPoints().points_for(result)
    return [
        [player for player in points if points[player] == each]
        for each in sorted(set(points.values()), reverse=True)
    ]


def _order(outcome: FinishedGame) -> Sequence[str]:
    """The players whose place is known, from first to last."""
    made = compile_tables(outcome.rules, seating(outcome.rules, outcome.seating))
    finished = tuple(made.board.colours.index(colour) for colour in outcome.places)
    home = [made.seating.players[player] for player in board_outcome.players_home(made, finished)]
    if outcome.winner is None:
        return home
    return [outcome.winner, *(player for player in home if player != outcome.winner)]


def _is_grand_prix(outcome: FinishedGame) -> bool:
    pairs = [len(colours) == 2 for colours in outcome.seating.values()]
    return (
        outcome.rules.ends is Ends.ALL_COLOURS and pairs == [True] * 3 and len(outcome.places) == len(TABLE)
    )


def _colour(outcome: FinishedGame, colour: str) -> ColourFigures:
    place = outcome.places.index(colour) + 1 if colour in outcome.places else None
    if not outcome.tallies:
        return ColourFigures(colour, place)
    counted = outcome.tallies["colours"].get(colour)
    if counted is None:
        return ColourFigures(colour, place, 0, 0, 0, 0, 0)
    faces = counted["faces"]
    return ColourFigures(
        colour,
        place,
        throws=sum(faces.values()),
        sixes=faces.get(str(SIX), 0),
        waited=counted["waited"],
        captures=counted["captures"],
        captured=counted["captured"],
    )
