"""Take over past seasons from a result list, all of it or nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from tournaments.history import NEW, Outcome, look, take_over


class Command(BaseCommand):
    """`manage.py import_history FILE [--preview] [--player NAME=WHO …]`."""

    help = "Take over past events from a CSV file of results (docs/history.md)."

    def add_arguments(self, parser: CommandParser) -> None:
        """Which file, whether only to look, and whom doubtful names mean."""
        parser.add_argument("file", type=Path)
        parser.add_argument("--preview", action="store_true", help="only say what would be taken over")
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
        decisions = dict(_decision(each) for each in player)
        done = look if preview else take_over
        outcome = done(data, decisions=decisions, source=file.name, actor="command", now=timezone.now())
        self._tell(outcome)
        if not outcome.is_ready:
            raise CommandError("Nothing has been taken over. / Nichts ist übernommen.")
        if preview:
            self.stdout.write("Nothing has been taken over yet.")
        else:
            self.stdout.write("Taken over." if outcome.has_news else "All of it is here already.")

    def _tell(self, outcome: Outcome) -> None:
        self.stdout.write(f"{outcome.encoding}, separated by {outcome.separator!r}")
        for event in outcome.events:
            self.stdout.write(
                f"{event.season}: {event.name} ({event.slug}), {event.games} games – {event.fate.value}"
            )
            for row in event.table.get("rows", ()):
                self.stdout.write(f"  {row['place']}. {row['name']} {' '.join(map(str, row['figures']))}")
        for person in outcome.people:
            if person.is_open:
                known = ", ".join(f"{each.key} ({each.name})" for each in person.candidates)
                self.stdout.write(f"--player {person.typed!r}=? {known}, {NEW}")
            elif not person.player:
                self.stdout.write(f"{person.typed}: {person.same_as or 'new player'}")
        for short, full in outcome.short.items():
            self.stdout.write(f"{short}: {full}")
        for problem in outcome.problems:
            self.stdout.write(f"{problem.told.en}\n  {problem.told.de}")


def _decision(told: str) -> tuple[str, str]:
    name, equals, who = told.partition("=")
    if not equals:
        raise CommandError(f"--player: NAME=WHO is needed, not {told}")
    return name.strip(), who.strip()
