"""What the REST interface of events refuses before it asks the database."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from games.enums import Role
from tests.games.conftest import client_with
from tournaments.models import Event, Season

pytestmark = pytest.mark.django_db


@pytest.fixture
def organiser(db: None) -> APIClient:

    return client_with(Role.ORGANISER)


@pytest.mark.parametrize("value", ["20 26", 2026, ["2026"], None, ""])
@pytest.mark.parametrize("field", ["season", "slug"])
def test_what_can_be_no_short_name_is_refused(
    organiser: APIClient, season: Season, field: str, value: Any
) -> None:
    event = {"season": season.slug, "slug": "cup", "name": "Cup", "format": "championship"}
    event |= {"rules": "xmadn-3t", "starts_on": "2026-11-21"}
    answer = organiser.post("/api/v1/events/", {**event, field: value})
    assert (answer.status_code, list(answer.json()["errors"])) == (400, [field])
    assert not Event.objects.exists()
    assert organiser.post("/api/v1/events/", event).status_code == 201
