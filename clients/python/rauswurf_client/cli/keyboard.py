"""Keys as they are pressed; a pipe is a keyboard too."""

from __future__ import annotations

import sys
from types import TracebackType
from typing import Any, Self


class Keyboard:
    """One key at a time, without Enter; the terminal is as before afterwards."""

    def __init__(self) -> None:
        self._is_terminal = sys.stdin.isatty()
        self._before: Any = None

    def __enter__(self) -> Self:
        if self._is_terminal and sys.platform != "win32":
            import termios
            import tty

            self._before = termios.tcgetattr(sys.stdin)
            tty.setcbreak(sys.stdin)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._before is not None:
            import termios

            termios.tcsetattr(sys.stdin, termios.TCSADRAIN, self._before)

    def key(self) -> str | None:
        """The next key, white space left out; `None` where there are no more."""
        while True:
            pressed = self._read()
            if not pressed:
                return None
            if not pressed.isspace():
                return pressed

    def _read(self) -> str:
        if self._is_terminal and sys.platform == "win32":
            import msvcrt

            return msvcrt.getwch()
        return sys.stdin.read(1)
