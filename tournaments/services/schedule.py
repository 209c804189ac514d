"""When and where the games of an event are played: times and tables, set by the organiser."""

from collections.abc import Mapping
from datetime import UTC, datetime

from rules import Text
from tournaments.db import check_row, refused, save_row
from tournaments.errors import EventStateConflict
from tournaments.models import Event, EventGame
from tournaments.models.validators import YEARS
from tournaments.services.standings import changing
from tournaments.standings.event_state import EventState, is_played


def plan_times(*, event_id: int, times: Mapping[int, datetime | None], actor: str, now: datetime) -> Event:
    """Set when games are to begin, by their numbers; ``None`` takes a time away. Other games keep theirs.

    Raises ``BadRequest`` for a game that has begun, that is in no schedule, and for an odd year.
    """
    with changing(event_id, now) as event:
        open_numbers = plannable(EventState.load(event))
        planned = dict(event.game_times)
        for number, moment in times.items():
            if moment is None:
                planned.pop(str(number), None)
                continue
            if number not in open_numbers:
                raise refused(
                    "times", Text("Game {number} has begun or is not in the schedule", number=number)
                )
            if moment.year not in YEARS:
                raise refused(
                    "times",
                    Text("a day from {first} to {last} is needed", first=YEARS[0], last=YEARS[-1]),
                )
            planned[str(number)] = moment.astimezone(UTC).replace(second=0, microsecond=0).isoformat()
        if planned != event.game_times:
            event.game_times = planned
            save_row(event, actor)
        return event


def plannable(event_state: EventState) -> frozenset[int]:
    """Return the numbers of the games that can be given a time: scheduled or due, and not begun."""
    verdict = event_state.verdict
    begun = {game.number for game in event_state.games if is_played(game)}
    due = {game.number for game in verdict.next_games}
    return frozenset(due | set(verdict.to_come)) - begun


def move_to_board(*, event_id: int, number: int, board: str, actor: str, now: datetime) -> EventGame:
    """Move game ``number``, which is prepared or being played, to the table called ``board``.

    Roles for a board follow: who may record there may record this game (docs/reference/access.md).
    """
    with changing(event_id, now) as event:
        played = event.games.select_related("game", "event").filter(number=number).first()
        if played is None or played.game.is_over:
            raise EventStateConflict(Text("Game {number} is not being played.", number=number))
        played.board = board
        check_row(played)
        save_row(played, actor)
        return played
