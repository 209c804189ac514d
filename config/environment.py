"""What settings are read from: the environment, and a data folder that is for its owner alone."""

import os
import secrets
import stat
import tempfile
import warnings
from pathlib import Path
from typing import Any

import environ
from django.core.exceptions import ImproperlyConfigured

from rules import Text

ENGINES = ("django.db.backends.sqlite3", "django.db.backends.postgresql")
KINDS = {int: Text("a whole number"), float: Text("a number")}


class Environment(environ.Env):
    """django-environ's reader, whose errors say which variable it was."""

    def get_value(self, var: str, cast: Any = None, *args: Any, **kwargs: Any) -> Any:
        """Read a variable. Raises ``ImproperlyConfigured`` where it is not of its kind."""
        try:
            return super().get_value(var, cast, *args, **kwargs)
        except ValueError as error:
            needed = KINDS.get(cast, Text("another value"))
            raise _unreadable(Text("{var}: {needed} is needed.", var=var, needed=needed)) from error

    def mail(self, var: str) -> dict[str, Any]:
        """Read where mail goes, as settings. Raises ``ImproperlyConfigured`` where it is no such address."""
        try:
            found: dict[str, Any] = self.email_url(var, default="smtp://localhost:25")
        except ImproperlyConfigured as error:
            raise _unreadable(
                Text(
                    "{var}: an address such as {smtp} is needed.",
                    var=var,
                    smtp="smtp+tls://USER:PASSWORD@HOST:587",
                )
            ) from error
        return found

    def database(self, var: str, default: str) -> dict[str, Any]:
        """Read the address of a database; empty is the default. Raises ``ImproperlyConfigured`` where it is none."""
        with warnings.catch_warnings(action="ignore"):
            try:
                chosen: dict[str, Any] = self.db_url_config(self.str(var, default="") or default)
            except ValueError:
                chosen = {}
        if chosen.get("ENGINE") not in ENGINES:
            needed = Text(
                "{var}: an address such as {postgresql} or {sqlite} is needed.",
                var=var,
                postgresql="postgresql://USER:PASSWORD@HOST/NAME",
                sqlite="sqlite:////PATH",
            )
            raise _unreadable(needed)
        return chosen


def _unreadable(needed: Text) -> ImproperlyConfigured:
    return ImproperlyConfigured(needed.in_all())


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
