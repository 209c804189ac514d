"""A service manager for tests, as ``systemctl``: ``start FOLDER COMMAND …``, ``stop FOLDER``, ``restart FOLDER …``.

It ends services as the units in ``deploy/systemd`` say (``KillMode=mixed``, ``TimeoutStopSec``).
"""

import json
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

#: So long a service may take to end by itself.
STOP_SECONDS = 10


def start(folder: Path, command: list[str]) -> None:
    """Start it as nobody's child; go on at once."""
    with open(folder / "said", "ab") as said:
        process = subprocess.Popen(command, cwd="/", stdout=said, stderr=said, start_new_session=True)
    (folder / "pid").write_text(str(process.pid))
    (folder / "command").write_text(json.dumps(command))


def restart(folder: Path) -> None:
    """End it and start it again by the same command."""
    stop(folder)
    start(folder, json.loads((folder / "command").read_text()))


def stop(folder: Path) -> None:
    """Ask it to end, and wait until it has; what is left of it then is killed."""
    process = int((folder / "pid").read_text())
    until = time.monotonic() + STOP_SECONDS
    with suppress(ProcessLookupError):
        os.kill(process, signal.SIGTERM)
        while _lives(process) and time.monotonic() < until:
            time.sleep(0.01)
        os.killpg(process, signal.SIGKILL)


def _lives(process: int) -> bool:
    try:
        status = Path(f"/proc/{process}/stat").read_text(encoding="utf-8")
    except OSError:
        return False
    return status.rpartition(")")[2].split()[0] not in "ZX"


if __name__ == "__main__":
    what, where, *rest = sys.argv[1:]
    match what:
        case "start":
            start(Path(where), rest)
        case "stop":
            stop(Path(where))
        case "restart":
            with ThreadPoolExecutor() as pool:
                list(pool.map(restart, map(Path, [where, *rest])))
