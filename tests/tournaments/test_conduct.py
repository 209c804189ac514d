"""An evening: entries, the draw, games that start as the sporting rules say, a table that follows each result."""

import pytest

from tests.tournaments.conftest import YELLOW_STARTS, start, win
from tournaments.models import Event
from tournaments.reading import overview

pytestmark = pytest.mark.django_db


def told(event: Event) -> dict:
    return overview(Event.objects.get(pk=event.pk))


def test_an_evening_of_a_championship(cup: Event) -> None:
    first = start(cup, rounds=YELLOW_STARTS)
    assert first.game.starter == "yellow"
    win(first.game, "red")
    second = start(cup)
    assert (second.game.starter, second.starter_reason.en) == ("red", "Red clinched Game 1")
    win(second.game, "blue")
    found = told(cup)
    assert found["status"] == "finished"
