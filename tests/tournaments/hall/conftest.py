"""A hall whose first round is being played."""

import pytest

from tests.tournaments.hall.halls import WHO, again, new_hall, published
from tournaments.models import Event, Season
from tournaments.services import hall
from tournaments.standings.hall import HallRound


@pytest.fixture
def playing(season: Season) -> tuple[Event, HallRound]:
    """A hall of eight whose first round is published."""
    event = new_hall(season, 8)
    hall.check_in_all(event_id=event.pk, **WHO)
    return again(event), published(event)
