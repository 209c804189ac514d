"""What a game would be worth if it were stopped now (rulebook §11), before that is recorded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import rules
from games.domain.counters import NOTHING, captures
from rules import METHODS, Text, rank_adjudicated
from rules.adjudication import Adjudication

if TYPE_CHECKING:
    from games.models import Game

#: Tie-break throws are offered for at most this many rounds.
_MOST_ROUNDS = 20


@dataclass(frozen=True, slots=True)
class AdjudicationPreview:
    """What stopping a game now would mean by one method: each colour's worth, each player's sum and place."""

    method: str
    name: Text
    rows: Sequence[PlayerTotal]


@dataclass(frozen=True, slots=True)
class PlayerTotal:
    """A player of a sheet; ``colours`` are theirs with what they are worth."""

    place: int
    level: bool
    player: str
    total: int
    colours: Sequence[tuple[str, int]]


@dataclass(frozen=True, slots=True)
class Round:
    """A round of tie-break throws: who throws, and the die of those who have."""

    number: int
    throws: Mapping[str, int | None]


@dataclass(frozen=True, slots=True)
class TieBreak:
    """The rounds of throws among those who are level, the last one perhaps unfinished, and the order so far."""

    rounds: Sequence[Round]
    ranking: Sequence[Sequence[str]]


def preview_adjudications(game: Game, play: rules.Game) -> Iterator[AdjudicationPreview]:
    for method in METHODS.values():
        found = rank_adjudicated(play, method.key, captures(game.tallies or NOTHING))
        yield AdjudicationPreview(method.key, method.name, list(_rows(play, found)))


def _rows(play: rules.Game, found: Adjudication) -> Iterator[PlayerTotal]:
    place = 1
    for group in found.players:
        for player in group:
            worth = [(colour, found.values[colour]) for colour in play.seats.colours_of(player)]
            yield PlayerTotal(place, len(group) > 1, player, sum(value for _, value in worth), worth)
        place += len(group)


def play_off(game: Game, method: str, thrown: Mapping[tuple[int, str], int]) -> TieBreak:
    """Return the tie-break rounds that part those who are level; ``thrown`` is (round, player) → die.

    Raises ``OptionError`` for an unknown method or a die that these rules do not have.
    """
    play, made = game.play(), captures(game.tallies or NOTHING)
    complete: list[Mapping[str, int]] = []
    rounds: list[Round] = []
    found = rank_adjudicated(play, method, made)
    for number in range(_MOST_ROUNDS):
        level = [player for group in found.players if len(group) > 1 for player in group]
        throws = {player: thrown.get((number, player)) for player in level}
        data = {player: die for player, die in throws.items() if die is not None}
        if level:
            rounds.append(Round(number, throws))
        if not level or len(data) < len(level):
            break
        complete.append(data)
        found = rank_adjudicated(play, method, made, complete)
    return TieBreak(rounds, found.players)
