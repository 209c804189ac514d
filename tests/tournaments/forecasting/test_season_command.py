"""`manage.py forecast --season`: the season of the database, as a table and as JSON."""

from __future__ import annotations

import json
import re
from datetime import date
from io import StringIO
from typing import Any

import orjson
import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Player
from tests.tournaments.conftest import NOW, YELLOW_STARTS, new_event, start, win
from tests.tournaments.rankings.typed_in import double_round_robins, typed_in
from tournaments import services
from tournaments.models import Event, Season
from tournaments.rankings import services as deciding
from tournaments.rankings.queries import ranking

pytestmark = pytest.mark.django_db
AT_THE_END = date(2026, 12, 31)


def said(*arguments: str) -> str:
    call_command("forecast", "--season", "2026", *arguments, stdout=(out := StringIO()), stderr=StringIO())
    return out.getvalue()


def told(*arguments: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(said(*arguments, "--json"))
    return found


def places(found: dict[str, Any], key: str) -> dict[str, dict[int, float]]:
    """Name → place → chance, of a list."""
    (which,) = (each for each in found["lists"] if each["list"] == key)
    return {
        each["name"]: {place["place"]: place["chance"] for place in each["places"]}
        for each in which["players"]
    }


def test_of_a_season_that_is_over_everything_is_certain_and_as_the_lists_have_it() -> None:
    typed_in("one", "aabbb", level=3)
    settings = {"games": 2, "table": [8, 5, 3, 2, 1, 0], "bonus": 2}
    typed_in(
        "two",
        "ta",
        format="gp-series",
        rules="xmadn-gp",
        settings=settings,
        ended_on=date(2026, 7, 1),
        level=2,
    )
    typed_in("three", "cc", ended_on=date(2026, 8, 1), level=2)
    double_round_robins("league", ["aabaab"] * 3, ended_on=date(2026, 9, 1))
    winner = Player.objects.get(name="Bert")
    event = Event.objects.get(slug="one")
    deciding.award_compensation(
        event_id=event.pk, player=winner, points=3, reason="x", actor="user:1", now=NOW
    )
    found = told("--runs", "3")
    for key in ("3t", "2t", "medal-race-2026"):
        drawn_up = orjson.loads(ranking(key, AT_THE_END, NOW).text)["rows"]
        assert drawn_up
        assert places(found, key) == {row["name"]: {row["place"]: 1.0} for row in drawn_up}
    titles = {
        each["event"]: [(who["name"], who["chance"]) for who in each["title"]] for each in found["events"]
    }
    assert titles["one"] == [("Bert", 1.0)]
    assert titles["three"] == [("Cleo", 1.0)]
    assert all(each["over"] for each in found["events"])
    assert found["games_to_play"]["mean"] == 0


@pytest.fixture
def under_way(cup: Event) -> Event:
    """Änne has one of the two wins needed; another event has no players yet, and one is called off."""
    win(start(cup, rounds=YELLOW_STARTS).game, "yellow")
    season = cup.season
    new_event(season, slug="open", name="Open")
    off = new_event(season, slug="off", name="Off")
    services.suspend_event(event_id=off.pk, hold=Event.Hold.CALLED_OFF, reason="rain", actor="test", now=NOW)
    return cup


def test_the_season_in_words(under_way: Event) -> None:
    lines = said("--runs", "200", "--if", "cup:2=entry-1").splitlines()
    assert lines == [
        "2026",
        "200 simulations, seed 1, everybody equally strong",
        "if Änne Öhler wins Game 2 of Cup",
        "not simulated: Off (it is called off)",
        "not simulated: Open (nobody is entered)",
        "",
        "Cup: Änne Öhler 100.0 % ± 1.9",
        "",
        "3T World Rankings        place 1        place 2        place 3",
        "Änne Öhler         100.0 % ± 1.9    0.0 % ± 1.9    0.0 % ± 1.9",
        "Bert Übel            0.0 % ± 1.9  100.0 % ± 1.9    0.0 % ± 1.9",
        "Cora Weiß            0.0 % ± 1.9  100.0 % ± 1.9    0.0 % ± 1.9",
        "",
        "Medal Race 2026        place 1        place 2        place 3",
        "Änne Öhler       100.0 % ± 1.9    0.0 % ± 1.9    0.0 % ± 1.9",
        "Bert Übel          0.0 % ± 1.9  100.0 % ± 1.9    0.0 % ± 1.9",
        "Cora Weiß          0.0 % ± 1.9  100.0 % ± 1.9    0.0 % ± 1.9",
        "",
        "games left: 1.0 ± 0.0; usually 1, rarely over 1",
    ]


def test_the_season_as_json(under_way: Event) -> None:
    found = told("--runs", "100", "--strengths", "ratings", "--seed", "3")
    assert (found["season"], found["runs"], found["left_out"], found["seed"]) == ("2026", 100, 0, 3)
    assert (found["strengths"], found["assumed"], found["triple_crown"]) == ("ratings", [], [])
    (cup,) = found["events"]
    assert (cup["event"], cup["over"], cup["title"][0]["name"]) == ("cup", False, "Änne Öhler")
    assert sum(each["chance"] for each in cup["title"]) == pytest.approx(1)
    assert places(found, "3t")["Änne Öhler"][1] >= cup["title"][0]["chance"]
    assert [each["event"] for each in found["events_left_out"]] == ["off", "open"]


def test_in_german_and_nothing_is_written(under_way: Event) -> None:
    with CaptureQueriesContext(connection) as found:
        lines = said("--runs", "20", "--language", "de").splitlines()
    assert all(query["sql"].startswith("SELECT") for query in found)
    assert "nicht simuliert: Open (niemand ist gemeldet)" in lines
    assert any(line.startswith("3T-Weltrangliste") for line in lines)


def test_where_nothing_comes_of_what_is_assumed_that_is_said(under_way: Event) -> None:
    arguments = ("--runs", "5", "--if", "cup:2=entry-1", "--if", "cup:3=entry-2")
    assert said(*arguments).splitlines()[-1] == "left out, as it did not happen: 5"
    assert told(*arguments)["games_to_play"] is None


def test_a_season_without_events_says_nothing(season: Season) -> None:
    assert said("--runs", "2").splitlines()[-1].startswith("games left: 0.0")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (
            ("--if", "2=entry-1"),
            "--if: EVENT:NUMBER=KEY is needed, such as cup:7=entry-1, not '2=entry-1'",
        ),
        (("--if", "cup:1=entry-1"), "cup.assume[1]: this game has a result"),
        (("--if", "open:1=entry-1"), "assume[open]: this event is not simulated; possible are cup"),
        (("cup",), "an event, or a season with --season, is needed"),
    ],
)
def test_what_cannot_be_is_refused(under_way: Event, arguments: tuple[str, ...], says: str) -> None:
    with pytest.raises(CommandError, match=re.escape(says)):
        said(*arguments, "--runs", "5")
