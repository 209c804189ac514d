"""Everything that can happen to a game, one ``Happening`` a kind: when it may, what it is told with, what it does.

The recorder uses them for the next event, a rebuild and the record for all of them: there is no second way.
A kind is added in the file of its subject and here; docs/develop/architecture.md lists what else has to know it.
"""

from __future__ import annotations

from collections.abc import Mapping

from games.domain.events import (
    completion,
    corrections,
    endings,
    online_dice,
    referee,
    setup,
    throws,
    undo,
    undo_result,
)
from games.domain.events.base import Guard, Happening, Moment, Past
from games.domain.events.endings import outcome
from games.domain.events.setup import described

HAPPENINGS: Mapping[str, Happening] = {
    each.kind: each
    for each in (
        setup.CREATED,
        setup.START_THROWS,
        setup.START,
        setup.POSITION,
        online_dice.COMMITMENT,
        online_dice.SEED,
        throws.THROW,
        throws.VOID_DIE,
        throws.IRREGULAR,
        throws.PENALTY,
        undo.TAKE_BACK,
        undo.BRING_BACK,
        referee.CLOCK,
        referee.NOTE,
        referee.CALL,
        referee.ANSWER,
        endings.END,
        online_dice.REVEAL,
        endings.ADJUDICATION,
        endings.AWARD,
        endings.ABANDON,
        endings.RESULT,
        corrections.CONFIRMATION,
        corrections.CORRECTION,
        corrections.APPROVAL,
        corrections.WITHDRAWAL,
        completion.COMPLETION,
        undo_result.UNDO,
    )
}

__all__ = ["HAPPENINGS", "EventKind", "Guard", "Happening", "Moment", "Past", "described", "outcome"]
