"""Work of a test."""

from collections.abc import Iterator
from datetime import timedelta

from games.work.kinds import Due, Lane, Work

PATIENCE = timedelta(minutes=1)


class Planted:
    """Work at keys that are due until they are done."""

    def __init__(self, *keys: str) -> None:
        self.keys, self.done = list(keys), list[str]()
        self.work = Work("planted", Lane.AT_ONCE, 0.01, self.due, self.do, patience=PATIENCE)

    def due(self, now: object) -> Iterator[Due]:
        """Yield what is not done."""
        yield from [(key, None) for key in self.keys]

    def do(self, key: str, now: object) -> timedelta | None:
        """Do one."""
        self.done.append(key)
        self.keys.remove(key)
        return None

    def fail(self, key: str, now: object) -> timedelta | None:
        """Do none."""
        raise ZeroDivisionError(key)
