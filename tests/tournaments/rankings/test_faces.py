"""Rankings as others get them: REST, the command, webhooks; and that a rebuild proves them."""

import json
import uuid
from datetime import date
from io import StringIO
from typing import Any

import orjson
import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils.translation import override
from rest_framework.test import APIClient

from games.dates import write_moment
from games.enums import Role
from tests.games.conftest import client_with
from tests.games.requests import refused
from tests.tournaments.conftest import with_role
from tests.tournaments.dashboard import organiser as organiser
from tests.tournaments.event_state import everything
from tests.tournaments.query_counts import queries
from tests.tournaments.rankings.typed_in import PEOPLE, days_from, double_round_robins, typed_in
from tournaments.models import Event, EventUnit, MedalGame, Ranking

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("standing_clock")]
LIST, POINTS = "/api/v1/rankings/3t/", "/api/v1/events/x/points/"
ANNA = PEOPLE["a"]["id"]


@pytest.fixture
def program(db: None) -> APIClient:
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
    assert [(each["list"], [player["name"] for player in each["leaders"]]) for each in found["results"]] == [
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


def test_a_medal_game_is_told_by_organisers(client: Any, program: APIClient) -> None:
    typed_in("one", "aa", season="2025", ended_on=date(2025, 6, 1))
    typed_in("two", "bb", season="2025", ended_on=date(2025, 6, 8))
    path = "/api/v1/seasons/2025/medal-game/"
    body = {"winner": ANNA, "played_on": "2026-01-10", "reason": "4–2"}
    assert client.post(path, body, content_type="application/json").status_code == 401
    refused(program.post(path, {**body, "winner": PEOPLE["c"]["id"]}), 400, "bad-value")
    assert program.post(path, body).status_code == 201
    assert client.get("/api/v1/rankings/medal-race-2025/").json()["rows"][0]["wp"] == 3
    assert MedalGame.objects.get().made_by.startswith("token:")
    assert program.post("/api/v1/seasons/1999/medal-game/", body).status_code == 404


# -- titles ----------------------------------------------------------------------------------------


def test_titles_by_season_and_player(client: Any) -> None:
    days = days_from(date(2026, 5, 4), 4)
    typed_in("masters", "aa", level=3, ended_on=days[0])
    one = queries(client, "/api/v1/titles/")
    typed_in("series", "aa", level=3, ended_on=days[1])
    typed_in("championship", "aa", level=4, ended_on=days[2])
    typed_in("small", "bb", ended_on=days[3])
    found = client.get("/api/v1/titles/").json()["results"]
    assert [(each["event"], each["player"]["name"], each["triple_crown"]) for each in found] == [
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


def text(client: Client, path: str, status: int = 200, language: str = "en") -> str:
    answer = client.get(path, headers={"accept-language": language})
    assert answer.status_code == status
    return " ".join(answer.content.decode().split())


def test_a_list_shows_places_points_and_why_in_both_languages(client: Client) -> None:
    for number, day in enumerate(days_from(date(2026, 5, 4), 9)):
        typed_in(f"e{number}", "aa", ended_on=day)
    page = text(client, "/rankings/3t/")
    assert "above Bert and Cleo: points 81 to 18" in page
    assert "expires next" in page
    assert f"After the event of {write_moment(date(2026, 6, 29))}" in page
    assert 'href="/events/e8/"' in page
    german = text(client, "/rankings/3t/", language="de")
    assert "vor Bert und Cleo: Punkte 81 zu 18" in german
    assert "Nach dem Turnier vom Mo 29. Juni" in german


def test_a_list_of_another_day_and_a_day_that_is_none(client: Client) -> None:
    typed_in("x", "aa", ended_on=date(2026, 6, 1))
    typed_in("y", "bb", ended_on=date(2026, 7, 1))
    page = text(client, "/rankings/3t/?on=2026-06-30")
    assert f"At the end of {write_moment(date(2026, 6, 30))}" in page
    assert "points 9 to 2" in page
    assert "Enter a date such as 2026-11-21." in text(client, "/rankings/3t/?on=yesterday", 400)
    text(client, "/rankings/4t/", 404)


def test_a_list_shows_who_has_moved_since_last_time_and_the_course_of_their_places(client: Client) -> None:
    typed_in("x", "aa", ended_on=date(2026, 6, 1))
    assert "▲" not in text(client, "/rankings/3t/")
    typed_in("y", "bbb", ended_on=date(2026, 7, 1), level=3)
    page = client.get("/rankings/3t/")
    moved = {row["name"]: (row["place"], row["movement"].up) for row in page.context["rows"]}
    assert moved["Bert"] == (1, 1)
    assert moved["Anna"][1] < 0
    told = page.content.decode()
    assert "▲1" in told
    assert "▼" in told
    assert "Places, event by event: 2, 1" in told
    before = text(client, "/rankings/3t/?on=2026-06-30")
    assert "▲1" not in before


def test_an_event_shows_what_it_gave_and_before_nothing(client: Client) -> None:
    double_round_robins("league", ["aabaab"] * 2)
    page = text(client, "/events/league/")
    assert "League: Double round-robins 1 and 2" in page
    assert "2nd place with a win, level 1: 4 × 1" in page
    typed_in("friendly", "aa", ranked=False)
    assert "Ranking points" not in text(client, "/events/friendly/")


@pytest.mark.parametrize("path", ["/rankings/", "/rankings/3t/", "/titles/"])
def test_pages_cost_the_same_however_many_events_there_were(
    client: Client, path: str, django_assert_num_queries: Any
) -> None:
    most = {"/rankings/": 2, "/rankings/3t/": 1, "/titles/": 4}[path]
    days = days_from(date(2026, 5, 4), 3)
    typed_in("e0", "aa", level=3, ended_on=days[0])
    with django_assert_num_queries(most):
        client.get(path)
    typed_in("e1", "bb", level=3, ended_on=days[1])
    typed_in("e2", "cc", level=4, ended_on=days[2], season="2025")
    # Who has moved is read off the lists of earlier days once for each version of a list.
    client.get(path)
    with django_assert_num_queries(most):
        client.get(path)


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_list_of_a_hundred_players_is_light(client: Client, language: str) -> None:
    """At most 60 KB, uncompressed: a hall reads it on phones."""
    typed_in("x", "aa", ended_on=date(2026, 6, 1))
    kept = Ranking.objects.get(key="3t")
    data = json.loads(kept.projection)
    rows = [
        {
            **data["rows"][0],
            "player": str(uuid.uuid5(uuid.NAMESPACE_OID, str(place))),
            "place": place,
            "name": f"Karl-Friedrich Beispielmann {place}",
            "points": 612 - place,
            "to_overtake": 26.5,
            "reason": {
                "en": f"below Maximilian Mustermann {place}: points 312 to 324",
                "de": f"hinter Maximilian Mustermann {place}: Punkte 312 zu 324",
            },
        }
        for place in range(1, 101)
    ]
    Ranking.objects.filter(pk=kept.pk).update(projection=json.dumps({**data, "rows": rows}))
    page = client.get("/rankings/3t/", headers={"accept-language": language})
    assert page.content.count(b"Karl-Friedrich") == 100
    assert len(page.content) <= 60 * 1024


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
