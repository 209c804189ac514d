"""A hall whose first round is being played."""

import pytest

from tests.tournaments.hall.halls import again, new_hall, published
from tournaments.models import Event, Season
from tournaments.standings.rounds import HallRound


@pytest.fixture
def playing(season: Season) -> tuple[Event, HallRound]:
    """A hall of eight whose first round is published."""
    event = new_hall(season, 8, are_present=True)
    return again(event), published(event)
