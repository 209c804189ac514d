"""A service manager for tests: ``start FOLDER COMMAND …`` and ``stop FOLDER``, as ``systemctl`` for one service."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path


def start(folder: Path, command: list[str]) -> None:
    """Start it as nobody's child; go on at once."""
    with open(folder / "said", "ab") as said:
        process = subprocess.Popen(command, stdout=said, stderr=said, start_new_session=True)
    (folder / "pid").write_text(str(process.pid))


def stop(folder: Path) -> None:
    """Ask it to end, and wait until it has."""
    process = int((folder / "pid").read_text())
    os.kill(process, signal.SIGTERM)
    while _lives(process):
        time.sleep(0.01)


def _lives(process: int) -> bool:
    try:
        status = Path(f"/proc/{process}/stat").read_text(encoding="utf-8")
    except OSError:
        return False
    return status.rpartition(")")[2].split()[0] not in "ZX"


if __name__ == "__main__":
    what, where, *rest = sys.argv[1:]
    if what == "start":
        start(Path(where), rest)
    else:
        stop(Path(where))
