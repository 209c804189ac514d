"""A lock that is fair: first come, first served."""

import os
import threading
from collections import deque


class FairLock:
    """A lock that is handed on in the order of arrival; any thread may release it."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._taken = False
        self._waiting: deque[threading.Lock] = deque()

    def acquire(self, seconds: float) -> bool:
        """Wait for one's turn, so long at the most; whether it has come."""
        with self._guard:
            if not self._taken:
                self._taken = True
                return True
            called = threading.Lock()
            called.acquire()
            self._waiting.append(called)
        if called.acquire(timeout=seconds):
            return True
        with self._guard:
            if called in self._waiting:
                self._waiting.remove(called)
                return False
        return True  # called at the last moment

    def release(self) -> None:
        """Let the next one have the turn."""
        with self._guard:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._taken = False


_of_files: dict[str, FairLock] = {}
# A child has none of the threads that wait here, nor what they hold.
os.register_at_fork(after_in_child=_of_files.clear)


def lock_of(file: str) -> FairLock:
    """Return the turns of a database, the same for all connections of this process."""
    return _of_files.setdefault(file, FairLock())
