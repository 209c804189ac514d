"""Who goes first where a machine has more to do than it can: throws, then pages, then tasks."""

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

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
