"""Results entered from slips."""

from typing import Any

from tests.tournaments.conftest import NOW
from tournaments import services
from tournaments.models import Event, EventGame
from tournaments.services import ResultSlip

RED = ResultSlip(places=("red",))


def enter(event: Event, number: int, slip: ResultSlip = RED, **wanted: Any) -> EventGame:
    return services.enter_result(
        event_id=event.pk, number=number, slip=slip, actor="user:1", now=NOW, **wanted
    )
