"""Serve the whole site from one process: pages, REST, streams and static files."""

from typing import Any

import uvicorn
from django.core.management.base import BaseCommand, CommandParser

from config.settings import env
from games.access import setup_link


class Command(BaseCommand):
    """`manage.py serve`: the embedded server, on HOST and PORT of the environment."""

    help = "Serve the site from one ASGI process (HOST, default 127.0.0.1; PORT, default 8000)."

    def add_arguments(self, parser: CommandParser) -> None:
        """Let the command line say what the environment says otherwise."""
        parser.add_argument("--host", default=env.str("HOST", default="127.0.0.1"))
        parser.add_argument("--port", type=int, default=env.int("PORT", default=8000))

    def handle(self, *args: Any, host: str, port: int, **options: Any) -> None:
        """Serve until a signal ends it; open streams get three seconds to close."""
        self.stdout.write(f"Rauswurf is at http://{host}:{port}/ – Ctrl-C ends it.")
        if setup_link.is_wanted():
            self.stdout.write("Open this to set up your site, on this computer and within a day:")
            self.stdout.write(f"  http://127.0.0.1:{port}{setup_link.new_address()}")
        self.stdout.flush()
        uvicorn.run(
            "config.asgi:application",
            host=host,
            port=port,
            http="config.header_timeout:PatientProtocol",
            ws="none",
            # Who asks is told by the connection, or by PROXIES in front (games.access.client_ip).
            proxy_headers=False,
            timeout_graceful_shutdown=3,
            log_config=None,
            access_log=False,
        )
