"""Import past seasons from a result list."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from rules.i18n import Text
from tournaments.models import HistoryImport
from tournaments.transfer.result_import import NEW, Fate, ResultList, import_list, preview_import
from tournaments.transfer.result_import.jobs import State, ask, outcome_of
from tournaments.transfer.result_import.queue import work_on

#: So many events are one line of progress.
EVERY = 50


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
        decisions = dict(_decision(each) for each in player)
        how: dict[str, Any] = {
            "decisions": decisions,
            "source": file.name,
            "actor": "command",
            "now": timezone.now(),
        }
        if ResultList.read(data).is_long:
            outcome, is_ready = self._long(data, preview, how)
        else:
            found = (preview_import if preview else import_list)(data, **how)
            outcome, is_ready = found.as_json(), found.is_ready
        self._tell(outcome)
        if not is_ready:
            raise CommandError(Text("Nothing was imported.").in_all())
        if preview:
            self.stdout.write("Nothing is imported yet.")
        else:
            has_news = any(event["fate"] == "new" for event in outcome["events"])
            self.stdout.write("Imported." if has_news else "All of it is here already.")

    def _long(self, data: bytes, preview: bool, how: dict[str, Any]) -> tuple[dict[str, Any], bool]:
        """What a long list says, after it has been worked on here; told on the way is how far that is."""
        asked = ask(data, is_preview=preview, **how)

        def rest(seconds: float) -> None:
            now = HistoryImport.objects.values_list("state", "checked", "taken").get(pk=asked.pk)
            state, checked, taken = now
            done = checked if state == State.CHECKING else taken
            if done % EVERY == 0 or done == asked.events:
                self.stdout.write(f"{state}: {done} of {asked.events} events")
            time.sleep(seconds)

        found = work_on(asked.pk, rest)
        if found.is_under_way:
            raise CommandError(
                Text("Import {pk} is being worked on already; it goes on by itself.", pk=found.pk).in_all()
            )
        outcome = outcome_of(found)
        if outcome is None or found.state == State.STOPPED:
            why = found.why or Text("stopped")
            raise CommandError(
                Text(
                    "{taken} of {events} events imported, then: {why}",
                    taken=found.taken,
                    events=found.events,
                    why=why,
                ).in_all("\n")
            )
        return outcome, found.state != State.REFUSED

    def _tell(self, outcome: dict[str, Any]) -> None:
        self.stdout.write(f"{outcome['encoding']}, separated by {outcome['separator']!r}")
        for event in outcome["events"]:
            fate = Fate[event["fate"].upper()].value
            self.stdout.write(
                f"{event['season']}: {event['name']} ({event['slug']}), {event['games']} games – {fate}"
            )
            for row in event["table"].get("rows", ()):
                figures = " ".join("–" if each is None else str(each) for each in row["figures"])
                self.stdout.write(f"  {row['place']}. {row['name']} {figures}")
        for person in outcome["people"]:
            if person["open"]:
                known = ", ".join(f"{each['key']} ({each['name']})" for each in person["candidates"])
                self.stdout.write(f"--player {person['typed']!r}=? {known}, {NEW}")
            elif not person["player"]:
                self.stdout.write(f"{person['typed']}: {person['same_as'] or 'new player'}")
        for short, full in outcome["short"].items():
            self.stdout.write(f"{short}: {full}")
        for problem in outcome["problems"]:
            self.stdout.write(f"{problem['told']['en']}\n  {problem['told']['de']}")


def _decision(text: str) -> tuple[str, str]:
    name, equals, who = text.partition("=")
    if not equals:
        raise CommandError(f"--player: NAME=WHO is needed, not {text}")
    return name.strip(), who.strip()
