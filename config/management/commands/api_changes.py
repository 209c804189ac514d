"""What has changed in the REST interface since the last release."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from config.api_promise import page


class Command(BaseCommand):
    """`manage.py api_changes [--release NAME]`."""

    help = (
        "Bring docs/reference/api-changes.md up to date from the differences of the descriptions; fails where one"
        " breaks programs and config/api_promise/breaking.json does not say why."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Whether a release is made."""
        parser.add_argument("--release", default="", help="the name of the release that is made of it")

    def handle(self, *args: Any, release: str, **options: Any) -> None:
        """Compare, and write the page."""
        found = page.since_release()
        if wrong := page.unexplained(found, page.meant()):
            told = "\n".join(f"  {each}" for each in wrong)
            raise CommandError(f"breaks programs, and breaking.json does not say why:\n{told}")
        page.write_page(release=release)
        self.stdout.write(f"{len(found)} differences since {page.released()[0]}: {page.PAGE}")
