"""The random numbers of playouts: one stream a game, the same compiled and interpreted.

xoshiro128++ 1.1 (Blackman, Vigna: Scrambled linear pseudorandom number generators, 2021): four words of 32
bits, never beyond the 63 bits that a compiled integer holds. Which stream a game has follows
from the seed and the number of the game alone, so neither chunks nor cores change anything.
"""

import hashlib
from collections.abc import MutableSequence, Sequence

WORDS = 4
WORD = 0xFFFF_FFFF


def key(seed: int) -> tuple[int, ...]:
    """Four words from a seed, any whole number."""
    digest = hashlib.blake2b(str(seed).encode(), digest_size=4 * WORDS, person=b"playouts").digest()
    return tuple(int.from_bytes(digest[at : at + 4], "little") for at in range(0, 4 * WORDS, 4))


def seed_stream(stream: MutableSequence[int], words: Sequence[int], game: int) -> None:
    """Put the stream at the beginning of game number ``game`` of the seed with these words."""
    low, high = game & WORD, game >> 32
    for at in range(WORDS):
        stream[at] = mix(mix(words[at] ^ low) ^ high ^ at * 0x9E37_79B9 & WORD)
    stream[0] |= 1  # four zeros would stay zeros


def mix(word: int) -> int:
    """A word scattered one to one (the best known hash of two rounds by Wellons' hash-prospector)."""
    word ^= word >> 16
    word = word * 0x21F0_AAAD & WORD
    word ^= word >> 15
    word = word * 0x735A_2D97 & WORD
    return word ^ word >> 15


def next_word(stream: MutableSequence[int]) -> int:
    """The next word."""
    first, second, third, fourth = stream[0], stream[1], stream[2], stream[3]
    total = first + fourth & WORD
    result = (total << 7 & WORD | total >> 25) + first & WORD
    third ^= first
    fourth ^= second
    stream[0] = first ^ fourth
    stream[1] = second ^ third
    stream[2] = third ^ (second << 9 & WORD)
    stream[3] = fourth << 11 & WORD | fourth >> 21
    return result


def below(stream: MutableSequence[int], number: int) -> int:
    """A number from 0 on below ``number``, each equally likely (Lemire: Fast random integer generation, 2019)."""
    product = next_word(stream) * number
    if product & WORD < number:
        uneven = (WORD + 1) % number
        while product & WORD < uneven:
            product = next_word(stream) * number
    return product >> 32
