"""Drafts beside the files that they become: what was broken off is dropped by the next writer."""

import os
import time
from pathlib import Path

_ENDING = ".draft"
#: No writer takes so long: a power cut or a kill has left it, as large as the site.
BROKEN_OFF_SECONDS = 24 * 3600


def draft_beside(path: Path) -> Path:
    """Return where this process writes what becomes that file when it is whole."""
    return path.with_name(f"{path.name}.{os.getpid()}{_ENDING}")


def drop_broken_off(folder: Path, names: str) -> list[Path]:
    """Drop the drafts of files with such names that have no writer any more."""
    until = time.time() - BROKEN_OFF_SECONDS
    gone = [path for path in folder.glob(f"{names}.*{_ENDING}") if path.stat().st_mtime < until]
    for path in gone:
        path.unlink(missing_ok=True)
    return gone
