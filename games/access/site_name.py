"""What the host of the site says: what it is called, and texts that they have written.

The name is that of its setting, else the one that its first organiser gave it. That is a file in the data folder:
every page shows it, and none should ask the database for it.
"""

import os
from pathlib import Path

from django.conf import settings

USUAL = "Rauswurf"
LONGEST = 60
_FILE = "site-name"


def site_name() -> str:
    """Return the name."""
    return str(settings.SITE_NAME) or _stored() or USUAL


def keep_site_name(name: str) -> None:
    """Keep the name for all processes of the site; one that the settings give stays in force."""
    path = _path()
    draft = path.with_name(f"{_FILE}.{os.getpid()}")
    draft.write_text(name, encoding="utf-8")
    draft.chmod(0o600)
    draft.replace(path)


def _path() -> Path:
    return Path(settings.DATA_DIR) / _FILE


def _stored() -> str:
    try:
        return _path().read_text(encoding="utf-8").strip()[:LONGEST]
    except OSError:
        return ""


def text_of_host(name: str) -> Path | None:
    """Return the file of a text of that name; ``None`` where the host has written none."""
    file = Path(settings.TEXTS_DIR) / f"{name}.txt"
    return file if file.is_file() else None


def paragraphs_of(name: str) -> list[str]:
    """Return the paragraphs of a text of the host."""
    file = text_of_host(name)
    text = file.read_text(encoding="utf-8", errors="replace") if file else ""
    return [part.strip() for part in text.split("\n\n") if part.strip()]
