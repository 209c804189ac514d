"""Open tournaments with rows: what their games leave is read, told and kept."""

import uuid
from typing import Any

import pytest
from rest_framework.test import APIClient

from games.enums import EventKind, Role
from games.services import recorder
from games.services.commands import EventCommand
from tests.games.conftest import client_with
from tests.tournaments.conftest import NOW, start
from tests.tournaments.played_events import entered
from tournaments import services
from tournaments.models import Event
from tournaments.standings.event_state import EventState

pytestmark = pytest.mark.django_db


def begun(**settings: Any) -> Event:
    """Three people at a table whose game has begun."""
    event = entered("open", settings={"rounds": 1, "finals": "none", "prizes": 1, **settings})
    services.draw_in_seed_order(event_id=event.pk, actor="test", now=NOW)
    start(event, rounds=[{"yellow": 6, "green": 1, "red": 2}])
    return Event.objects.get(pk=event.pk)


def stopped(event: Event) -> EventState:
    """The same, its game adjudicated before anybody has thrown: all boards are equal."""
    played = event.games.get()
    wanted = EventCommand(
        EventKind.ADJUDICATION,
        {"method": "counting-points", "throws": [], "reason": "time limit"},
        uuid.uuid4(),
    )
    recorder.record(game_id=played.game_id, wanted=wanted, expected=played.game.number, actor="test", now=NOW)
    return EventState.load(Event.objects.get(pk=event.pk))


def test_an_adjudication_that_is_level_at_the_top_is_a_result_of_a_table() -> None:
    state = stopped(begun())
    (result,) = state.contest.results
    assert [sorted(group) for group in result.level] == [["entry-1", "entry-2", "entry-3"]]
    assert result.board.startswith("4x10 ")
    assert not state.verdict.next_games
    assert [len(draw.items) for draw in state.verdict.draws] == [3]  # the first prize is thrown for


def test_a_forecast_is_refused_with_its_reason() -> None:
    event = begun()
    answer: Any = APIClient.post(
        client_with(Role.ORGANISER),
        f"/api/v1/events/{event.slug}/forecast/",
        {"strengths": "equal", "runs": 10},
    )
    assert answer.status_code == 409
    assert "rounds that are still to be drawn are not simulated" in answer.json()["detail"]
