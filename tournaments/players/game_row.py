"""What a game contributes to the figures of its players, read off its row and its log."""

import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from games.domain.counters import NOTHING, captures, count_throws
from games.domain.known_result import seconds_of
from games.domain.mainline import walk_back
from games.enums import Decision, EventKind, GameState
from games.models import Game, GameEvent
from tournaments.models import CountedGame
from tournaments.players.game_stats import FinishedGame, PlayerFigures, captures_between, figures

#: Figures that are summed up where throws are known: of a player's colours, of games.
SUMMED = ("throws", "sixes", "waited", "captures", "captured")
OF_A_COLOUR = ("colour", "place", *SUMMED)
#: Number, kind, payload and position of an event.
LogRow = tuple[int, str, dict[str, Any], str]


@dataclass(frozen=True, slots=True)
class Contribution:
    """What is stored of a game (``tournaments.models.statistics``): its row, and the columns of rows by players."""

    counted: CountedGame
    players: Mapping[uuid.UUID, Mapping[str, Any]]
    colours: Mapping[uuid.UUID, Sequence[Mapping[str, Any]]]
    opponents: Mapping[uuid.UUID, Sequence[Mapping[str, Any]]]


def contribution(game: Game, event_winners: Sequence[str]) -> Contribution | None:
    """What a game contributes as its row has it; ``None`` while it has no result. One query, for its log.

    ``event_winners``: who has won it by the points of its event.
    """
    if game.state != GameState.ENDED:
        return None
    # Of a result that was typed in not all throws are known, if any are; of a board from a slip only captures may be.
    is_slip = not count_throws(game.tallies) and captures(game.tallies or NOTHING)
    tallies = {} if is_slip or game.decided_by == Decision.RESULT else game.tallies
    line = _line_of_play(game) if tallies else []
    if any(kind == EventKind.RESULT for _, kind, _, _ in line):  # and then corrected
        tallies = {}
    found = {uuid.UUID(each.player): each for each in figures(_outcome(game, tallies, event_winners))}
    captured = captures_between(_throws(line), game.seating) if tallies else None
    return Contribution(
        counted=CountedGame(
            game_id=game.pk,
            number=game.number,
            rules_name=game.rules_name,
            ended_at=game.ended_at or game.created_at,
            seconds=seconds_of(game),
            throws=_sum(found.values(), "throws"),
            captures=_sum(found.values(), "captures"),
            longest_wait=tallies["longest_wait"] if tallies else None,
            decided_by=game.decided_by,
        ),
        players={
            player: {"place": each.place, "won": each.won, **{name: each.total(name) for name in SUMMED}}
            for player, each in found.items()
        },
        colours={
            player: [{name: getattr(colour, name) for name in OF_A_COLOUR} for colour in each.colours]
            for player, each in found.items()
        },
        opponents={
            player: [
                _against(each, other, captured) | {"opponent_id": opponent}
                for opponent, other in found.items()
                if opponent != player
            ]
            for player, each in found.items()
        },
    )


def _outcome(game: Game, tallies: Mapping[str, Any], event_winners: Sequence[str]) -> FinishedGame:
    return FinishedGame(
        rules=game.rules,
        seating=game.seating,
        places=game.places,
        winner=None if game.winner_id is None else str(game.winner_id),
        ranking=game.ranking,
        tallies=tallies,
        event_winners=event_winners,
    )


def _against(
    one: PlayerFigures, other: PlayerFigures, captures: Mapping[tuple[str, str], int] | None
) -> dict[str, Any]:
    return {
        "won": one.won,
        "lost": other.won,
        "ahead": one.place < other.place,
        "behind": one.place > other.place,
        "captures": None if captures is None else captures.get((one.player, other.player), 0),
        "captured": None if captures is None else captures.get((other.player, one.player), 0),
    }


def _sum(players: Any, name: str) -> int | None:
    counted = [each.total(name) for each in players]
    return None if None in counted else sum(counted)


def _line_of_play(game: Game) -> list[LogRow]:
    # Values, not models: of all that is counted of a game reading its log takes longest.
    rows = list(game.log.values_list("number", "kind", "payload", "position"))
    others = {
        number: GameEvent(number=number, kind=kind, payload=payload)
        for number, kind, payload, _ in rows
        if kind != EventKind.THROW
    }
    return [rows[number - 1] for number in reversed(list(walk_back(others, len(rows))))]


def _throws(line: Iterable[LogRow]) -> Iterator[tuple[str, str]]:
    """The letter of the colour and the token of every valid throw that moved a pawn."""
    for (_, _, _, before), (_, kind, payload, _) in pairwise(line):
        if kind == EventKind.THROW and payload["move"]:
            # The colour to throw is in the position before, as its third part (rulebook §3).
            yield before.split(" ")[2][0], payload["move"]
