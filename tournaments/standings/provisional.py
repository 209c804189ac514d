"""The table as it would be if all running games were stopped on their present boards."""

from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

import rules
from games.enums import GameState
from rules import Ends, Text, adjudicate, rank_adjudicated
from tournaments.formats import Result, as_json, phrases
from tournaments.models import EventGame
from tournaments.standings.event_state import EventState

#: How the boards are compared (rulebook §11).
METHOD = "counting-points"


@dataclass(frozen=True, slots=True)
class Stopped:
    """A running game in its current state, ``counted`` if it has a leader; ``events`` counts its log so far."""

    number: int
    name: Text
    game: UUID
    events: int
    counted: bool
    sentence: Text


def if_ended_now(event_state: EventState) -> dict[str, Any]:
    """Return the rows of the table with every running game counted by its current board, and what was counted.

    A game won by one player goes to the leader by counting points; in a game for places the colours at
    home come first and the others by their points. Level boards have no leader: no throw is made up.
    """
    stopped = [_stopped(event_state, played) for played in running(event_state)]
    results = tuple(result for _, result in stopped if result is not None)
    contest = replace(
        event_state.contest,
        results=(*event_state.contest.results, *results),
        running=tuple(game.number for game, result in stopped if result is None),
    )
    verdict = event_state.event.format.judge(contest)
    names = event_state.names
    return {
        "version": event_state.event.version,
        "columns": as_json(verdict.standings.columns),
        "rows": [{**as_json(row), "name": names[row.entrant]} for row in verdict.standings.rows],
        "games": [as_json(game) for game, _ in stopped],
        "finished": as_json(verdict.finished),
        "outlook": verdict.outlook.as_json(),
    }


def running(event_state: EventState) -> list[EventGame]:
    return [played for played in event_state.games if played.game.state == GameState.RUNNING]


def _stopped(event_state: EventState, played: EventGame) -> tuple[Stopped, Result | None]:
    play, seating = played.game.play(), event_state.seating(played.game)
    names = event_state.names
    values = {each.colour: each.value for group in adjudicate(play.position, METHOD) for each in group}
    worth = phrases.join_names(
        [
            Text("{entrant} {points}", entrant=names[seat.entrant], points=points)
            for seat in seating.seats
            for points in [sum(values[colour] for colour in seat.colours)]
        ]
    )
    text = Text("counting points now: {worth}", worth=worth)
    base = Result(played.number, played.game.rules_name, seating)
    match play.rules.ends:
        case Ends.FIRST_COLOUR | Ends.FIRST_PLAYER:
            winner = rank_adjudicated(play, METHOD).winner
            # The seats of a game hold the ids of its players.
            keys = {str(entry.player_id): entry.key for entry in event_state.entries}
            result = None if winner is None else replace(base, awarded_to=keys[winner])
        case _:
            result = _placed(base, play, values)
    if result is None:
        text = Text("{told}; level, so it is not counted", told=text)
    name = played.with_names(event_state.players).name
    counted = result is not None
    return Stopped(played.number, name, played.game_id, played.game.number, counted, text), result


def _placed(base: Result, play: rules.Game, values: dict[str, int]) -> Result | None:
    out = [colour for colour in base.seating.colours if colour not in play.finished]
    points = [values[colour] for colour in out]
    if len(set(points)) < len(points):
        return None
    return replace(
        base, places=(*play.finished, *sorted(out, key=lambda colour: values[colour], reverse=True))
    )
