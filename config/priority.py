"""What a process leaves to others: the processor where a machine has more to do than it can – throws go first, then
pages, then tasks –, and the search for garbage, which is rare: nearly all that a request needs goes by itself.

By itself Python looks whenever 700 more objects have been made than thrown away: in a hall of four hundred a hundred
times for a typed result, which was a third of what it cost. What is left in circles waits longer for it: there the
process is some 60 MB larger at its largest, elsewhere hardly.
"""

import gc
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

#: The number of objects, made and not thrown away, before Python looks through the youngest.
MADE_BETWEEN_LOOKS = 10_000


def look_for_garbage_rarely() -> None:
    """Let this process look once for all these objects: it serves requests, or works through every log."""
    gc.set_threshold(MADE_BETWEEN_LOOKS)


#: How far the processes of a kind stand back behind those that record, stream and keep the data (``nice``).
NICENESS: Mapping[str, int] = {"web": 5, "worker": 10}

#: Linux shares the processor out among sessions first (sched(7), "The autogroup feature"), and ``nice`` counts within
#: one: each unit and each terminal is a session.
_OF_THE_SESSION = Path("/proc/self/autogroup")


def stand_back(kind: str, head: int) -> None:
    """Leave the processor to those who go before this kind; children and threads to come do so, too.

    Where all of the session come from the process ``head`` they stand back together; one that shares its session with
    others, as on a terminal, gives way alone.
    """
    if by := NICENESS.get(kind, 0):
        os.nice(by)
        if os.getsid(0) == head:
            with suppress(OSError):  # not Linux, or somebody else has the say
                _OF_THE_SESSION.write_text(str(by))
