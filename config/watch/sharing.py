"""What the processes of a site count, together, and which of them live on this machine.

`manage.py run` gives each process that it starts a folder in ``METRICS_DIR`` and holds its lock; gunicorn's and
Celery's children inherit the lock, and count in the same folder by ``prometheus_client``'s multiprocess mode. The next
start takes a folder that no process holds, and empties it. Several containers may share ``METRICS_DIR``.
"""

import fcntl
import logging
import os
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path

from django.conf import settings
from prometheus_client import Metric
from prometheus_client.multiprocess import MultiProcessCollector

logger = logging.getLogger(__name__)

#: Where its library looks for the folder.
_FOLDER = "PROMETHEUS_MULTIPROC_DIR"
_HELD = "held"


def begin(process: str) -> None:
    """Have what this process becomes count in a folder of its own, until its last child has ended."""
    try:
        with _alone() as folder:
            names = (process if number == 1 else f"{process}-{number}" for number in count(1))
            own = next(each for name in names if _hold(each := folder / name))
            for file in own.glob("*.db"):
                file.unlink()
    except OSError as error:
        logger.warning("metrics: %s cannot be written: %s", settings.METRICS_DIR, error)
    else:
        os.environ[_FOLDER] = str(own)


def is_shared() -> bool:
    """Check whether this process counts where others find it."""
    return _FOLDER in os.environ


def living() -> Counter[str]:
    """Return how many processes of each kind live on this machine, whichever process asks; a child does not count."""
    return Counter(folder.name.partition("-")[0] for folder in _held_folders())


class Together:
    """Collects for ``prometheus_client`` what all living processes have counted.

    The label ``process`` keeps them apart: Prometheus would take a sum that falls when one of them starts again for a
    new count of all.
    """

    def collect(self) -> Iterator[Metric]:
        """Read the files of all processes."""
        families: dict[str, Metric] = {}
        for folder in _held_folders():
            with suppress(FileNotFoundError):  # it has ended, and begins again
                for found in MultiProcessCollector(None, path=str(folder)).collect():
                    family = Metric(found.name, found.documentation, found.type)
                    family = families.setdefault(found.name, family)
                    for sample in found.samples:
                        family.add_sample(
                            sample.name, {**sample.labels, "process": folder.name}, sample.value
                        )
        yield from families.values()


def _held_folders() -> list[Path]:
    if not Path(settings.METRICS_DIR).is_dir():
        return []
    with _alone() as folder:
        return [lock.parent for lock in sorted(folder.glob(f"*/{_HELD}")) if _is_held(lock)]


@contextmanager
def _alone() -> Iterator[Path]:
    folder = Path(settings.METRICS_DIR)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with open(folder / "lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield folder


def _hold(folder: Path) -> bool:
    """Hold a folder, for as long as this process and its children live; false where another does."""
    folder.mkdir(mode=0o700, exist_ok=True)
    lock = os.open(folder / _HELD, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(lock)
        return False
    os.set_inheritable(lock, True)
    return True


def _is_held(lock: Path) -> bool:
    with open(lock, encoding="utf-8") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False
