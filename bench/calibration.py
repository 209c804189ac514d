"""What machine a measurement ran on, and how fast it is: every figure stands beside this line.

`python -m bench.calibration` prints it; the other measurements print it first.
"""

import os
import platform
import sys
import time
from dataclasses import dataclass
from pathlib import Path

ROUNDS = 2_000_000
TRIES = 5


@dataclass(frozen=True)
class Calibration:
    """A machine and the CPU milliseconds that it needs for one fixed loop in plain Python."""

    milliseconds: float
    processor: str
    cores: int
    python: str

    def __str__(self) -> str:
        return (
            f"calibration: {self.milliseconds:.0f} ms for {ROUNDS:,} rounds of plain Python | "
            f"{self.processor}, {self.cores} cores | {self.python}"
        )


def calibrate() -> Calibration:
    """Measure this machine: the best of a few tries, in CPU time of this process."""
    best = min(_loop() for _ in range(TRIES))
    python = f"{platform.python_implementation()} {platform.python_version()}, {sys.platform}"
    return Calibration(best, _processor(), os.cpu_count() or 1, python)


def _loop() -> float:
    started = time.process_time()
    number = 1
    for _ in range(ROUNDS):
        number = (number * 1_103_515_245 + 12_345) & 0x7FFFFFFF
    return (time.process_time() - started) * 1000


def _processor() -> str:
    """The processor's name as Linux tells it, else as Python does."""
    cpuinfo = Path("/proc/cpuinfo")
    lines = cpuinfo.read_text(encoding="utf-8").splitlines() if cpuinfo.exists() else []
    named = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(named, platform.processor() or platform.machine())


if __name__ == "__main__":
    print(calibrate())
