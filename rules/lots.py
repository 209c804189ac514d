"""Lots that anybody can draw again: the order that follows from a text published beforehand."""

from collections.abc import Iterable
from hashlib import sha256


def shuffle_by(seed: str, subject: str, items: Iterable[str]) -> tuple[str, ...]:
    """The items, sorted by ``SHA-256("seed|subject|item")`` in hexadecimal; every order is equally likely.

    The same text gives the same order on every machine.
    """
    return tuple(sorted(items, key=lambda item: sha256(seed_line(seed, subject, item).encode()).hexdigest()))


def seed_line(seed: str, subject: str, item: str) -> str:
    """What is hashed of an item in a draw from a published seed."""
    return f"{seed}|{subject}|{item}"
