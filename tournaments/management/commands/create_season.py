"""Create a season with all its events from a template."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from games.errors import RecordingError
from rules.i18n import Text
from tournaments import services
from tournaments.season_templates import TEMPLATES, XMADN, YEARS


class Command(BaseCommand):
    """`manage.py create_season YEAR [--template xmadn] [--first-day DAY] [--without EVENT …] [--preview]`."""

    help = (
        "Create a season with all its events from a template, all of it or nothing"
        " (docs/reference/season-template.md)."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Which year, and by which template."""
        parser.add_argument("year", type=int)
        parser.add_argument("--template", choices=list(TEMPLATES), default=XMADN.key)
        parser.add_argument(
            "--first-day", type=date.fromisoformat, metavar="DAY", help="1 January if left out"
        )
        parser.add_argument("--without", nargs="+", default=[], metavar="EVENT", help="events to leave out")
        parser.add_argument("--preview", action="store_true", help="only say what would be created")

    def handle(
        self,
        *args: Any,
        year: int,
        template: str,
        first_day: date | None,
        without: list[str],
        preview: bool,
        **options: Any,
    ) -> None:
        """Say what there is in the plan, and create it."""
        if year not in YEARS:
            raise CommandError(f"year: {YEARS[0]} to {YEARS[-1]} is needed, not {year}")
        if first_day is not None and first_day.year not in YEARS:
            years = f"{YEARS[0]}–{YEARS[-1]}"
            needed = Text("a day of {years} is needed, not {first_day}", years=years, first_day=first_day)
            raise CommandError(f"--first-day: {needed.in_all()}")
        plan = TEMPLATES[template].plan(year, first_day)
        strangers = set(without) - {event.key for event in plan.events}
        if strangers:
            known = ", ".join(event.key for event in plan.events)
            raise CommandError(f"--without: there is no {min(strangers)} in the plan; there are {known}")
        plan = plan.without(without)
        if not preview:
            try:
                services.create_planned_season(plan=plan, actor="command", now=timezone.now())
            except RecordingError as error:
                raise CommandError(f"{error.message.en}\n{error.message.de}") from error
        self.stdout.write(f"{plan.name} ({plan.slug}): {plan.starts_on} – {plan.ends_on}")
        for event in plan.events:
            self.stdout.write(
                f"{event.starts_on}  {event.name}: {event.format}, {event.rules}, level {event.level}"
            )
        self.stdout.write("Nothing has been created." if preview else "Created.")
