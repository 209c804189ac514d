"""Rankings as others get them: REST, the command, webhooks; and that a rebuild proves them."""

import json
from datetime import date
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils.translation import override
from rest_framework.test import APIClient

from games.enums import Role
from tests.games.conftest import client_with
from tests.games.requests import refused
from tests.tournaments.query_counts import queries
from tests.tournaments.rankings.typed_in import PEOPLE, days_from, double_round_robins, typed_in
from tournaments.models import CompensationAward, Event, EventUnit, MedalGame, Ranking

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("standing_clock")]
LIST, POINTS = "/api/v1/rankings/3t/", "/api/v1/events/x/points/"
ANNA = PEOPLE["a"]["id"]


@pytest.fixture
def organiser(db: None) -> APIClient:
    return client_with(Role.ORGANISER)


def said(*arguments: str) -> str:
    with override("en"):
        call_command(*arguments, stdout=(out := StringIO()))
    return out.getvalue()


# -- the list --------------------------------------------------------------------------------------


def test_a_list_has_an_etag_by_which_nothing_new_is_told(client: Any) -> None:
    typed_in("x", "aa")
    answer = client.get(LIST)
    assert answer.json()["rows"][0] == {
        "place": 1,
        "shared": False,
        "player": ANNA,
        "name": "Anna",
        "points": 9,
        "tp": 7,
        "wp": 2,
        "cp": 0,
        "reason": {"en": "above Bert and Cleo: points 9 to 2", "de": "vor Bert und Cleo: Punkte 9 zu 2"},
        "defended": 0,
        "to_overtake": None,
        "to_overtake_next": None,
        "gains": [{"unit": "x", "place": 1, "tp": 7, "wp": 2, "cp": 0, "points": 9}],
    }
    again = client.get(LIST, headers={"if-none-match": answer["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", answer["ETag"])
    typed_in("y", "bb", ended_on=date(2026, 6, 2))
    assert client.get(LIST, headers={"if-none-match": answer["ETag"]}).status_code == 200
    past = client.get(f"{LIST}?on=2026-06-01")
    assert (past.json()["on"], past.json()["rows"]) == ("2026-06-01", answer.json()["rows"])
    assert client.get(f"{LIST}?on=2026-06-01", headers={"if-none-match": past["ETag"]}).status_code == 304


def test_a_list_that_is_not_there_is_a_problem_that_names_those_that_are(client: Any) -> None:
    typed_in("x", "aa")
    found = refused(client.get("/api/v1/rankings/4t/"), 404, "not-found")
    assert found["messages"]["en"] == "There is no list '4t'; there are 3t, 2t, medal-race-2026."
    for day in ("yesterday", "2026-02-30", ""):
        assert refused(client.get(f"{LIST}?on={day}"), 400, "bad-value")["field"] == "on"


def test_the_lists_there_are_with_their_leaders(client: Any) -> None:
    typed_in("x", "aa")
    found = client.get("/api/v1/rankings/").json()
    assert [(each["list"], each["leaders"]) for each in found["results"]] == [
        ("3t", ["Anna"]),
        ("2t", []),
        ("medal-race-2026", ["Anna"]),
    ]
    one = queries(client, "/api/v1/rankings/")
    for season in ("2024", "2025"):
        typed_in(f"y{season}", "aa", season=season, ended_on=date(int(season), 6, 1))
    assert queries(client, "/api/v1/rankings/") == one
    assert client.get("/api/v1/rankings/?season=2025").json()["count"] == 1


# -- what organisers decide ------------------------------------------------------------------------


def test_a_league_is_told_by_its_units_in_as_many_queries_as_any_event(client: Any) -> None:
    double_round_robins("x", ["aabaab"])
    one = queries(client, POINTS)
    double_round_robins("y", ["aabaab"] * 6)
    many = "/api/v1/events/y/points/"
    assert [unit["unit"] for unit in client.get(many).json()["units"]] == [
        "drr-1-2",
        "drr-3-4",
        "drr-5-6",
        "event",
    ]
    assert queries(client, many) == one


def test_cp_are_awarded_and_taken_back_by_organisers(client: Any, organiser: APIClient) -> None:
    typed_in("x", "aa")
    path, body = "/api/v1/events/x/compensation/", {"player": ANNA, "points": "3/2", "reason": "shortened"}
    assert client.post(path, body, content_type="application/json").status_code == 401
    made = organiser.post(path, body)
    assert (made.status_code, made.json()["points"]) == (201, "3/2")
    assert client.get(LIST).json()["rows"][0]["cp"] == "3/2"
    wrong: Any
    for wrong in ("a lot", "1/0", "1/3", True, None, 1.5, [], "9" * 30):
        assert organiser.post(path, {**body, "points": wrong}).status_code == 400, wrong
    assert organiser.post("/api/v1/events/nothing/compensation/", body).status_code == 404
    assert organiser.delete(f"{path}{ANNA}/", {}).status_code == 400
    assert organiser.delete(f"{path}{ANNA}/", {"reason": "counted again"}).status_code == 204
    assert client.get(LIST).json()["rows"][0]["cp"] == 0
    assert organiser.delete(f"{path}{ANNA}/", {"reason": "again"}).status_code == 404
    reasons = CompensationAward.history.order_by("history_id").values_list("history_change_reason", flat=True)
    assert [reason.split(" ", 1)[1] for reason in reasons] == ["shortened", "counted again"]


def test_a_medal_game_is_told_by_organisers(client: Any, organiser: APIClient) -> None:
    typed_in("one", "aa", season="2025", ended_on=date(2025, 6, 1))
    typed_in("two", "bb", season="2025", ended_on=date(2025, 6, 8))
    path = "/api/v1/seasons/2025/medal-game/"
    body = {"winner": ANNA, "played_on": "2026-01-10", "reason": "4–2"}
    assert client.post(path, body, content_type="application/json").status_code == 401
    refused(organiser.post(path, {**body, "winner": PEOPLE["c"]["id"]}), 400, "bad-value")
    assert organiser.post(path, body).status_code == 201
    assert client.get("/api/v1/rankings/medal-race-2025/").json()["rows"][0]["wp"] == 3
    assert MedalGame.objects.get().made_by.startswith("token:")
    assert organiser.post("/api/v1/seasons/1999/medal-game/", body).status_code == 404


# -- titles ----------------------------------------------------------------------------------------


def test_titles_by_season_and_player(client: Any) -> None:
    days = days_from(date(2026, 5, 4), 4)
    typed_in("masters", "aa", level=3, ended_on=days[0])
    one = queries(client, "/api/v1/titles/")
    typed_in("series", "aa", level=3, ended_on=days[1])
    typed_in("championship", "aa", level=4, ended_on=days[2])
    typed_in("small", "bb", ended_on=days[3])
    found = client.get("/api/v1/titles/").json()["results"]
    assert [(each["event"], each["winner"], each["triple_crown"]) for each in found] == [
        ("small", "Bert", False),
        ("championship", "Anna", True),
        ("series", "Anna", True),
        ("masters", "Anna", True),
    ]
    assert queries(client, "/api/v1/titles/") == one
    assert client.get(f"/api/v1/titles/?player={PEOPLE['b']['id']}").json()["count"] == 1
    assert client.get("/api/v1/titles/?season=2025").json()["count"] == 0
    assert client.get("/api/v1/titles/?player=nobody").status_code == 400


# -- the command -----------------------------------------------------------------------------------


def test_the_list_as_text_and_as_json() -> None:
    for number, day in enumerate(days_from(date(2026, 3, 2), 9)):
        typed_in(f"e{number}", "abb" if number % 2 else "aab", ended_on=day)
    lines = said("ranking", "3t").splitlines()
    assert lines[0] == "3T World Rankings"
    assert " ".join(lines[3].split()) == "1. Anna 65 51 14 0 9 above Bert: points 65 to 46"
    assert "2026-04-27  E8" in lines
    assert "Punkte 65 zu 46" in said("ranking", "3t", "--language", "de")
    assert json.loads(said("ranking", "3t", "--json"))["rows"][0]["points"] == 65
    past = json.loads(said("ranking", "3t", "--on", "2026-03-02", "--json"))
    assert (past["on"], past["rows"][0]["points"]) == ("2026-03-02", 9)
    with pytest.raises(CommandError, match="there are 3t, 2t, medal-race-2026"):
        said("ranking", "nothing")
    with pytest.raises(CommandError, match="invalid fromisoformat value"):
        said("ranking", "3t", "--on", "yesterday")


# -- proof -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("what", ["points", "unit", "list", "no list", "table"])
def test_whatever_has_drifted_is_found_and_put_right(what: str) -> None:
    event = typed_in("x", "aa")
    stored = Ranking.objects.get(key="3t").projection
    match what:
        case "points":
            event.units.get().points.filter(place=1).update(tp=8)
        case "unit":
            EventUnit.objects.all().delete()
        case "list":
            Ranking.objects.filter(key="3t").update(projection="{}")
        case "no list":
            Ranking.objects.all().delete()
        case "table":
            Event.objects.update(projection=event.projection.replace("Anna", "Bert"), ended_on=None)
    with pytest.raises(CommandError, match="does not say what the logs lead to"):
        said("rebuild_projections", "--check")
    said("rebuild_projections")
    said("rebuild_projections", "--check")
    entries = [json.loads(text) for text in (Ranking.objects.get(key="3t").projection, stored)]
    assert entries[0]["rows"] == entries[1]["rows"]
