"""Words taken out of a log because they named somebody whose name is erased (docs/reference/privacy.md).

The event whose words were changed keeps its hash, from which those after it follow. That the hash no longer fits the
content is answered by this event: it seals the present content (``games.domain.hash_chain``).
"""

from typing import Any

from games.domain.events import fields
from games.domain.events.base import EventContext, EventType, Payload, Precondition
from games.domain.state import State
from games.enums import EventKind, GameState
from rules import Text

#: The members of events that are words and decide nothing.
WORDS = frozenset({"text", "reason", "official", "title", "happened", "how"})
#: The most events that one redaction names.
MOST_REDACTED = 100


def words_of(payload: Payload) -> dict[str, Any]:
    return {name: value for name, value in payload.items() if name in WORDS}


def _redacted(state: State, payload: Payload, context: EventContext) -> State:
    for number in payload["events"]:
        # Raises where there is none before it, or one that nothing can be taken out of.
        if not words_of(context.past.event(int(number)).payload):
            raise ValueError(number)
    return state


REDACTION = EventType(
    EventKind.REDACTION,
    Text("name taken out"),
    "A name was erased: what stands in the words of earlier events now, each with its SHA-256.",
    tuple(GameState),
    (fields.any_field("events", "Number of the event → SHA-256 of it as it stands now."),),
    _redacted,
    precondition=Precondition.ID,
    display=lambda payload, names: Text(
        "A name was taken out of the words of event {numbers}", numbers=", ".join(payload["events"])
    ),
    is_beside=True,
    by_client=False,
    has_words=False,
)
