"""Results entered from slips."""

from typing import Any

from tests.tournaments.conftest import NOW
from tournaments import services
from tournaments.models import Event, EventGame
from tournaments.services import Slip

RED = Slip(places=("red",))


def enter(event: Event, number: int, slip: Slip = RED, **wanted: Any) -> EventGame:
    return services.enter_slip(event_id=event.pk, number=number, slip=slip, actor="user:1", now=NOW, **wanted)
