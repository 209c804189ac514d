"""The kernel compiled with numba: made from the very functions that run interpreted, cached on the disk.

Nothing here is imported before it is needed. The functions are copied with their helpers replaced by
compiled ones; what numba keeps in its cache is found by a name that holds the digest of them all, so
that no older rules can come back.
"""

import hashlib
import importlib.util
import logging
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import FunctionType
from typing import Any

from rules.kernel.ply import RuleConstants
from rules.simulate import loop

logger = logging.getLogger(__name__)

#: The room whose functions are compiled wherever they are called; others with those of their own room.
ROOM = "rules"


def available() -> bool:
    return importlib.util.find_spec("numba") is not None


@dataclass(frozen=True, slots=True)
class Engine:
    """A function of numbers, and the form of sequences that it reads and changes: interpreted, or compiled."""

    run: Callable[..., Any]
    sequence: Callable[[Iterable[int]], Any] = list


def compiled_engine(
    function: Callable[..., Any], nothing: Callable[[Any], Iterable[Any]], what: str
) -> Engine | None:
    """The function compiled, or read from the cache, which may take a minute; ``None`` where it stays interpreted.

    ``nothing``: arguments as it will be called with, but with nothing to do; made of an empty sequence.
    """
    if not available():
        return None
    try:
        import numpy

        def sequence(values: Iterable[int]) -> Any:
            return numpy.array(list(values), dtype=numpy.int64)

        return Engine(compiled(function, *nothing(sequence(()))), sequence)
    except Exception:
        logger.exception("%s not compiled and stay slow", what)
        return None


def compiled(function: Any, *arguments: Any) -> Any:
    """A function of the rules compiled, or read from the cache, and called once with what it will be called with."""
    import numba

    _teach_bits()
    making = _Compiling(numba.njit)
    found = making.compile_cached(function)
    try:
        found(*arguments)
    except Exception as why:
        # A file that breaks off, a disk that is full: reading and writing may raise anything.
        logger.warning(
            "the compiled kernel cannot be read or cached (%r): it is compiled for this process alone", why
        )
        _forget(found.stats.cache_path, function)
        found = making.compile_plain(function)
        found(*arguments)
    return found


def _forget(place: str | None, function: Any) -> None:
    """Delete the cache of a function, so that the next process can write it again."""
    for path in Path(place).glob(f"*{digest(function)}*") if place else ():
        with suppress(OSError):
            path.unlink()


class _Compiling:
    """Compiled copies of functions and of all functions of ours that they call."""

    def __init__(self, njit: Callable[..., Any]) -> None:
        self._njit = njit
        self._made: dict[FunctionType, Any] = {}

    def compile_cached(self, function: Any) -> Any:
        """A compiled function that is cached with all it calls."""
        copy = self._copied(function)
        copy.__qualname__ = f"{function.__name__}_{digest(function)}"
        try:
            return self._njit(nogil=True, error_model="numpy", cache=True)(copy)
        except RuntimeError:  # nowhere to write
            return self._njit(nogil=True, error_model="numpy")(copy)

    def compile_plain(self, function: FunctionType) -> Any:
        """A compiled function that is not cached, or only as a part of one that calls it."""
        if function not in self._made:
            self._made[function] = self._njit(nogil=True, error_model="numpy")(self._copied(function))
        return self._made[function]

    def _copied(self, function: FunctionType) -> FunctionType:
        names = {name: self.compile_plain(helper) for name, helper in _helpers(function).items()}
        return FunctionType(
            function.__code__, {**function.__globals__, **names}, function.__name__, function.__defaults__
        )


def digest(function: Any) -> str:
    """A digest of a function and of all that it calls, so that earlier versions are recognised: 16 digits.

    Of the functions that run, not of their files, which may be newer than what a process has read of them.
    """
    found = hashlib.sha256(repr((RuleConstants._fields, loop.Seats._fields)).encode())
    for called in sorted(_reached(function), key=lambda each: (each.__module__, each.__name__)):
        code = called.__code__
        said = (code.co_code, code.co_consts, code.co_names, code.co_varnames, called.__defaults__)
        found.update(repr((said, _constants(called))).encode())
    return found.hexdigest()[:16]


def _helpers(function: FunctionType) -> dict[str, FunctionType]:
    """The functions of its room and of the rules that a function calls, by the names it has for them."""
    named = {name: function.__globals__.get(name) for name in function.__code__.co_names}
    rooms = (_room(function), ROOM)
    return {
        name: value
        for name, value in named.items()
        if isinstance(value, FunctionType) and _room(value) in rooms
    }


def _room(function: FunctionType) -> str:
    return function.__module__.partition(".")[0]


def _reached(function: FunctionType) -> set[FunctionType]:
    """A function and all it calls, directly or not."""
    found = {function}
    for helper in _helpers(function).values():
        found |= _reached(helper)
    return found


def _constants(function: FunctionType) -> list[tuple[str, int]]:
    named = {name: function.__globals__.get(name) for name in function.__code__.co_names}
    return sorted((name, value) for name, value in named.items() if isinstance(value, int))


def _teach_bits() -> None:
    """Teach numba ``bit_count`` and ``bit_length`` of a number that is not negative."""
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic, overload_method

    @intrinsic
    def population(typing: Any, number: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.ctpop(arguments[0])

        return types.int64(types.int64), generate

    @intrinsic
    def leading(typing: Any, number: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.ctlz(arguments[0], ir.Constant(ir.IntType(1), 0))

        return types.int64(types.int64), generate

    @overload_method(types.Integer, "bit_count")
    def bit_count(number: Any) -> Any:
        def counted(number: Any) -> Any:
            return population(number)  # type: ignore[call-arg]

        return counted

    @overload_method(types.Integer, "bit_length")
    def bit_length(number: Any) -> Any:
        def measured(number: Any) -> Any:
            return 64 - leading(number)  # type: ignore[call-arg]

        return measured
