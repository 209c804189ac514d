"""The secret key that signs sessions and tokens, where the environment names none."""

import secrets
import tempfile
from pathlib import Path


def stored_secret_key(path: Path) -> str:
    """The key kept in the file at `path`, readable by its owner alone; made at random on the first call.

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
