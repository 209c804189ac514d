"""The process that does long work beside the embedded server: there as long as there is some, never without it."""

import logging
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence

from django.conf import settings
from django.db import connections
from django.utils import timezone

from config.work import LONG
from games.work.claims import free_keys

logger = logging.getLogger(__name__)

#: Requests that have waited for the start of the server go before what takes a processor for itself.
AFTER_START = 3.0
#: The seconds between two looks for work, where there is no process.
SECONDS = 1.0
COMMAND = (sys.executable, str(settings.BASE_DIR / "manage.py"), "work")


class WorkProcess(threading.Thread):
    """Starts the process whenever there is long work, and waits until it ends."""

    def __init__(self) -> None:
        super().__init__(name="long work", daemon=True)
        self._stopping = threading.Event()
        self._process: subprocess.Popen[str] | None = None
        self._look_at = {work.kind: 0.0 for work in LONG}

    def run(self) -> None:
        """Look for work as long as the server lives."""
        pause = AFTER_START
        while not self._stopping.wait(pause):
            pause = SECONDS
            try:
                if self.is_anything_due():
                    self.run_command(COMMAND)
            except Exception:
                logger.exception("long work: something went wrong; again in %g s", SECONDS)

    def is_anything_due(self) -> bool:
        """Look for each kind of work as often as it says."""
        try:
            for work in LONG:
                if time.monotonic() >= self._look_at[work.kind]:
                    self._look_at[work.kind] = time.monotonic() + work.seconds
                    if free_keys(work, timezone.now()):
                        return True
            return False
        finally:
            connections.close_all()

    def stop(self) -> None:
        """Start no more, and end the process: whatever it is doing is done again later."""
        self._stopping.set()
        if (process := self._process) is not None and process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)

    def run_command(self, command: Sequence[str]) -> None:
        """Wait for the end of a command. What it prints is noted at DEBUG; what goes wrong it says by itself."""
        process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,  # open as long as we live; nothing is written
            stdout=subprocess.PIPE,
            text=True,
            errors="replace",
            start_new_session=True,
        )
        with process:
            self._process = process
            assert process.stdout is not None
            for line in process.stdout:
                logger.debug("long work: %s", line.rstrip())
        if process.returncode and not self._stopping.is_set():
            raise RuntimeError(f"it has ended with {process.returncode}")
