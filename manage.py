#!/usr/bin/env python3
"""Rauswurf's command line: `manage.py help` lists the commands."""

import os
import sys

from django.core.management import execute_from_command_line


def main() -> None:
    """Run the command named on the command line."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    if sys.argv[1:2] == ["serve"]:
        # An ASGI server like config.asgi, and this has to be said before the settings are read.
        os.environ.setdefault("DATABASE_CONNECTIONS", "pool")
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
