"""Which kernel plays: the compiled one as soon as it is there, the interpreted one until then.

Both play the same games, so a run may begin with one and end with the other.
"""

import threading
from collections.abc import Iterator
from functools import cache
from typing import Any

from rules.kernel.ply import RuleConstants
from rules.simulate import jit, loop
from rules.simulate.jit import Engine

#: Bits of a mask that a compiled integer holds.
COMPILED_BITS = 63


INTERPRETED = Engine(loop.play_games)
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
    _compiled = jit.compiled_engine(loop.play_games, _no_game, "playouts are")


def _no_game(none: Any) -> Iterator[Any]:
    """What the kernel is called with where no game is to be played."""
    yield RuleConstants((0, 0, 0, 0, 0), *(0 for _ in RuleConstants._fields[1:]))
    yield loop.Seats(*(none for _ in loop.Seats._fields))
    yield from (none, 0, 0, 0, *(none for _ in range(14)))
