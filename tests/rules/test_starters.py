"""Who starts by throwing: the highest, and those who tie for it throw again (rulebook §10)."""

from datetime import date
from itertools import product

import pytest

from rules import StartingColour, Text
from rules.starters import after_throws, may_be_youngest

COLOURS = ("yellow", "red", "green")
ALL = StartingColour(None, Text("throw"), COLOURS)
DICE = range(1, 7)


@pytest.mark.parametrize("dice", list(product(DICE, repeat=3)))
def test_the_highest_throw_starts_and_those_tied_throw_again(dice: tuple[int, int, int]) -> None:
    made = dict(zip(COLOURS, dice, strict=True))
    highest = tuple(colour for colour in COLOURS if made[colour] == max(dice))
    found = after_throws(ALL, [made])
    if len(highest) == 1:
        assert (found.colour, found.to_throw) == (highest[0], ())
        return
    assert (found.colour, found.to_throw) == (None, highest)
    again = dict.fromkeys(highest, 2) | {highest[1]: 5}
    assert after_throws(ALL, [made, again]).colour == highest[1]
    # Throws that come one by one are a round once the last of them is made.
    assert after_throws(ALL, [made, {highest[1]: 5}]).to_throw == tuple(
        colour for colour in highest if colour != highest[1]
    )


@pytest.mark.parametrize("known", list(product((None, date(2000, 1, 1), date(2001, 1, 1)), repeat=3)))
def test_the_youngest_may_be_who_was_born_last_and_whose_date_is_not_known(
    known: tuple[date | None, ...],
) -> None:
    born = dict(zip(("anna", "bert", "cleo"), known, strict=True))
    last = date(2001, 1, 1) if date(2001, 1, 1) in known else date(2000, 1, 1)
    assert set(may_be_youngest(born)) == {key for key, day in born.items() if day in (None, last)}
