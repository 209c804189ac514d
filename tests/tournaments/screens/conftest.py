"""A hall and the clock by which its slides take turns."""

from typing import Any

import pytest

from tests.tournaments.conftest import NOW
from tournaments.models import Hall, HallSlide
from tournaments.screens import services

BY: dict[str, Any] = {"actor": "test", "now": NOW}


@pytest.fixture
def hall(db: None, standing_clock: Any) -> Hall:
    """A hall in English that shows nothing yet."""
    return services.create_hall(slug="great-hall", name="Great hall", language="en", **BY)


def add(hall: Hall, **what: Any) -> HallSlide:
    return services.add_slide(hall_id=hall.pk, **what, **BY)


def announce(hall: Hall, text: str, **what: Any) -> HallSlide:
    return add(hall, kind="announcement", text_en=text, **what)
