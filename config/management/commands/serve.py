"""Serve the whole site from one process: pages, REST, streams and static files."""

from typing import Any

import uvicorn
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from django.utils import timezone

from config.processes import HOST, PORT
from games.access import Purpose, end_of, setup_link


class Command(BaseCommand):
    """`manage.py serve`: the embedded server, on HOST and PORT of the environment."""

    help = "Serve the whole site from one process. HOST (127.0.0.1) and PORT (8000) say where."

    def add_arguments(self, parser: CommandParser) -> None:
        """Let the command line say what the environment says otherwise."""
        parser.add_argument("--host", default=HOST)
        parser.add_argument("--port", type=int, default=PORT)

    def handle(self, *args: Any, host: str, port: int, **options: Any) -> None:
        """Serve until a signal ends it; open streams get three seconds to close."""
        if not connection.introspection.table_names():
            raise CommandError("The database is empty: run `manage.py migrate` first, or `make run`.")
        # An address that a browser opens, where the server listens on all of them.
        shown = {"0.0.0.0": "127.0.0.1", "::": "localhost"}.get(host, host)
        self.stdout.write(f"Rauswurf is at http://{shown}:{port}/ – Ctrl-C ends it.")
        if setup_link.is_wanted():
            self.stdout.write(_first_step(port))
        self.stdout.flush()
        uvicorn.run(
            "config.asgi:application",
            host=host,
            port=port,
            # WEB_CONCURRENCY, which uvicorn would read, is the number of the other web processes.
            workers=1,
            ws="none",
            # The client's address is that of the connection, or comes from PROXIES in front (games.access.client_ip).
            proxy_headers=False,
            timeout_graceful_shutdown=3,
            log_config=None,
            access_log=False,
        )


def _first_step(port: int) -> str:
    """Say how the first organiser gets in: by a link, or by a command where this site answers by its name alone."""
    if not setup_link.can_open():
        return "Make the first organiser's account: rauswurf createsuperuser"
    link = f"http://127.0.0.1:{port}{setup_link.new_address()}"
    until = timezone.localtime(end_of(Purpose.SETUP, timezone.now()))
    return f"Open this to set up your site, on this computer and until {until:%Y-%m-%d %H:%M}:\n  {link}"
