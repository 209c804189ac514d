"""Online dice: fixed vectors, and the laws that make a roll a roll."""

import hmac
from collections import Counter
from dataclasses import replace
from itertools import islice

import pytest
from hypothesis import given, strategies as st

from games.domain.commit_reveal import (
    MOST_FACES,
    SEED_BYTES,
    Terms,
    commitment,
    faces_of,
    message,
    rolls,
)
from tests.games.dice.committed import ANNA, BERT, GAME, SEED, TERMS
from tests.servers import ROOT

seeds = st.binary(min_size=SEED_BYTES, max_size=SEED_BYTES)
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)


def first(number: int, terms: Terms, seed: bytes = SEED) -> list[int]:
    return list(islice(rolls(seed, terms), number))


# -- known answers: whoever changes one of these changes every game that was played ------------------


def test_the_commitment_of_a_known_seed() -> None:
    assert commitment(SEED) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"


def test_the_rolls_of_a_known_game() -> None:
    assert first(60, TERMS) == [
        *(3, 2, 5, 2, 4, 4, 4, 3, 1, 6, 4, 3, 2, 6, 2, 6, 1, 6, 1, 5),
        *(3, 2, 3, 5, 2, 5, 1, 6, 5, 3, 5, 3, 1, 5, 5, 2, 4, 4, 5, 1),
        *(2, 6, 1, 2, 2, 6, 1, 1, 5, 3, 5, 5, 1, 3, 1, 4, 3, 5, 4, 1),
    ]


def test_the_rolls_of_a_known_game_with_an_odd_die() -> None:
    odd = replace(TERMS, faces=(0, 1, 2, 3, 6, 6, 6))
    assert first(30, odd) == [
        *(0, 3, 0, 6, 1, 6, 0, 6, 6, 3, 6, 6, 2, 2, 3, 0, 6, 0, 2, 6),
        *(1, 2, 6, 0, 3, 6, 0, 2, 6, 2),
    ]


# -- laws ------------------------------------------------------------------------------------------


def test_of_all_bytes_every_face_has_the_same_number() -> None:
    for faces in range(1, MOST_FACES + 1):
        counted = Counter(faces_of(iter(range(256)), range(faces)))
        assert set(counted) == set(range(faces))
        assert set(counted.values()) == {256 // faces}


def test_a_face_that_stands_twice_has_twice_the_bytes() -> None:
    counted = Counter(faces_of(iter(range(256)), (1, 2, 6, 6)))
    assert counted == {1: 64, 2: 64, 6: 128}


@pytest.mark.parametrize("faces", [(), tuple(range(257))])
def test_a_die_that_a_byte_cannot_roll_is_refused(faces: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="1 to 256 faces"):
        Terms(GAME, faces, ())


@given(seeds, seeds)
def test_a_commitment_binds_to_one_seed(seed: bytes, other: bytes) -> None:
    assert (commitment(seed) == commitment(other)) == (seed == other)


@given(st.lists(texts, min_size=2, max_size=2), st.lists(texts, min_size=2, max_size=2), st.integers(0, 99))
def test_no_two_sets_of_texts_are_signed_the_same(one: list[str], two: list[str], block: int) -> None:
    messages = [
        message(replace(TERMS, sides=tuple(zip((ANNA, BERT), told, strict=True))), block)
        for told in (one, two)
    ]
    assert (messages[0] == messages[1]) == (one == two)


def test_the_worked_example_of_the_documentation_is_true() -> None:
    text = (ROOT / "docs/reference/dice.md").read_text(encoding="utf-8")
    block = hmac.digest(SEED, message(TERMS, 0), "sha256").hex()
    lines = "\n".join(f"  {line}" for line in message(TERMS, 0).decode().splitlines())
    for told in (SEED.hex(), lines, commitment(SEED), block, " ".join(map(str, first(20, TERMS)))):
        assert told in text
