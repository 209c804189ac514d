"""Which kernel plays: the compiled one as soon as it is there, the interpreted one until then.

Both play the same games, so a run may begin with one and end with the other.
"""

import logging
import threading
from functools import cache
from typing import Any, Protocol

from rules.simulate import jit, loop

#: Bits of a mask that a compiled integer holds.
COMPILED_BITS = 63


class Engine(Protocol):
    """A kernel and the form of sequences that it reads and changes."""

    def sequence(self, values: Any) -> Any:
        """Numbers in that form."""

    def play_games(self, *arguments: Any) -> None:
        """As ``loop.play_games``."""


class Interpreted:
    """The kernel in plain Python."""

    def sequence(self, values: Any) -> Any:
        return list(values)

    def play_games(self, *arguments: Any) -> None:
        """As ``loop.play_games``."""
        loop.play_games(*arguments)


INTERPRETED = Interpreted()
_compiled: Engine | None = None
_warming: threading.Thread | None = None
_lock = threading.Lock()


def best(bits: int) -> Engine:
    """The fastest kernel that is ready now for masks of ``bits`` bits."""
    return INTERPRETED if _compiled is None or bits > COMPILED_BITS else _compiled


def is_compiled() -> bool:
    return _compiled is not None


@cache
def version() -> str:
    """A version of this kernel, its rules and policies: 16 digits."""
    return jit.digest(loop.play_games)


def warm_up() -> threading.Thread:
    """Begin to compile in the background, or to read what was compiled before; ``join`` the thread to wait for it.

    Nothing happens where numba is not installed, or where it has been done.
    """
    global _warming
    with _lock:
        if _warming is None:
            warming = threading.Thread(target=_compile, name="playouts-warm-up", daemon=True)
            warming.start()
            _warming = warming
        return _warming


def _compile() -> None:
    global _compiled
    if not jit.available():
        return
    try:
        _compiled = jit.Compiled()
    except Exception:
        logging.getLogger(__name__).exception("playouts are not compiled and stay slow")
