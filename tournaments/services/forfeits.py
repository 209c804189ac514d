"""Games that a player does not start, or gives up ([T12])."""

import uuid
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any

from django.db import transaction

from games.enums import EventKind, GameState
from games.services import recorder
from games.services.commands import EventCommand
from rules.i18n import Text
from tournaments.db import locked_with_game
from tournaments.formats import phrases
from tournaments.formats.forfeits import Forfeit, forfeit_result
from tournaments.models import EventGame
from tournaments.player_refs import ref
from tournaments.services.decision_log import reason_of, report
from tournaments.services.games import game_of_number
from tournaments.standings.event_state import EventState


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
    event_state = EventState.load(event)
    played = game_of_number(event_state.calling(ref), number, actor, now)
    seating = event_state.seating(played.game)
    judged = partial(
        forfeit_result,
        played.game.rules_name,
        seating,
        absent,
        board=played.game.play() if played.game.state == GameState.RUNNING else None,
        rounds=rounds,
        places=places,
        ends=played.game.rules.ends,
    )
    # Errors name people; what is stored has their ids.
    judged(names={entry.key: event_state.name(entry) for entry in event_state.entries})
    given = judged(names={entry.key: ref(entry.player) for entry in event_state.entries})
    game = phrases.games([number])
    said = Text("{game}: {reason}", game=game, reason=given.reason)
    report(event, said, why, actor, now)
    wanted = EventCommand(EventKind.AWARD, _award(event_state, given, why), uuid.uuid4())
    recorder.record(game_id=played.game_id, wanted=wanted, expected=played.game.number, actor=actor, now=now)
    return EventGame.objects.select_related("game", "event").get(pk=played.pk)


def _award(event_state: EventState, given: Forfeit, why: str) -> dict[str, Any]:
    players = {entry.key: str(entry.player_id) for entry in event_state.entries}
    return {
        "places": list(given.places),
        "winner": players[given.winner] if given.winner else None,
        "pawns": {},
        "reason": why,
    }
