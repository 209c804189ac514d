"""A hall whose first round is being played."""

import pytest

from tests.tournaments.hall.halls import again, new_hall, published, state
from tournaments.models import Event, Season
from tournaments.standings.rounds import HallRound, round_of_subject


@pytest.fixture
def event(season: Season) -> Event:
    """A hall of eight whose first round is published."""
    event = new_hall(season, 8, are_present=True)
    published(event)
    return again(event)


@pytest.fixture
def round_(event: Event) -> HallRound:
    """Its first round."""
    return round_of_subject(state(event), "round-1")
