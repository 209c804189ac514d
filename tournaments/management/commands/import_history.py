"""Import past seasons from a result list."""

import time
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from games.work.claims import step
from rules import Text
from tournaments.files.result_import import NEW, Fate, ImportOutcome, ResultList, hand_over
from tournaments.files.result_import.long_lists import WORK
from tournaments.models import HistoryImport


class Command(BaseCommand):
    """`manage.py import_history FILE [--preview] [--player NAME=WHO …]`."""

    help = "Import past events from a CSV file of results (docs/use/past-seasons.md)."

    def add_arguments(self, parser: CommandParser) -> None:
        """Which file, whether only to look, and whom doubtful names mean."""
        parser.add_argument("file", type=Path)
        parser.add_argument("--preview", action="store_true", help="only say what would be imported")
        parser.add_argument(
            "--player",
            action="append",
            default=[],
            metavar="NAME=WHO",
            help=f"whom a doubtful name means: the id of a player, another name of the list, or “{NEW}”",
        )

    def handle(self, *args: Any, file: Path, preview: bool, player: list[str], **options: Any) -> None:
        """Say what the list says; take it over where nothing is in the way."""
        try:
            data = file.read_bytes()
        except OSError as error:
            raise CommandError(f"{file}: {error}") from error
        found, steps = hand_over(
            ResultList(data),
            decisions=dict(_decision(each) for each in player),
            source=file.name,
            actor="command",
            now=timezone.now(),
            is_preview=preview,
        )
        self._tell(found)
        if not found.is_ready:
            raise CommandError(Text("Nothing was imported.").in_all())
        if preview:
            self.stdout.write("Nothing is imported yet.")
            return
        if steps is not None:
            self._follow(steps)
        self.stdout.write("Imported." if found.has_news else "All of it is here already.")

    def _follow(self, found: HistoryImport) -> None:
        """Import a long list here, unless another process does, and say after each step how far it is."""
        while found.is_under_way:
            if not step(WORK, timezone.now()):
                time.sleep(1)
            found.refresh_from_db()
            self.stdout.write(f"{found.taken} of {found.events} events")
        if found.why is not None:
            raise CommandError(
                Text(
                    "{taken} of {events} events imported, then: {why}",
                    taken=found.taken,
                    events=found.events,
                    why=found.why,
                ).in_all("\n")
            )

    def _tell(self, outcome: ImportOutcome) -> None:
        self.stdout.write(f"{outcome.listed.encoding}, separated by {outcome.listed.separator!r}")
        for event in outcome.events:
            self.stdout.write(
                f"{event.season}: {event.name} ({event.slug}), {event.games} games – {_FATES[event.fate]}"
            )
            for row in event.table.get("rows", ()):
                figures = " ".join("–" if each is None else str(each) for each in row["figures"])
                self.stdout.write(f"  {row['place']}. {row['name']} {figures}")
        for person in outcome.people:
            if person.is_open:
                known = ", ".join(f"{each.key} ({each.name})" for each in person.candidates)
                self.stdout.write(f"--player {person.typed!r}=? {known}, {NEW}")
            elif not person.player:
                self.stdout.write(f"{person.typed}: {person.same_as or 'new player'}")
        for short, full in outcome.listed.short.items():
            self.stdout.write(f"{short}: {full}")
        for problem in outcome.problems:
            self.stdout.write(problem.text.in_all("\n  "))


_FATES = {
    Fate.NEW: "new",
    Fate.KNOWN: "here already, nothing changes",
    Fate.REFUSED: "cannot be taken over",
}


def _decision(text: str) -> tuple[str, str]:
    name, equals, who = text.partition("=")
    if not equals:
        raise CommandError(f"--player: NAME=WHO is needed, not {text}")
    return name.strip(), who.strip()
