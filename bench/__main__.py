"""Every measurement, one after the other: `python -m bench [NAME …]`, or `make bench`.

Each has a process of its own, with an empty folder of data that is deleted afterwards and without the databases and
brokers that the environment names, so that nothing of the site around is touched. What fails is told, the others are
made, and at the end the status is 1.
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench.calibration import calibrate
from bench.size import WHOLE

#: In this order: what takes a core for itself first, then what needs servers.
MEASUREMENTS = (
    "playouts",
    "seating",
    "recording",
    "pages",
    "streams",
    "load",
    "hall_day",
    "forecasts",
    "season",
    "backup",
)
#: What measurements are made with.
HELPERS = ("calibration", "load_clients", "past_season", "size")
#: Where a site keeps what it has; each measurement has its own.
PLACES = ("DATABASE_URL", "REDIS_URL", "DATA_DIR", "RAUSWURF_TEST_DATA")


def made(name: str) -> bool:
    """Make a measurement; whether it has come to its end."""
    print(f"\n== {name}", flush=True)
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="rauswurf-bench-") as folder:
        done = subprocess.run(
            [sys.executable, "-m", f"bench.{name}"],
            env=environment(folder),
            cwd=Path(__file__).parent.parent,
            check=False,
        )
    ended = "ended" if done.returncode == 0 else f"FAILED with status {done.returncode}"
    print(f"== {name} {ended} after {time.monotonic() - begun:.0f} s", flush=True)
    return done.returncode == 0


def environment(folder: str) -> dict[str, str]:
    """Return the environment of a measurement: its data in this folder, without the site's own places."""
    return {**{key: value for key, value in os.environ.items() if key not in PLACES}, "DATA_DIR": folder}


def main(names: list[str]) -> int:
    """Make these measurements, or all; 1 if one has failed."""
    unknown = [name for name in names if name not in MEASUREMENTS]
    if unknown:
        print(f"{', '.join(unknown)}: there are {', '.join(MEASUREMENTS)}")
        return 2
    print(calibrate())
    print(
        "in full" if WHOLE else "small; in full with RAUSWURF_BENCH=whole, as for docs/develop/performance.md"
    )
    begun = time.monotonic()
    failed = [name for name in names or MEASUREMENTS if not made(name)]
    ended = f"FAILED: {', '.join(failed)}" if failed else "all have come to their end"
    print(f"\nafter {time.monotonic() - begun:.0f} s: {ended}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
