"""Typing in a score sheet: the turns of a record (rulebook §4) without its head.

The head – rules, players, who starts – is known of a game that has begun; everything else is reading a record that
is pushed as a whole (``games.services.record_sync``).
"""

import uuid
from collections.abc import Callable
from datetime import datetime

from games.errors import RecordDiffers
from games.models import Game
from games.queries.record_text import record_of
from games.services.commands import RecordResult
from games.services.record_sync import push_record
from rules import RecordError


def type_in(
    *, game_id: uuid.UUID, turns: str, actor: str, now: datetime, check: Callable[[str], None]
) -> RecordResult:
    """Record the throws of a game that has begun, all from the first on; those that the log has already are skipped.

    All or nothing; ``check`` raises where the sender may not record an event of that kind. Raises ``RecordError`` or
    ``RecordDiffers`` with line and column of ``turns`` at the first mistake, ``WrongState`` after the end.
    """
    head, _, _ = record_of(Game.objects.get(pk=game_id)).partition("\n\n")
    # The head is put on one line: the first line typed is then the second of the text.
    text = f"{head.replace(chr(10), ' ')}\n{turns}"
    try:
        return push_record(game_id=game_id, text=text, actor=actor, now=now, check=check)
    except RecordError as error:
        raise RecordError(error.reason, max(error.line - 1, 1), error.column) from error
    except RecordDiffers as error:
        raise RecordDiffers(error.reason, **{**error.details, "line": max(error.line - 1, 1)}) from error
