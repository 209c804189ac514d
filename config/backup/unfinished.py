"""The mark of a restore that has not come to its end: a file in the data folder.

It is in no backup, as its name begins with a dot.
"""

import os
from pathlib import Path

from django.conf import settings

from rules import Text

_FILE = ".restoring"


def begin(backup: Path) -> None:
    """Leave the mark; it is on the disk before anything is loaded."""
    with open(_path(), "w", encoding="utf-8", opener=lambda path, flags: os.open(path, flags, 0o600)) as file:
        file.write(str(backup))
        file.flush()
        os.fsync(file.fileno())


def end() -> None:
    """Take the mark away."""
    _path().unlink(missing_ok=True)


def why_unfinished() -> Text | None:
    """Return which restore was cut off; ``None`` where none was."""
    try:
        backup = _path().read_text(encoding="utf-8")
    except FileNotFoundError:
        return None
    return Text("The restore of {backup} was cut off before its end.", backup=backup)


def what_to_do() -> Text:
    """Return how a restore that was cut off is brought to its end."""
    return Text(
        "Empty the database (delete the file of SQLite, or drop and create that of PostgreSQL), then restore again. "
        "To go on without the backup, empty it, delete {mark} and run migrate.",
        mark=str(_path()),
    )


def _path() -> Path:
    return Path(settings.DATA_DIR) / _FILE
