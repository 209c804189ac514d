"""Do long work beside the embedded server, and end when it does, however it does."""

import os
import signal
import threading
import time
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from config.priority import NICENESS
from config.work import LONG
from games.work.loops import Loops

#: It ends when there was nothing to do for so long; a rehearsal does something every 10 seconds.
IDLE_SECONDS = 15.0
_STANDARD_INPUT = 0


class Command(BaseCommand):
    """`manage.py work`: for `config.asgi_layers`, which holds the other end of our standard input.

    The kernel closes that end with the server, also where it is killed: nothing else reports a SIGKILL on every
    system. We have a group of processes of our own, which ends with all that the work has started.
    """

    help = "Do long work until there is none or standard input ends: what the embedded server starts."

    def handle(self, *args: Any, **options: Any) -> None:
        """Watch the server, and work."""
        if os.getpgrp() != os.getpid():
            raise CommandError(
                "manage.py serve starts it, with a group of processes of its own; use run_periodic"
            )
        threading.Thread(target=_end_with_the_server, daemon=True).start()
        os.nice(NICENESS["worker"])
        loops = Loops(LONG)
        loops.start()
        while loops.idle_seconds < IDLE_SECONDS:
            time.sleep(1)
        loops.stop(None)


def _end_with_the_server() -> None:
    while os.read(_STANDARD_INPUT, 1):
        pass
    os.killpg(os.getpgrp(), signal.SIGKILL)
