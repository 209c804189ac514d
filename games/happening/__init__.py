"""Everything that can happen to a game, one ``Happening`` a kind: when it may, what it is told with, what it does.

The recorder uses them for the next event, a rebuild and the record for all of them: there is no second way.
A kind is added in the file of its subject and here; docs/architecture.md lists what else has to know it.
"""

from __future__ import annotations

from collections.abc import Mapping

from games.happening import (
    beginning,
    completing,
    correcting,
    desk,
    ending,
    online_dice,
    returning,
    throwing,
    undoing,
)
from games.happening.beginning import described
from games.happening.ending import outcome
from games.happening.happening import Guard, Happening, Kind, Moment, Past

HAPPENINGS: Mapping[str, Happening] = {
    each.kind: each
    for each in (
        beginning.CREATED,
        beginning.START_THROWS,
        beginning.START,
        beginning.POSITION,
        online_dice.COMMITMENT,
        online_dice.SEED,
        throwing.THROW,
        throwing.VOID_DIE,
        throwing.IRREGULAR,
        throwing.PENALTY,
        returning.TAKE_BACK,
        returning.BRING_BACK,
        desk.CLOCK,
        desk.NOTE,
        desk.CALL,
        desk.ANSWER,
        ending.END,
        online_dice.REVEAL,
        ending.ADJUDICATION,
        ending.AWARD,
        ending.ABANDON,
        ending.RESULT,
        correcting.CONFIRMATION,
        correcting.CORRECTION,
        correcting.APPROVAL,
        correcting.WITHDRAWAL,
        completing.COMPLETION,
        undoing.UNDO,
    )
}

__all__ = ["HAPPENINGS", "Guard", "Happening", "Kind", "Moment", "Past", "described", "outcome"]
