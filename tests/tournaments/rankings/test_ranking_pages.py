"""The pages of rankings, titles, and the points on an event's page."""

import json
import uuid
from datetime import date
from typing import Any

import pytest
from django.test import Client

from games.dates import write_moment
from tests.tournaments.rankings.typed_in import days_from, double_round_robins, typed_in
from tournaments.models import Ranking

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("standing_clock")]


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
