"""Online dice: rolls that no side can choose and anyone can compute again (docs/reference/dice.md).

Commit and reveal: the server makes a seed and shows its SHA-256 before the game; each side may add a
text of its own; the rolls follow from all of them by HMAC-SHA256 (RFC 2104, FIPS 180-4), and at the end
the seed is shown. Standard library only. ``docs/examples/verify_dice.py`` is a second implementation for
readers who do not trust this one; the test vectors hold for both.
"""

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count, islice

#: Names this construction in logs, so that another one could follow it.
CONSTRUCTION = "rauswurf-dice/1"
SEED_BYTES = 32
#: A roll takes one byte.
MOST_FACES = 256


@dataclass(frozen=True, slots=True)
class Terms:
    """What the rolls follow from beside the server's seed: the game's id, the faces, the seeds of the sides.

    ``faces`` are 1 to 256, a face listed twice comes twice as often. ``sides`` are pairs of
    a side's id and its text, empty if it added none, in the order of the seats. Raises ``ValueError``
    for dice with too many faces or none.
    """

    game: str
    faces: tuple[int, ...]
    sides: tuple[tuple[str, str], ...]

    def __post_init__(self) -> None:
        if not 1 <= len(self.faces) <= MOST_FACES:
            raise ValueError(f"a die has 1 to {MOST_FACES} faces here, not {len(self.faces)}")


def commitment(seed: bytes) -> str:
    """Return what is shown of a seed before the game: its SHA-256 in hexadecimal digits."""
    return hashlib.sha256(seed).hexdigest()


def message(terms: Terms, block: int) -> bytes:
    """Return the text that the seed signs for block ``block``, counted from 0: lines of ASCII, none at the end.

    The texts of the sides stand as the hexadecimal digits of their UTF-8, so that no text can look like
    another line.
    """
    sides = [f"{side}:{text.encode().hex()}" for side, text in terms.sides]
    return "\n".join((CONSTRUCTION, terms.game, *sides, str(block))).encode("ascii")


def stream(seed: bytes, terms: Terms) -> Iterator[int]:
    """Yield the bytes of blocks 0, 1, 2, …, 32 each, without end."""
    for block in count():
        yield from hmac.digest(seed, message(terms, block), "sha256")


def faces_of(numbers: Iterator[int], faces: Sequence[int]) -> Iterator[int]:
    """Map bytes to faces without bias: bytes that would favour some faces are rejected.

    With 6 faces these are the bytes from 252 on: of the others each face has 42.
    """
    usable = MOST_FACES - MOST_FACES % len(faces)
    return (faces[number % len(faces)] for number in numbers if number < usable)


def rolls(seed: bytes, terms: Terms) -> Iterator[int]:
    """Yield the rolls of a game from the first on, without end."""
    return faces_of(stream(seed, terms), terms.faces)


class Rolls:
    """The rolls of a game by number, counted from 1; computed lazily."""

    def __init__(self, seed: bytes, terms: Terms) -> None:
        self._to_come = rolls(seed, terms)
        self._known: list[int] = []

    def __getitem__(self, number: int) -> int:
        """Return what roll ``number`` shows."""
        self._known += islice(self._to_come, max(0, number - len(self._known)))
        return self._known[number - 1]
