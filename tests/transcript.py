"""Examples in documentation as tests: the commands of ```console blocks are run, and what they print is compared.

A line that begins with ``$`` is a command, ``>`` goes on with it, other lines are what it prints; ``…`` stands
for anything. All blocks of a file are one session of bash, from the first to the last.
"""

import re
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

_BLOCK = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)
#: Between what two commands print.
_MARK = "--- what the next command prints ---"
SECONDS = 60


@dataclass
class Command:
    """A command and the lines that it is said to print."""

    text: str
    prints: list[str]


def commands_of(file: Path) -> list[Command]:
    """The commands of a file's ```console blocks, in order."""
    found: list[Command] = []
    for block in _BLOCK.findall(file.read_text(encoding="utf-8")):
        for line in block.splitlines():
            if line.startswith("$ "):
                found.append(Command(line[2:], []))
            elif line.startswith("> "):
                found[-1].text += f"\n{line[2:]}"
            else:
                found[-1].prints.append(line)
    return found


def run(commands: list[Command], environment: Mapping[str, str]) -> list[str]:
    """What each command prints, run one after the other in one bash."""
    script = "\n".join(f"{command.text}\necho '{_MARK}'" for command in commands)
    done = subprocess.run(
        ["bash"],
        input=script,
        env=dict(environment),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=SECONDS,
    )
    return [printed.strip("\n") for printed in done.stdout.split(f"{_MARK}\n")[:-1]]


def is_as_told(command: Command, printed: str) -> bool:
    """Whether a command has printed what it is said to."""
    told = re.escape("\n".join(command.prints)).replace("…", ".*")
    return re.fullmatch(told, printed, re.DOTALL) is not None
