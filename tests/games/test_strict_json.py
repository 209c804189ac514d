"""JSON that is read means one thing, and names the place of what cannot be kept."""

import json
from typing import Any

import pytest
from hypothesis import given, strategies as st

from games.errors import BadRequest
from games.validation.strict_json import DEEPEST, read_json

_TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"))
_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | _TEXTS,
    lambda inside: st.lists(inside) | st.dictionaries(_TEXTS, inside),
    max_leaves=20,
)


@given(_VALUES)
def test_what_means_one_thing_is_read_as_it_was_written(value: Any) -> None:
    assert read_json(json.dumps(value)) == value
    assert read_json(json.dumps(value, ensure_ascii=False).encode()) == value


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ('{"die": 3, "die": 4}', "'die'"),
        ('{"a": [1, {"b": "\\u0000"}]}', "a[1].b: U+0000"),
        ('{"a": {"\\ud800": 1}}', "a: U+D800"),
        ('{"a": 1e400}', "1e400"),
        ('{"a": NaN}', "NaN"),
        (f'{{"a": {"9" * 5000}}}', "9999"),
        (b'{"a": "\xff"}', "8"),
        ('{"a": 1', "1"),
        ("", "1"),
    ],
)
def test_what_does_not_is_refused_with_its_place(written: str | bytes, told: str) -> None:
    with pytest.raises(BadRequest) as refused:
        read_json(written)
    assert told in refused.value.message.en
    assert told in refused.value.message.de


def test_what_is_nested_is_read_to_a_limit() -> None:
    assert read_json("[" * DEEPEST + "]" * DEEPEST)
    for deeper in (DEEPEST + 1, 100_000):
        with pytest.raises(BadRequest, match="nested"):
            read_json("[" * deeper + "]" * deeper)


def test_a_place_is_told_briefly_however_long_its_names_are() -> None:
    with pytest.raises(BadRequest) as refused:
        read_json(json.dumps({"a" * 100_000: {"b": "\x00"}}))
    assert refused.value.details["field"] == "a" * 40 + ".b"
