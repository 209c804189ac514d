"""What rankings are called and which are shown: decided by the organiser, followed by every door."""

from datetime import date
from typing import Any

import orjson
import pytest
from django.test import Client

from games.enums import Role
from tests.tournaments.conftest import with_role
from tests.tournaments.dashboard import organiser as organiser
from tests.tournaments.event_state import everything
from tests.tournaments.rankings.typed_in import typed_in
from tournaments.models import Ranking

pytestmark = pytest.mark.django_db
PAGE = "/organise/rankings/"


def lists(client: Client) -> dict[str, str]:
    return {each["list"]: each["name"]["en"] for each in client.get("/api/v1/rankings/").json()["results"]}


def decide(client: Client, **of: Any) -> Any:
    """Send the page as it stands, with these names and without the lists that are ``None``."""
    shown = client.get(PAGE).context["rows"]
    sent = {f"{form.which.key}-name": form["name"].value() for form in shown}
    sent |= {f"{form.which.key}-shown": "on" for form in shown if form["shown"].value()}
    for key, name in of.items():
        if name is None:
            del sent[f"{key}-shown"]
        else:
            sent[f"{key}-name"] = name
    return client.post(PAGE, sent, follow=True)


def test_a_name_of_the_owner_stands_on_every_page_and_in_the_api(organiser: Client, client: Client) -> None:
    typed_in("x", "aa", ended_on=date(2026, 6, 1))
    before = orjson.loads(client.get("/api/v1/rankings/3t/").content)["version"]
    decide(organiser, **{"3t": "Club Ranking"})
    assert lists(client)["3t"] == "Club Ranking"
    data = client.get("/api/v1/rankings/3t/").json()
    assert (data["name"], data["version"]) == ({"en": "Club Ranking", "de": "Club Ranking"}, before + 1)
    for page in ("/rankings/", "/rankings/3t/", "/rankings/3t/table.csv"):
        text = client.get(page).content.decode()
        assert "3T World Rankings" not in text, page
    assert "Club Ranking" in client.get("/rankings/").content.decode()
    for usual in ("", "3T World Rankings"):
        decide(organiser, **{"3t": usual})
        assert lists(client)["3t"] == "3T World Rankings"
    assert Ranking.objects.get(key="3t").name == ""


def test_a_hidden_list_is_behind_no_door_and_comes_back(organiser: Client, client: Client) -> None:
    typed_in("x", "aa", ended_on=date(2026, 6, 1))
    season = Ranking.objects.get(key__startswith="medal-race-").key
    doors = [
        f"{place}{key}/{end}"
        for key in ("3t", season)
        for place, end in (
            ("/rankings/", ""),
            ("/rankings/", "table.csv"),
            ("/rankings/", "table.pdf"),
            ("/api/v1/rankings/", ""),
        )
    ]
    decide(organiser, **{"3t": None, season: None})
    assert {client.get(door).status_code for door in doors} == {404}
    assert client.get("/rankings/3t/?on=2026-06-30").status_code == 404
    assert set(lists(client)).isdisjoint({"3t", season})
    assert "3T World Rankings" not in client.get("/rankings/").content.decode()
    slug = season.removeprefix("medal-race-")
    assert f"/rankings/{season}/" not in client.get(f"/seasons/{slug}/").content.decode()
    for row in Ranking.objects.filter(hidden=True):
        row.hidden = False
        row.save()
    assert {client.get(door).status_code for door in doors} == {200}


def test_what_is_counted_meanwhile_is_there_when_it_is_shown_again(organiser: Client, client: Client) -> None:
    decide(organiser, **{"3t": None})
    typed_in("x", "aa", ended_on=date(2026, 6, 1))
    sent = {form.which.key: form for form in organiser.get(PAGE).context["rows"]}
    assert sent["3t"]["shown"].value() is False
    organiser.post(PAGE, {"3t-shown": "on", "2t-shown": "on"})
    assert client.get("/api/v1/rankings/3t/").json()["rows"]


def test_only_owners_decide_and_a_name_that_cannot_be_changes_nothing(organiser: Client) -> None:
    for role in (Role.ORGANISER, Role.REFEREE):
        client = with_role(role, "site")
        assert client.get(PAGE).status_code == client.post(PAGE, {}).status_code == 403
    before = everything()
    for name in ("x" * 101, "a\u0000b", "a\u202eb"):
        assert 'role="alert"' in organiser.post(PAGE, {"3t-name": name, "3t-shown": "on"}).content.decode()
    assert everything() == before
