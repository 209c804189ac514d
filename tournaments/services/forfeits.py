"""Games that a player does not start, or gives up ([T12])."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any

from django.db import transaction

from games.enums import EventKind
from rules import Text
from tournaments.db import locked_with_game
from tournaments.formats import phrases
from tournaments.formats.forfeits import Forfeit, forfeit_result
from tournaments.models import EventGame
from tournaments.player_refs import ref
from tournaments.services.decision_log import reason_of, report
from tournaments.services.games import GameDesk, commands
from tournaments.standings.event_state import by_name


def forfeit_judge(desk: GameDesk, number: int) -> Callable[..., Forfeit]:
    """Return ``forfeit_result`` for a game that is due or running, whose board counts."""
    game, played = desk.open_game(number), desk.played(number)
    board = played.game.play() if played else None
    ends = desk.event.rules_of(game.rules).ends
    return partial(forfeit_result, game.rules, game.seating, board=board, ends=ends)


@transaction.atomic
def forfeit(
    *,
    event_id: int,
    number: int,
    absent: str,
    reason: str,
    actor: str,
    now: datetime,
    rounds: Sequence[Mapping[str, int]] = (),
    places: Sequence[str] = (),
) -> EventGame:
    """Forfeit game ``number``, due or running, by ``absent``: who is awarded it follows from [T12].

    ``rounds`` are throws of those who are level, entrant → die; ``places`` how the other colours came in, in
    a game for places (``formats.forfeits``). Who has won, and why, is in the game's log and in the report.
    """
    event, why = locked_with_game(event_id, number), reason_of(reason)
    with GameDesk(event, now, actor) as desk:
        game, played = desk.open_game(number), desk.played(number)
        judged = partial(forfeit_judge(desk, number), absent, rounds=rounds, places=places)
        # Errors name people; what is stored has their ids.
        judged(names={entrant.key: by_name(entrant.player) for entrant in desk.before.entries})
        given = judged(names={entrant.key: ref(entrant.player) for entrant in desk.before.entries})
        said = Text("{game}: {reason}", game=phrases.games([number]), reason=given.reason)
        desk.lines.append(report(event, said, why, actor, now))
        award: dict[str, Any] = {
            "places": list(given.places),
            "winner": desk.players[given.winner] if given.winner else None,
            "pawns": {},
            "reason": why,
        }
        events = [(EventKind.AWARD, award)]
        if played is not None:
            return desk.record(played, events)
        place = desk.place_of(number)
        place.throws, place.override_reason = [], ""
        return desk.put(game, place, game.starter_reason, commands(events))
