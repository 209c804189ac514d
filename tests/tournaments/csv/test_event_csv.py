"""The sheets of an event say what its stored table says."""

import csv
import io
from typing import Any

import orjson
import pytest
from django.test import Client
from django.utils.translation import override

from tests.tournaments.conftest import NAMES, NOW, YELLOW_STARTS, start, win
from tournaments import services
from tournaments.exports.csv.exporters import games_sheet, table_sheet
from tournaments.models import Event
from tournaments.standings.presenters import EventPresenter
from tournaments.standings.queries import load_standings

pytestmark = pytest.mark.django_db


def sheet(client: Client, name: str, language: str = "en", slug: str = "cup") -> list[dict[str, str]]:
    answer = client.get(f"/events/{slug}/{name}.csv?language={language}")
    assert (answer.status_code, answer["Content-Language"]) == (200, language)
    assert answer["Content-Type"].startswith("text/csv; charset=utf-8")
    assert answer["Content-Disposition"] == f'attachment; filename="{slug}-{name}.csv"'
    text = io.StringIO(answer.content.decode("utf-8-sig"), newline="")
    return list(csv.DictReader(text, delimiter=";" if language == "de" else ","))


def test_the_table_with_its_reasons(client: Client, cup: Event) -> None:
    win(start(cup, rounds=YELLOW_STARTS).game, "yellow")
    told = load_standings(Event.objects.get(pk=cup.pk))["rows"]
    assert sheet(client, "table") == [
        {
            "Place": str(row["place"]),
            "Shared": "yes" if row["shared"] else "",
            "Player": row["name"],
            "Wins": str(row["figures"][0]),
            "Why": row["reason"]["en"],
        }
        for row in told
    ]
    assert [row["Warum"] for row in sheet(client, "table", "de")] == [row["reason"]["de"] for row in told]
    assert [row["Siege"] for row in sheet(client, "table", "de")] == ["1", "0", "0"]


def test_every_player_of_every_game_has_a_row(client: Client, series: Event) -> None:
    ended = win(start(series, rounds=YELLOW_STARTS, board="A 1").game, "yellow", "red")
    start(series)
    rows = sheet(client, "games", slug="gp")
    assert [(row["No."], row["Player"], row["State"]) for row in rows] == [
        (number, name, state) for number, state in (("1", "ended"), ("2", "running")) for name in NAMES
    ]
    first = rows[0]
    places = {colour: place for place, colour in enumerate(ended.places, start=1)}
    assert first["Colours"] == "yellow, red"
    assert set(first["Places of the colours"].split(", ")) == {f"{c} {places[c]}" for c in ("yellow", "red")}
    assert (first["Board"], first["Starts"], first["Won"], first["Points"]) == ("A 1", "yes", "yes", "18")
    assert first["Begun"] == "2026-11-21 21:15:00"
    assert sum(int(row["Points"]) for row in rows[:3]) == 28
    assert rows[3]["Points"] == rows[3]["Ended"] == ""


def test_the_schedule_has_every_number_once(client: Client, series: Event) -> None:
    before = sheet(client, "schedule", slug="gp")
    assert [(row["No."], row["State"], row["Player 1"]) for row in before] == [
        ("1", "can be started", NAMES[0]),
        ("2", "still to come", NAMES[0]),
    ]
    win(start(series, rounds=YELLOW_STARTS).game, "yellow", "red")
    after = sheet(client, "schedule", "de", slug="gp")
    assert [(row["Nr."], row["Status"], row["Sieger"]) for row in after] == [
        ("1", "beendet", NAMES[0]),
        ("2", "kann beginnen", ""),
    ]
    assert after[1]["Farben 1"] == "Gelb, Rot"


def test_draws_and_entries(client: Client, cup: Event) -> None:
    draws = sheet(client, "draws")
    assert [(row["Place"], row["Drawn"]) for row in draws] == [
        ("Yellow and black", NAMES[0]),
        ("Blue and red", NAMES[1]),
        ("Green and violet", NAMES[2]),
    ]
    assert sheet(client, "entries", "de") == [
        {"Setzplatz": str(n), "Spieler": name} for n, name in enumerate(NAMES, start=1)
    ]


def test_what_the_organiser_decided(client: Client, cup: Event) -> None:
    why = "=the hall burns"
    services.suspend_event(event_id=cup.pk, hold=Event.Hold.INTERRUPTED, reason=why, actor="test", now=NOW)
    assert sheet(client, "report", "de") == [
        {
            "Wann": "2026-11-21 21:15:00",
            "Entschieden": "das Turnier ist unterbrochen",
            "Warum": f"'{why}",
            "Rückgängig gemacht": "",
            "von": "",
            "Warum rückgängig": "",
        }
    ]


def changed(event: Event, **members: Any) -> EventPresenter:
    """The event with another table."""
    event.projection = orjson.dumps({**load_standings(event), **members}).decode()
    return EventPresenter(event)


def test_half_wins_are_numbers(cup: Event) -> None:
    rows = load_standings(cup)["rows"]
    rows[0]["figures"] = ["5/2"]
    with override("de"):
        written = table_sheet(changed(cup, rows=rows)).as_csv("de").decode()
    assert ";2,5;" in written
    assert "5/2" not in written


def test_tables_kept_by_earlier_programs_tell_no_times(cup: Event) -> None:
    start(cup, rounds=YELLOW_STARTS)
    event = Event.objects.get(pk=cup.pk)
    games = load_standings(event)["games"]
    for game in games:
        del game["started_at"], game["ended_at"]
    with override("en"):
        assert [row[5] for row in games_sheet(changed(event, games=games)).rows] == [None] * 3
