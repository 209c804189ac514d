"""Every roll of online dice is used once and in its turn: a log that leaves one out or uses one twice is not read."""

import pytest

from games.domain.events.online_dice import after_roll
from games.domain.provably_fair import OnlineDice
from games.domain.state import State
from rules import RULE_SETS


def after(roll: int) -> OnlineDice | None:
    """What the dice are after the event that uses this roll, when three are used up."""
    dice = OnlineDice(commitment="c", rolls=3)
    state = State(RULE_SETS["schmidt"], {"p": ["yellow"]}, dice=dice)
    return after_roll(state, {"die": 5, "roll": roll})


@pytest.mark.parametrize("roll", [0, 3, 5, 6])
def test_a_roll_left_out_or_used_twice_is_an_error(roll: int) -> None:
    with pytest.raises(ValueError, match=str(roll)):
        after(roll)
