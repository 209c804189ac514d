"""All kinds of events in one table, as docs/use/referee.md shows it."""

from collections.abc import Iterator

from games.domain.events import EVENT_TYPES, EventType
from games.domain.events.fields import NEEDED
from games.enums import Action, GameState


def table_as_markdown() -> str:
    """Render every kind: when it may stand, its members (required ones in bold), its guard, and its permission."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield "| kind | what it is | when | told with | guard | takes |"
    yield "|---|---|---|---|---|---|"
    for happening in EVENT_TYPES.values():
        cells = (
            happening.kind,
            happening.description,
            _when(happening),
            _field_names(happening),
            *_guard(happening),
        )
        yield f"| {' | '.join(cells)} |"


def _when(event_type: EventType) -> str:
    phases = [str(phase) for phase in event_type.phases]
    return "always" if len(phases) == len(GameState) else ", ".join(phases)


def _field_names(event_type: EventType) -> str:
    names = (f"**`{each.name}`**" if each.usual is NEEDED else f"`{each.name}`" for each in event_type.fields)
    return ", ".join(names) or "–"


def _guard(event_type: EventType) -> tuple[str, str]:
    """Return the guard and the action that a role must allow; neither for what the recorder adds by itself."""
    if not event_type.by_client:
        return "–", "–"
    return event_type.precondition.value, Action(event_type.permission).name.lower()
