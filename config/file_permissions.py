"""What the site keeps is for its owner alone: sessions, hashes of passwords and tokens, secrets of webhooks, its key.

Repaired whenever a process starts, so that what an earlier version or a backup has left open is closed too.
"""

import os
import secrets
import stat
import tempfile
from pathlib import Path

_OTHERS = stat.S_IRWXG | stat.S_IRWXO
#: What SQLite writes beside its file.
_BESIDE = ("", "-wal", "-shm", "-journal")


def keep_private(folder: Path) -> None:
    """Make the folder where it is missing, and leave it and the files in it to their owner alone.

    A folder that many share (with the sticky bit, as ``/tmp``) stays as it is, and so does what is in it: it was
    not made for us. What belongs to somebody else is left alone.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if folder.stat().st_mode & stat.S_ISVTX:
        return
    _close(folder)
    for inside in folder.iterdir():
        if inside.is_file():
            _close(inside)


def private_database(name: str) -> None:
    """The same for the file of a SQLite database, wherever it is; made empty, SQLite gives its other files its mode."""
    if not Path(name).is_absolute():  # in memory
        return
    path = Path(name)
    if path.parent.is_dir() and os.access(path.parent, os.W_OK):
        os.close(os.open(path, os.O_RDONLY | os.O_CREAT, 0o600))
    for beside in _BESIDE:
        _close(path.with_name(path.name + beside))


def _close(path: Path) -> None:
    try:
        found = path.lstat()
    except FileNotFoundError:
        return  # SQLite takes its files away whenever it likes
    if found.st_mode & _OTHERS and not stat.S_ISLNK(found.st_mode) and found.st_uid == os.geteuid():
        path.chmod(stat.S_IMODE(found.st_mode) & ~_OTHERS)


def stored_secret_key(path: Path) -> str:
    """The key in the file at `path`, readable by its owner alone; made at random on the first call.

    Several processes may start at once: all of them get the key of the one that made the file.
    """
    try:
        return path.read_text(encoding="ascii")
    except FileNotFoundError:
        pass
    descriptor, draft = tempfile.mkstemp(prefix=f"{path.name}.", dir=path.parent)
    with open(descriptor, "w", encoding="ascii") as file:
        file.write(secrets.token_urlsafe(48))
    try:
        # A link, unlike a rename, never replaces the key of a process that was faster.
        path.hardlink_to(draft)
    except FileExistsError:
        pass
    finally:
        Path(draft).unlink()
    return path.read_text(encoding="ascii")
