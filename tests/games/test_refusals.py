"""What the REST interface refuses, instead of making something of it that was not meant."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from games.models import Player

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("limit=none", "limit"),
        ("limit=0", "limit"),
        ("limit=5&limit=6", "limit"),
        ("offset=-1", "offset"),
        ("offset=²", "offset"),
        ("limit=99999999999", "limit"),
    ],
)
def test_a_page_that_is_none_is_not_taken_for_the_first(query: str, field: str) -> None:
    answer = APIClient().get(f"/api/v1/players/?{query}")
    assert (answer.status_code, answer.json()["field"]) == (400, field)


def test_a_page_of_a_list_says_where_the_next_one_is(players: list[Player]) -> None:
    page = APIClient().get("/api/v1/players/?limit=2").json()
    assert (page["count"], len(page["results"]), "offset=2" in page["next"]) == (3, 2, True)


@pytest.mark.parametrize("field", ["name", "nickname"])
@pytest.mark.parametrize("value", [7, True, ["Anna"], {"name": "Anna"}, "\x00", "a\nb"])
def test_what_is_no_text_is_nobodys_name(organiser: APIClient, field: str, value: Any) -> None:
    answer = organiser.post("/api/v1/players/", {"name": "Anna", field: value})
    assert (answer.status_code, list(answer.json()["errors"])) == (400, [field])
    assert not Player.objects.exists()
