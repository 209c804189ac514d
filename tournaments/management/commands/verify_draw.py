"""Work all published rounds of an open tournament out again, or write down what that takes."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.errors import RecordingError
from tournaments.hall import services as hall
from tournaments.management.kinds import find_event


class Command(BaseCommand):
    """`manage.py verify_draw EVENT [--export]`."""

    help = (
        "Search the seats of every published round again, from its seed, its people and the rounds before it, and"
        " say whether they are the same."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Which event."""
        parser.add_argument("event", help="slug of the event")
        parser.add_argument(
            "--export",
            action="store_true",
            help="write the rounds as JSON instead, for docs/examples/verify_draw.py or a program of one's own",
        )

    def handle(self, *args: Any, event: str, export: bool, **options: Any) -> None:
        """Check, round by round; the status is 1 where anything is wrong."""
        found = find_event(event)
        try:
            if export:
                self.stdout.write(json.dumps(hall.exported_draws(found), ensure_ascii=False, indent=1))
                return
            is_wrong = False
            for each in hall.verify_draws(found):
                is_wrong |= bool(each.wrong)
                self.stdout.write(f"{each.subject}: {self._result_text(each)}")
        except RecordingError as error:
            raise CommandError(error.message.in_all()) from error
        if is_wrong:
            raise CommandError("not all rounds follow from their seeds")

    def _result_text(self, checked: hall.CheckedRound) -> str:
        if checked.wrong:
            return "; ".join(each.in_all() for each in checked.wrong)
        changed = f"; changed by hand: {', '.join(checked.changes)}" if checked.changes else ""
        return f"follows from its seed{changed}"
