"""The secret key that signs sessions and tokens, where the environment names none."""

import os
import secrets
from pathlib import Path


def stored_secret_key(path: Path) -> str:
    """The key kept in the file at `path`, readable by its owner alone; made at random on the first call.

    Several processes may start at once: all of them get the key of the one that made the file.
    """
    try:
        return path.read_text(encoding="ascii")
    except FileNotFoundError:
        pass
    key = secrets.token_urlsafe(48)
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
        file.write(key)
    try:
        # A link, unlike a rename, never replaces the key of a process that was faster.
        path.hardlink_to(draft)
    except FileExistsError:
        return path.read_text(encoding="ascii")
    finally:
        draft.unlink()
    return key
