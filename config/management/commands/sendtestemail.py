"""Send a test mail as Django does; where none can be sent, say why and which setting to look at."""

from typing import Any

from django.core.management.base import CommandError
from django.core.management.commands import sendtestemail

from config.watch.findings import mail_findings


class Command(sendtestemail.Command):
    """`manage.py sendtestemail ADDRESS`: exit 1 where it was not taken."""

    help = "Send a test mail, to try the settings."

    def handle(self, *args: Any, **options: Any) -> None:
        """Send it to the addresses."""
        for found in mail_findings():
            raise CommandError(f"{found.message.en} {found.hint.en}")
        try:
            super().handle(*args, **options)
        except OSError as error:  # of the network, and whatever the mail server answers
            raise CommandError(f"The mail server did not take it: {error}") from error
        self.stdout.write("The mail server took it. Look whether it arrives.")
