"""Lots that anybody can draw again: the order that follows from a text published beforehand."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256


def in_order_of(seed: str, subject: str, items: Iterable[str]) -> tuple[str, ...]:
    """The items, sorted by ``SHA-256("seed|subject|item")`` in hexadecimal; every order is equally likely.

    The same text gives the same order on every machine.
    """

    def lot(item: str) -> str:
        return sha256(f"{seed}|{subject}|{item}".encode()).hexdigest()

    return tuple(sorted(items, key=lot))
