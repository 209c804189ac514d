"""Everything that can happen to a game, one ``EventType`` a kind: there is no other list of kinds.

A kind is added in the file of its subject and in ``EVENT_TYPES`` (docs/develop/architecture.md).
"""

from collections.abc import Callable

from games.domain.events import (
    corrections,
    endings,
    online_dice,
    redaction,
    referee,
    setup,
    throws,
    undo,
)
from games.domain.events.base import EventContext, EventLog, EventType, Precondition
from games.domain.events.endings import outcome
from games.domain.events.setup import described

#: The registry: every kind by the name under which it is stored.
EVENT_TYPES: dict[str, EventType] = {
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
        undo.TAKE_BACK,
        undo.BRING_BACK,
        throws.IRREGULAR,
        throws.PENALTY,
        referee.CLOCK,
        referee.NOTE,
        referee.CALL,
        referee.ANSWER,
        endings.ADJUDICATION,
        endings.AWARD,
        endings.ABANDON,
        endings.END,
        online_dice.REVEAL,
        endings.RESULT,
        corrections.CONFIRMATION,
        corrections.CORRECTION,
        corrections.APPROVAL,
        corrections.WITHDRAWAL,
        corrections.COMPLETION,
        undo.UNDO,
        redaction.REDACTION,
    )
}


def kinds_that(fit: Callable[[EventType], bool]) -> list[str]:
    """List the kinds whose type satisfies the predicate, for a query say."""
    return [kind for kind, happening in EVENT_TYPES.items() if fit(happening)]


__all__ = [
    "EVENT_TYPES",
    "EventContext",
    "EventLog",
    "EventType",
    "Precondition",
    "described",
    "kinds_that",
    "outcome",
]
