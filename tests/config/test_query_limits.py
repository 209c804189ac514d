"""Texts that are looked for have a length at which somebody may still mean them; beyond it 400 names the field."""

import pytest
from django.contrib import admin
from django.test import Client

from config.gates import LONGEST_VALUE
from games.models import Player
from games.models.player import LONGEST_SEARCH
from tests.games.pages import assert_is_sound
from tests.openapi import committed

pytestmark = pytest.mark.django_db
LETTERS = "a" * 60_000
SOMETHING = "00000000-0000-4000-8000-000000000000"
PAGES = (
    "/players/?search=",
    "/ratings/?page=",
    "/accounts/login/?next=",
    "/access/?place=",
    "/?anything=",
)


def lists() -> list[str]:
    return [f"/admin/{model._meta.app_label}/{model._meta.model_name}/" for model in admin.site._registry]


def queries() -> list[tuple[str, str]]:
    """Every parameter of a query that the description tells, with an address to ask for it at."""
    found = []
    for path, operations in committed()["paths"].items():
        told = operations.get("get", {}).get("parameters", [])
        for each in told:
            if each["in"] == "path":
                path = path.replace(f"{{{each['name']}}}", SOMETHING)
        found += [(path, each["name"]) for each in told if each["in"] == "query"]
    return found


@pytest.mark.both_databases
def test_no_parameter_of_the_interface_takes_60_000_letters(staff: Client) -> None:
    asked = queries()
    assert ("/api/v1/players/", "search") in asked
    for path, name in asked:
        answer = staff.get(path, {name: LETTERS})
        data = answer.json() if path.startswith("/api/") else {"field": name}
        assert (answer.status_code, data.get("field")) == (400, name), path


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize(("language", "said"), [("de", "höchstens 2000"), ("en", "at most 2000")])
def test_no_page_takes_60_000_letters_and_it_says_so(
    staff: Client, page: str, language: str, said: str
) -> None:
    answer = staff.get(page + LETTERS, headers={"accept-language": language})
    field = page.partition("?")[2].rstrip("=")
    assert answer.status_code == 400
    assert f"{field}: " in answer.content.decode()
    assert said in assert_is_sound(answer, language)


def test_no_list_of_the_admin_takes_60_000_letters(staff: Client) -> None:
    for path in lists():
        for name in ("q", "id__contains", "anything"):
            answer = staff.get(path, {name: LETTERS})
            assert (answer.status_code, f"{name}: " in answer.content.decode()) == (400, True), (path, name)


def test_the_last_of_several_values_and_long_names_are_seen_too(client: Client) -> None:
    assert client.get(f"/players/?search=a&page={LETTERS}").status_code == 400
    assert client.get(f"/players/?search=a&search={LETTERS}&search=b").status_code == 400
    assert client.get(f"/players/?{LETTERS}=a").status_code == 400


@pytest.mark.parametrize("path", ["/players/", "/api/v1/players/", "/api/v1/ratings/"])
def test_a_search_is_as_long_as_a_name_can_be_and_no_longer(client: Client, path: str) -> None:
    Player.objects.create(name="x" * LONGEST_SEARCH)
    assert client.get(path, {"search": "x" * LONGEST_SEARCH}).status_code == 200
    refused = client.get(path, {"search": "x" * (LONGEST_SEARCH + 1)})
    assert refused.status_code == 400
    assert "search" in refused.content.decode()


@pytest.mark.both_databases
def test_what_is_as_long_as_it_may_be_is_answered(client: Client) -> None:
    assert client.get("/", {"anything": "ä" * LONGEST_VALUE}).status_code == 200
    assert client.get("/", {"anything": "ä" * (LONGEST_VALUE + 1)}).status_code == 400
