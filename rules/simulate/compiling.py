"""The kernel compiled with numba: made from the very functions that run interpreted, kept on the disk.

Nothing here is imported before it is needed. The functions are copied with their helpers replaced by
compiled ones; what numba keeps in its cache is found by a name that holds the digest of all their sources, so
that no older rules can come back.
"""

from __future__ import annotations

import hashlib
import importlib.util
import inspect
from collections.abc import Callable
from types import FunctionType
from typing import Any

from rules.simulate import kernel
from rules.throw import Ground

#: What the prefix of a module's name must be for its functions to be compiled.
PACKAGE = "rules."


def available() -> bool:
    """Whether numba is installed."""
    return importlib.util.find_spec("numba") is not None


class Compiled:
    """The kernel compiled, or read from the cache: ready when made, which may take a minute."""

    def __init__(self) -> None:
        import numba
        import numpy

        _teach_bits()
        self._numpy = numpy
        self.play_games: Callable[..., None] = _Compiling(numba.njit).entry(kernel.play_games)
        self._compile()

    def sequence(self, values: Any) -> Any:
        """Numbers in the form that the compiled kernel reads and changes."""
        return self._numpy.array(list(values), dtype=self._numpy.int64)

    def _compile(self) -> None:
        """Call it with what it will be called with, but for no game."""
        none = self.sequence(())
        rules = Ground((0, 0, 0, 0, 0), *(0 for _ in Ground._fields[1:]))
        seats = kernel.Seats(*(none for _ in kernel.Seats._fields))
        self.play_games(rules, seats, none, 0, 0, 0, *(none for _ in range(14)))


class _Compiling:
    """Compiled copies of functions and of all functions of the package that they call."""

    def __init__(self, njit: Callable[..., Any]) -> None:
        self._njit = njit
        self._made: dict[FunctionType, Any] = {}

    def entry(self, function: Any) -> Any:
        """A compiled function that is kept in the cache with all it calls."""
        copy = self._copied(function)
        copy.__qualname__ = f"{function.__name__}_{digest(function)}"
        try:
            return self._njit(nogil=True, error_model="numpy", cache=True)(copy)
        except RuntimeError:  # nowhere to write
            return self._njit(nogil=True, error_model="numpy")(copy)

    def _called(self, function: FunctionType) -> Any:
        if function not in self._made:
            self._made[function] = self._njit(nogil=True, error_model="numpy")(self._copied(function))
        return self._made[function]

    def _copied(self, function: FunctionType) -> FunctionType:
        names = {name: self._called(helper) for name, helper in _helpers(function).items()}
        return FunctionType(
            function.__code__, {**function.__globals__, **names}, function.__name__, function.__defaults__
        )


def digest(function: Any) -> str:
    """What tells a function from what it was, and from what all that it calls was, under earlier rules: 16 digits."""
    found = hashlib.sha256()
    for called in sorted(_reached(function), key=lambda each: (each.__module__, each.__name__)):
        found.update(inspect.getsource(called).encode())
        found.update(repr(_constants(called)).encode())
    return found.hexdigest()[:16]


def _helpers(function: FunctionType) -> dict[str, FunctionType]:
    """The functions of the package that a function calls, by the names it has for them."""
    named = {name: function.__globals__.get(name) for name in function.__code__.co_names}
    return {
        name: value
        for name, value in named.items()
        if isinstance(value, FunctionType) and value.__module__.startswith(PACKAGE)
    }


def _reached(function: FunctionType) -> set[FunctionType]:
    """A function and all it calls, directly or not."""
    found = {function}
    for helper in _helpers(function).values():
        found |= _reached(helper)
    return found


def _constants(function: FunctionType) -> list[tuple[str, int]]:
    """The numbers by name that a function uses."""
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
