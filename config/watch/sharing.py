"""What the processes of one machine count, together: each in files of its own, added up by whoever is asked.

These are the files of ``prometheus_client``'s multiprocess mode, in ``METRICS_DIR``; several containers may share it.
Counting is a write to mapped memory, and no process waits for another. What its library leaves to the host is done
here: files of processes that are no more are added to one and deleted, for a site runs a year, and workers come and
go. Whether a process lives says the lock that it holds on a file as long as it does.
"""

from __future__ import annotations

import fcntl
import logging
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from pathlib import Path

from django.conf import settings
from prometheus_client import CollectorRegistry, values
from prometheus_client.mmap_dict import MmapedDict
from prometheus_client.multiprocess import MultiProcessCollector

logger = logging.getLogger(__name__)

_ALIVE = "alive-"
_GONE = "gone"
_PROCESSES = "rauswurf_processes"
#: Where its library looks for the folder.
_FOLDER = "PROMETHEUS_MULTIPROC_DIR"

#: The lock by which others know that this process lives; open as long as it does.
_held: list[TextIOWrapper] = []


def identity() -> str:
    """Return what tells this process from every other that counts into the folder."""
    return f"{socket.gethostname().replace('_', '-')}-{os.getpid()}"


def share() -> bool:
    """Have everything that is counted from now on added to that of the other processes; whether it can be."""
    folder = Path(settings.METRICS_DIR)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        _live(folder)
    except OSError as error:
        logger.warning("metrics: %s cannot be written, each process counts for itself: %s", folder, error)
        return False
    os.environ[_FOLDER] = str(folder)
    values.ValueClass = values.MultiProcessValue(identity)
    # A worker's children count for themselves.
    os.register_at_fork(after_in_child=lambda: _live(folder))
    return True


def is_shared() -> bool:
    """Check whether this process counts together with others."""
    return _FOLDER in os.environ


def register(registry: CollectorRegistry) -> None:
    """Let a registry collect what all processes have counted."""
    folder = Path(os.environ[_FOLDER])
    fold(folder)
    MultiProcessCollector(registry, path=str(folder))


def living() -> dict[str, int]:
    """Return how many processes of each kind live on this machine, whichever process asks."""
    folder = Path(settings.METRICS_DIR)
    if not folder.is_dir():
        return {}
    fold(folder)
    found: dict[str, int] = {}
    for metric in MultiProcessCollector(None, path=str(folder)).collect():
        if metric.name == _PROCESSES:
            found |= {sample.labels["kind"]: int(sample.value) for sample in metric.samples}
    return found


def fold(folder: Path) -> None:
    """Add what processes have counted that are no more to one file of each kind, and delete theirs."""
    with _alone(folder):
        living = {path.name.removeprefix(_ALIVE) for path in folder.glob(f"{_ALIVE}*") if not _is_over(path)}
        for path in folder.glob("*.db"):
            kind, _, process = path.stem.rpartition("_")
            if process != _GONE and process not in living:
                _fold(path, kind, folder / f"{kind}_{_GONE}.db")


def _fold(path: Path, kind: str, into: Path) -> None:
    if not kind.startswith("gauge_live"):
        try:
            counted = list(MmapedDict.read_all_values_from_file(path))
        except Exception:  # a machine that lost its power may leave anything in it
            logger.warning("metrics: %s cannot be read and is dropped", path.name)
            counted = []
        total = MmapedDict(str(into))
        for key, value, _, _ in counted:
            before = total.read_value(key)[0]
            after = max(before, value) if kind.startswith("gauge") else before + value
            total.write_value(key, after, 0.0)
        total.close()
    path.unlink(missing_ok=True)


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    with open(folder / "lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _live(folder: Path) -> None:
    """Hold the lock of this process; a child lets go of that of its parent."""
    with suppress(OSError), _alone(folder):
        for file in _held:
            file.close()
        _held.clear()
        file = open(folder / f"{_ALIVE}{identity()}", "w", encoding="utf-8")  # noqa: SIM115 - held on purpose
        fcntl.flock(file, fcntl.LOCK_EX)
        _held.append(file)


def _is_over(path: Path) -> bool:
    """Whether the process of this lock is no more; then the lock is deleted."""
    try:
        with open(path, encoding="utf-8") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            path.unlink(missing_ok=True)
    except BlockingIOError:
        return False
    return True
