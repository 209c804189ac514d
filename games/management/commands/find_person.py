"""Search everything that the site keeps for a name."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.domain.name_spellings import NameFinder
from games.services.name_traces import in_database, in_files, places_of_the_site
from rules.i18n import Text


class Command(BaseCommand):
    """`manage.py find_person NAME … [--in FOLDER …]`: every place in which a name stands; exit 1 where there is one."""

    help = "Search every column of every table and every file that the site writes for a name, however it is spelt."

    def add_arguments(self, parser: CommandParser) -> None:
        """What is searched for, and where else."""
        parser.add_argument("names", nargs="+", help="a name; quote one of several words")
        parser.add_argument("--in", dest="folders", action="append", default=[], help="a folder of logs, say")

    def handle(self, *args: Any, names: list[str], folders: list[str], **options: Any) -> None:
        """Tell each place, what could not be looked into, and how many there are."""
        finder = NameFinder(names)
        found = unread = 0
        for place in in_database(finder):
            found += 1
            self.stdout.write(place)
        for trace in in_files(finder, *places_of_the_site(), *map(Path, folders)):
            found, unread = found + (not trace.unread), unread + bool(trace.unread)
            self.stdout.write(str(trace))
        places = "1 place" if found == 1 else f"{found} places"
        self.stdout.write(places + (f", {unread} not searched" if unread else ""))
        if found:
            raise CommandError(Text("the name stands somewhere").in_all())
        if unread:
            raise CommandError(Text("not everything could be searched").in_all())
