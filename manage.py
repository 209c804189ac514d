#!/usr/bin/env python3
"""Rauswurf's command line: `manage.py help` says what it can do."""

import os
import sys
from importlib.metadata import version
from pathlib import Path


def main() -> None:
    """Run the command named on the command line."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    if sys.argv[1:2] == ["serve"]:
        # An ASGI server like config.asgi, and this has to be said before the settings are read.
        os.environ.setdefault("DATABASE_CONNECTIONS", "pool")
    command_line(sys.argv)


def command_line(arguments: list[str]) -> None:
    """Run a command; imported late, as an installed program finds its own folder only then."""
    from django.core.exceptions import ImproperlyConfigured

    from config.command_line import CommandLine

    try:
        CommandLine(arguments).execute()
    except ImproperlyConfigured as error:
        sys.exit(str(error))


def installed() -> None:
    """Run as `rauswurf`, installed as a package: its folder is on no path yet, and no place for data.

    `rauswurf serve` brings the database up to date first, as `make run` does; `rauswurf manage COMMAND` and
    `rauswurf COMMAND` are `manage.py COMMAND`.
    """
    if sys.argv[1:] == ["--version"]:
        sys.stdout.write(f"{version('rauswurf')}\n")
        return
    sys.path.insert(0, str(Path(__file__).parent))
    data = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share") / "rauswurf"
    os.environ.setdefault("DATA_DIR", str(data))
    if sys.argv[1:2] == ["manage"]:
        del sys.argv[1]
    elif sys.argv[1:2] == ["serve"] and "--help" not in sys.argv:
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
        command_line(["rauswurf", "migrate", "--no-input", "--verbosity", "0"])
    main()


if __name__ == "__main__":
    main()
