"""Two organisers at once: one game is started, the other is told so; results that come together both count."""

from typing import Any

import pytest

from games.models import Game
from tests.games.test_races import at_once
from tests.tournaments.conftest import NOW, YELLOW_STARTS, start, win
from tournaments import conduct
from tournaments.course import Course
from tournaments.errors import NotNow
from tournaments.models import Event, EventGame
from tournaments.projection import as_text, refresh, told

pytestmark = pytest.mark.django_db(transaction=True)


def test_of_many_organisers_at_once_one_starts_the_game(cup: Event) -> None:
    def begin(index: int) -> Any:
        return conduct.start_next_game(event_id=cup.pk, rounds=YELLOW_STARTS, actor=f"test:{index}", now=NOW)

    answers = at_once(6, begin)
    assert sum(isinstance(answer, conduct.Started) for answer in answers) == 1
    assert sum(isinstance(answer, NotNow) for answer in answers) == 5
    assert (EventGame.objects.count(), Game.objects.count()) == (1, 1)


def test_a_result_and_whatever_else_changes_meanwhile_are_all_in_the_table(cup: Event) -> None:
    game = start(cup, rounds=YELLOW_STARTS).game

    def work(index: int) -> Any:
        if index == 0:
            return win(game, "red")
        if index == 1:
            return conduct.change_event(event_id=cup.pk, changes={"name": "Grand Cup"}, actor="test", now=NOW)
        return refresh(event_id=cup.pk, now=NOW)

    answers = at_once(4, work)
    assert not [answer for answer in answers if isinstance(answer, Exception)]
    event = Event.objects.get(pk=cup.pk)
    assert as_text(told(Course.of(event))) == event.projection
    assert '"name":"Grand Cup"' in event.projection
    assert '"winners":["entry-2"]' in event.projection
