"""The line of play: which events of a log still stand after everything that was taken back.

A take-back names the event whose state it returns to, ``payload["to"]``. The predecessor of an event
in the line is the one before it, unless that is a take-back: then the line goes on where it returned.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.models import GameEvent

KIND = GameEvent.Kind


def line_of_play(events: Sequence[GameEvent], head: int | None = None) -> list[GameEvent]:
    """The events that stand at event number ``head`` (the last one if untold), in order; without take-backs.

    ``events`` is the whole log up to ``head`` in order of number.
    """
    line = []
    number = len(events) if head is None else head
    while number > 0:
        event = events[number - 1]
        if event.kind == KIND.TAKE_BACK:
            number = event.payload["to"]
            continue
        line.append(event)
        number -= 1
    return line[::-1]


def return_point(returns: Mapping[int, int], head: int, ends: int | None, throws: int) -> int | None:
    """The number of the event whose state the game returns to when ``throws`` throws are taken back.

    ``returns`` are the take-backs of the log (number → event returned to), ``ends`` the number of the
    end event the game stands at, if any: it goes with the throw that caused it. ``None`` when fewer
    throws than that stand; event 1, the start, stays.
    """
    number = head
    if ends is not None:
        number = ends - 1
    while True:
        while number in returns:
            number = returns[number]
        if throws == 0:
            return number
        if number <= 1:
            return None
        number -= 1
        throws -= 1
