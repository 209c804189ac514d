"""The line of play: which events of a log still stand after all that was taken back and brought back.

An event that returns – a take-back, an undo, what brings back – names the event to whose state, ``payload["to"]``. The
predecessor of an event in the line is the one before it, unless that is such a jump: then the line goes on
where it led. A *step* is an event that changes the board or ends the game: what can be taken back. Which kinds return,
are steps or begin play is said by their types (``games.domain.events``).

``others`` is, in all functions here, every event of a log but plain throws, by number.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING

from games.enums import EventKind

if TYPE_CHECKING:
    from games.models import GameEvent

Others = Mapping[int, "GameEvent"]


def line_of_play(events: Sequence[GameEvent]) -> list[GameEvent]:
    """List the events of a whole log, in order of number, that stand at its end; without jumps."""
    others = {event.number: event for event in events if event.kind != EventKind.THROW}
    numbers = list(walk_back(others, len(events)))
    return [events[number - 1] for number in reversed(numbers)]


def walk_back(others: Others, head: int) -> Iterator[int]:
    """Yield the numbers of the line of play, from event ``head`` back to the first."""
    for number in with_jumps_from(others, head):
        event = others.get(number)
        if event is None or not event.type.returns:
            yield number


def with_jumps_from(others: Others, head: int) -> Iterator[int]:
    """Walk back like ``walk_back``, but include every jump; what lies between its ends is left out."""
    number = head
    while number > 0:
        yield number
        event = others.get(number)
        number = event.payload["to"] if event is not None and event.type.returns else number - 1


def is_step(others: Others, number: int) -> bool:
    event = others.get(number)
    return event is None or event.type.is_step


def return_point(others: Others, head: int, steps: int) -> int | None:
    """Return the number of the event whose state the game returns to when ``steps`` steps are taken back.

    ``None`` when fewer than that stand after the beginning.
    """
    for number in walk_back(others, head):
        if steps == 0:
            return number
        event = others.get(number)
        if event is not None and event.type.is_origin:
            return None
        if is_step(others, number):
            steps -= 1
    return None


def undone_steps(others: Others, head: int) -> list[int]:
    """List the steps that can be brought back at event ``head``, the next one first.

    What was taken back is lost to it once something else has been played.
    """
    jumps = []
    number = head
    while number > 0 and not is_step(others, number):
        if others[number].type.returns:
            jumps.append(others[number])
        number -= 1
    waiting: list[int] = []
    for jump in reversed(jumps):
        if jump.kind == EventKind.BRING_BACK:
            waiting = waiting[jump.payload["throws"] :]
        else:
            waiting = [*steps_after(others, jump.number - 1, jump.payload["to"]), *waiting]
    return waiting


def with_its_end(others: Others, step: int) -> int:
    """Return the number of the end event that a step caused, or the step's own."""
    after = others.get(step + 1)
    return step + 1 if after is not None and after.kind == EventKind.END else step


def steps_after(others: Others, head: int, to: int) -> list[int]:
    """List the steps of the line at ``head`` that come after event ``to``, in order."""
    after = takewhile(lambda number: number != to, walk_back(others, head))
    return [number for number in after if is_step(others, number)][::-1]
