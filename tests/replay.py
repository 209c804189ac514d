"""What many tests begin with is made once by the services, and from then on by the statements that they wrote.

A kept step is taken again only where everything before it was the same: every row that the test's transaction has
written, the clock to a minute, settings and language. Only SQLite takes its counters back with a transaction,
so only there the same statements lead to the same rows; elsewhere every step is made anew.
"""

import pickle
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any, TypeVar, cast

from django.conf import UserSettingsHolder, settings
from django.db import connection
from django.utils import timezone, translation

Made = TypeVar("Made")
Statement = tuple[str, Any, bool]

#: How long the clock of a kept step may be away from that of the test.
_SECONDS = 60


@dataclass
class Step:
    """What a step wrote, the seeds that it took, what it wanted to do after the commit, what it returned (pickled)."""

    statements: list[Statement]
    seeds: int
    callbacks: list[tuple[Any, bool]]
    returned: bytes


@dataclass
class History:
    """All that the present test's transaction has written and not taken back."""

    statements: list[Statement] = field(default_factory=list)
    #: Of all statements, in their order; and both at each savepoint.
    digest: bytes = b""
    savepoints: dict[str, tuple[int, bytes]] = field(default_factory=dict)

    def note(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        """Run a statement (Django's `execute_wrapper`), and remember it if it writes."""
        if not sql.startswith("SELECT"):
            self._add(sql, params, many)
        return execute(sql, params, many, context)

    def _add(self, sql: str, params: Any, many: bool) -> None:
        name = sql.rpartition(" ")[2]
        if sql.startswith("SAVEPOINT"):
            self.savepoints[name] = len(self.statements), self.digest
        elif sql.startswith("ROLLBACK TO SAVEPOINT"):
            number, self.digest = self.savepoints[name]
            del self.statements[number:]
        elif not sql.startswith("RELEASE SAVEPOINT"):
            told = repr((self.digest, sql, params, many)).encode(errors="surrogatepass")
            self.digest = blake2b(told, digest_size=16).digest()
            self.statements.append((sql, params, many))


@dataclass
class _Kept:
    steps: dict[tuple[Any, ...], Step] = field(default_factory=dict)
    clock: int = 0
    #: How many seeds of draws the present test has taken.
    seeds: int = 0
    present: History | None = None


_kept = _Kept()


@contextmanager
def history() -> Iterator[None]:
    """Follow what a test writes in its transaction; without this every step is made anew."""
    if connection.vendor != "sqlite":
        yield
        return
    _kept.present = History()
    try:
        with connection.execute_wrapper(_kept.present.note):
            yield
    finally:
        _kept.present = None


def forget() -> None:
    """Keep nothing: the database begins otherwise now, its counters have gone on."""
    _kept.steps.clear()


def begin_seeds() -> None:
    """Begin with the first seed again."""
    _kept.seeds = 0


def next_seed() -> str:
    """The next seed of a draw."""
    _kept.seeds += 1
    return f"{_kept.seeds:032x}"


def once(make: Callable[..., Made], *given: Any, told: object = ()) -> Made:
    """What `make(*given)` returns and writes; `told` tells what is given, as far as it is not in the database."""
    if _kept.present is None or isinstance(settings._wrapped, UserSettingsHolder):  # type: ignore[misc]
        return make(*given)
    if (clock := int(time.monotonic()) // _SECONDS) != _kept.clock:
        _kept.clock = clock
        forget()
    now = int(timezone.now().timestamp()) // _SECONDS
    key = (
        make.__module__,
        make.__qualname__,
        repr(told),
        now,
        translation.get_language(),
        _kept.present.digest,
    )
    if key in _kept.steps:
        return cast(Made, _again(_kept.steps[key]))
    seeds = _kept.seeds
    begun, waiting = len(_kept.present.statements), len(connection.run_on_commit)
    made = make(*given)
    on_commit: list[Any] = connection.run_on_commit  # the stubs know two of its three parts
    callbacks = [(callback, robust) for _, callback, robust in on_commit[waiting:]]
    statements = _kept.present.statements[begun:]
    _kept.steps[key] = Step(statements, _kept.seeds - seeds, callbacks, pickle.dumps(made))
    return made


def _again(step: Step) -> Any:
    with connection.cursor() as cursor:
        for sql, params, many in step.statements:
            if many:
                cursor.executemany(sql, params)
            else:
                cursor.execute(sql, params)
            if "RETURNING" in sql:
                cursor.fetchall()
    on_commit: list[Any] = connection.run_on_commit
    _kept.seeds += step.seeds
    on_commit += [(set(connection.savepoint_ids), callback, robust) for callback, robust in step.callbacks]
    return pickle.loads(step.returned)
