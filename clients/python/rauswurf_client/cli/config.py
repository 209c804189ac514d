"""Which site, and by which token: from the command, the environment, or a file that nobody else can read."""

from __future__ import annotations

import json
import os
import stat
from dataclasses import dataclass
from pathlib import Path

from rauswurf_client.cli.words import Voice

#: For its owner alone.
PRIVATE = 0o600


class WrongUsage(Exception):
    """The command cannot be done as it was given; the text says why and what would be right."""


@dataclass(frozen=True)
class Access:
    """A site and the token for it."""

    site: str
    token: str | None


def access(voice: Voice, site: str | None) -> Access:
    """The site that is meant, with its token; the token in the file is only for the site in the file."""
    saved = _saved(voice)
    found = site or os.environ.get("RAUSWURF_SITE") or saved.get("site")
    if not found:
        raise WrongUsage(voice.say("No site. Set RAUSWURF_SITE or run: rauswurf-cli login ADDRESS"))
    found = found.rstrip("/")
    kept = saved.get("token") if saved.get("site") == found else None
    return Access(found, os.environ.get("RAUSWURF_TOKEN") or kept)


def save(site: str, token: str) -> Path:
    """Keep site and token in the file, which is made readable for its owner alone before anything is in it."""
    file = config_file()
    file.parent.mkdir(parents=True, exist_ok=True)
    beside = file.with_suffix(".new")
    beside.unlink(missing_ok=True)
    with os.fdopen(
        os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE), "w", encoding="utf-8"
    ) as opened:
        json.dump({"site": site.rstrip("/"), "token": token}, opened)
    beside.replace(file)
    return file


def config_file() -> Path:
    """Where site and token are kept."""
    return _folder("XDG_CONFIG_HOME", ".config") / "client.json"


def journal(game: str) -> Path:
    """Where throws wait that have not been sent."""
    folder = _folder("XDG_STATE_HOME", ".local/state")
    folder.mkdir(parents=True, exist_ok=True)
    return folder / f"{game}.journal"


def _folder(variable: str, usual: str) -> Path:
    return Path(os.environ.get(variable) or Path.home() / usual) / "rauswurf"


def _saved(voice: Voice) -> dict[str, str]:
    file = config_file()
    try:
        with file.open(encoding="utf-8") as opened:
            # Windows has no such bits; a home is private there.
            if os.name == "posix" and os.fstat(opened.fileno()).st_mode & (stat.S_IRWXG | stat.S_IRWXO):
                raise WrongUsage(
                    voice.say(
                        "Others can read {file}, and a token is in it. Run: chmod 600 {file}", file=file
                    )
                )
            found: dict[str, str] = json.load(opened)
    except FileNotFoundError:
        return {}
    except ValueError as reason:
        raise WrongUsage(voice.say("{file} cannot be read: {reason}", file=file, reason=reason)) from reason
    return found
