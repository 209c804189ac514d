"""Rankings, points and titles as sheets: what is stored, no earlier than the public may know."""

import csv
import io
from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest
import time_machine
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.tournaments.conftest import NOW
from tests.tournaments.rankings.typed_in import typed_in

pytestmark = pytest.mark.django_db
PATHS = (
    "/rankings/3t/table.csv",
    "/rankings/3t/counted.csv",
    "/rankings/medal-race-2026/table.csv",
    "/events/x/points.csv",
    "/titles.csv",
)


@pytest.fixture(autouse=True)
def clock() -> Iterator[Any]:
    with time_machine.travel(NOW, tick=False) as traveller:
        yield traveller


def sheet(client: Client, path: str, language: str = "en", **asked: str) -> list[dict[str, str]]:
    answer = client.get(path, {"language": language, **asked})
    assert (answer.status_code, answer["Content-Language"]) == (200, language)
    text = io.StringIO(answer.content.decode("utf-8-sig"), newline="")
    return list(csv.DictReader(text, delimiter=";" if language == "de" else ","))


def test_a_list_is_as_it_is_stored(client: Client) -> None:
    typed_in("x", "aab", level=2)
    told = client.get("/api/v1/rankings/3t/").json()["rows"]
    rows = sheet(client, "/rankings/3t/table.csv")
    assert [(row["Place"], row["Player"], row["TP"], row["WP"], row["CP"]) for row in rows] == [
        (str(row["place"]), row["name"], str(row["tp"]), str(row["wp"]), str(row["cp"])) for row in told
    ]
    assert [row["Why"] for row in rows] == [row["reason"]["en"] for row in told]
    assert rows[0]["To overtake"] == ""
    assert {row["Warum"] for row in sheet(client, "/rankings/3t/table.csv", "de")} == {
        row["reason"]["de"] for row in told
    }


def test_what_counts_has_a_row_for_each_player_and_event(client: Client) -> None:
    typed_in("x", "aa", ended_on=date(2026, 5, 1))
    typed_in("y", "bb", ended_on=date(2026, 6, 1), level=2)
    rows = sheet(client, "/rankings/3t/counted.csv", "de")
    assert [row["Turnier"] for row in rows] == ["Y"] * 3 + ["X"] * 3
    first = next(row for row in rows if row["Spieler"] == "Bert")
    assert first == {
        "Beendet": "2026-06-01",
        "Turnier": "Y",
        "Stufe": "2",
        "Spieler": "Bert",
        "Platz": "1",
        "TP": "14",
        "WP": "2",
        "CP": "0",
        "Punkte": "16",
    }


def test_a_list_of_a_past_day(client: Client) -> None:
    typed_in("x", "aa", ended_on=date(2026, 5, 1))
    typed_in("y", "bbb", ended_on=date(2026, 6, 1), level=2)
    path = "/rankings/3t/table.csv"
    assert sheet(client, path)[0]["Player"] == "Bert"
    assert sheet(client, path, on="2026-05-15")[0]["Player"] == "Anna"
    for wrong in ("2026-13-01", "soon", ""):
        answer = client.get(path, {"on": wrong})
        assert (answer.status_code, answer.json()["field"]) == (400, "on")


def test_what_an_event_gave_and_who_has_won_what(client: Client) -> None:
    typed_in("x", "aba", ended_on=date(2026, 5, 1), level=3)
    points = sheet(client, "/events/x/points.csv")
    assert [(row["Player"], row["Place"], row["TP"], row["WP"]) for row in points] == [
        ("Anna", "1", "21", "2"),
        ("Bert", "2", "12", "1"),
        ("Cleo", "3", "6", "0"),
    ]
    assert sheet(client, "/titles.csv", "de") == [
        {"Saison": "2026", "Beendet": "2026-05-01", "Turnier": "X", "Stufe": "3", "Sieger": "Anna"}
    ]


@pytest.mark.parametrize("path", [*PATHS, "/rankings/3t/table.pdf"])
def test_who_has_it_is_told_that_nothing_has_changed(client: Client, path: str) -> None:
    typed_in("x", "aa", ended_on=date(2026, 5, 1))
    tag = client.get(path)["ETag"]
    assert client.get(path, headers={"if-none-match": tag}).status_code == 304
    typed_in("y", "bb", ended_on=date(2026, 6, 1))
    changed = client.get(path, headers={"if-none-match": tag})
    assert (changed.status_code == 200) == ("/events/x/" not in path)


@pytest.mark.parametrize("number", [1, 3])
@pytest.mark.parametrize(
    ("path", "queries"),
    [
        (PATHS[0], 1),
        (PATHS[1], 1),
        (PATHS[2], 1),
        (PATHS[3], 5),
        (PATHS[4], 1),
        ("/rankings/3t/table.pdf", 1),
    ],
)
def test_sheets_cost_the_same_for_one_event_and_three(
    client: Client, path: str, queries: int, number: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for slug in ("x", "y", "z")[:number]:
        typed_in(slug, "aa")
    with django_assert_num_queries(queries):
        assert client.get(path).status_code == 200
