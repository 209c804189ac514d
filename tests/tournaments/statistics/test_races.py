"""Results that come and are corrected while several count: nobody waits for anybody else, nothing is lost."""

from typing import Any

import pytest

from games.models import Player
from tests.concurrency import at_once
from tests.tournaments.statistics.conftest import correct, count_all, played
from tournaments.models import CountedGame
from tournaments.players.rebuild import differences

pytestmark = pytest.mark.django_db(transaction=True)
ROUNDS = 4


def test_whatever_comes_while_several_count_is_counted_in_the_end(players: list[Player]) -> None:
    anna, bert, cora = players
    corrected = [played(players, anna, day) for day in range(ROUNDS)]

    def work(index: int) -> Any:
        for number in range(ROUNDS):
            if index == 0:
                correct(corrected[number], bert)
            elif index == 1:
                played(players, cora, number)
            else:
                count_all()

    assert [each for each in at_once(4, work) if isinstance(each, Exception)] == []
    count_all()
    assert differences() == []
    assert CountedGame.objects.count() == 2 * ROUNDS
