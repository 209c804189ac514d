"""A sentence that is read out ends once."""

import pytest

from games.templatetags.board import full_stop


@pytest.mark.parametrize(
    ("said", "read_out"),
    [
        ("Call for the referee: Was that a six?", "Call for the referee: Was that a six?"),
        ("Yellow on A → 5", "Yellow on A → 5."),
        ("Note: done.", "Note: done."),
    ],
)
def test_a_sentence_has_one_sign_at_its_end(said: str, read_out: str) -> None:
    assert full_stop(said) == read_out
