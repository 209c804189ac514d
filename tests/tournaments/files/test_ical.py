"""Calendars: what is played when, read back by a program that knows RFC 5545."""

from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import icalendar
import pytest
from django.test import Client

from games.enums import EventKind
from games.models import Player
from games.services import recorder
from games.services.commands import EventCommand
from tests.tournaments.conftest import NAMES, NOW, YELLOW_STARTS, new_event, start, undo_result, win
from tournaments import services
from tournaments.files.calendar import calendar_item, calendar_of
from tournaments.models import Event, EventTable, Season

pytestmark = pytest.mark.django_db


def calendar(client: Client, path: str, language: str = "en") -> Any:
    answer = client.get(f"{path}?language={language}")
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/calendar; charset=utf-8")
    return icalendar.Calendar.from_ical(answer.content)


def entries(client: Client, path: str, language: str = "en") -> dict[str, Any]:
    found = calendar(client, path, language).walk("VEVENT")
    assert len({str(entry["UID"]) for entry in found}) == len(found)
    return {str(entry["UID"]).partition("@")[0]: entry for entry in found}


def test_an_event_is_a_day_and_its_games(client: Client, cup: Event) -> None:
    ended = win(start(cup, rounds=YELLOW_STARTS, board="7").game, "yellow")
    running = start(cup).game
    found = entries(client, "/events/cup/calendar.ics")
    assert list(found) == ["cup", "game-1.cup", "game-2.cup"]
    day, first, second = found.values()
    assert (day["DTSTART"].dt, day["DTEND"].dt) == (date(2026, 11, 21), date(2026, 11, 22))
    assert first["SUMMARY"] == "Cup · Game 1: won by Änne Öhler"
    assert first["DTSTART"].dt == NOW
    assert first["LOCATION"] == "Board 7"
    assert f"{NAMES[0]} (Y yellow, K black)" in first["DESCRIPTION"]
    assert first["URL"] == f"http://testserver{ended.get_absolute_url()}"
    assert second["SUMMARY"] == "Cup · Game 2: Änne Öhler – Bert Übel – Cora Weiß"
    assert second["URL"] == f"http://testserver{running.get_absolute_url()}"
    assert "DTEND" not in second


def test_before_it_begins_the_next_game_stands_on_the_day_of_the_event(client: Client, cup: Event) -> None:
    game = entries(client, "/events/cup/calendar.ics", "de")["game-1.cup"]
    assert (game["DTSTART"].dt, game["STATUS"]) == (date(2026, 11, 21), "CONFIRMED")
    assert game["URL"] == "http://testserver/events/cup/"
    assert "Änne Öhler (Y Gelb, K Schwarz)" in game["DESCRIPTION"]


def test_a_game_keeps_its_name_from_before_it_begins_to_after_it_is_taken_back(
    client: Client, cup: Event
) -> None:
    states = [entries(client, "/events/cup/calendar.ics")["game-1.cup"]]
    game = start(cup, rounds=YELLOW_STARTS).game
    states.append(entries(client, "/events/cup/calendar.ics")["game-1.cup"])
    win(game, "yellow")
    states.append(entries(client, "/events/cup/calendar.ics")["game-1.cup"])
    undo_result(game)
    states.append(entries(client, "/events/cup/calendar.ics")["game-1.cup"])
    assert len({state["UID"] for state in states}) == 1
    numbers = [state["SEQUENCE"] for state in states]
    assert numbers == sorted(set(numbers))
    assert "won by" in states[2]["SUMMARY"]
    assert "won by" not in states[3]["SUMMARY"]


def test_a_game_that_was_broken_off_gives_way_to_the_one_in_its_place(client: Client, cup: Event) -> None:
    game = start(cup, rounds=YELLOW_STARTS).game
    broken_off = EventCommand(EventKind.ABANDON, {"reason": "the board fell"})
    recorder.record(game_id=game.pk, wanted=broken_off, expected=game.number, actor="test", now=NOW)
    again = entries(client, "/events/cup/calendar.ics")["game-1.cup"]
    assert again["STATUS"] == "CONFIRMED"
    assert again["URL"] == "http://testserver/events/cup/"


def test_the_time_of_writing_is_that_of_the_table_and_not_of_the_request(client: Client, cup: Event) -> None:
    made_at = EventTable.objects.get(event=cup, version=cup.version).made_at
    for entry in entries(client, "/events/cup/calendar.ics").values():
        assert entry["DTSTAMP"].dt == entry["LAST-MODIFIED"].dt == made_at.replace(microsecond=0)
        assert entry["SEQUENCE"] == cup.version
    once, twice = (client.get("/events/cup/calendar.ics").content for _ in range(2))
    assert once == twice


def test_a_feed_is_no_invitation_and_is_called_what_it_tells_of(client: Client, cup: Event) -> None:
    found = calendar(client, "/events/cup/calendar.ics")
    assert "METHOD" not in found
    assert (found["VERSION"], found["NAME"], found["X-WR-CALNAME"]) == ("2.0", "Cup", "Cup")
    text = client.get("/events/cup/calendar.ics").content
    assert b"REFRESH-INTERVAL;VALUE=DURATION:PT1H\r\n" in text
    assert text.endswith(b"END:VCALENDAR\r\n")


def test_lines_are_folded_and_what_means_something_is_escaped(client: Client, season: Season) -> None:
    name = "Ä" * 60 + "; a, b\\n"
    new_event(season, name=name)
    text = client.get("/events/cup/calendar.ics").content
    assert max(len(line) for line in text.split(b"\r\n")) <= 75
    assert entries(client, "/events/cup/calendar.ics")["cup"]["SUMMARY"] == name


def test_an_event_that_is_called_off_is_cancelled_with_its_open_games(client: Client, cup: Event) -> None:
    win(start(cup, rounds=YELLOW_STARTS).game, "yellow")
    start(cup)
    hold = Event.Hold.CALLED_OFF
    services.suspend_event(event_id=cup.pk, hold=hold, reason="snow", actor="test", now=NOW)
    found = entries(client, "/events/cup/calendar.ics")
    states = [(uid, str(entry["STATUS"])) for uid, entry in found.items()]
    assert states == [("cup", "CANCELLED"), ("game-1.cup", "CONFIRMED"), ("game-2.cup", "CANCELLED")]
    assert "Called off" in found["cup"]["DESCRIPTION"]


def begun(event: Event, at: datetime) -> None:
    number = event.games.count() + 1
    rounds = YELLOW_STARTS if number == 1 else ()
    win(services.start_next_game(event_id=event.pk, rounds=rounds, actor="test", now=at).played.game, "red")


def test_the_small_hours_belong_to_the_evening_before_and_another_day_is_another_entry(
    client: Client, season: Season, players: list[Player]
) -> None:
    event = new_event(season, settings={"wins": 4})
    services.enter_all(event_id=event.pk, players=players, actor="test", now=NOW)
    services.draw_in_seed_order(event_id=event.pk, actor="test", now=NOW)
    zone = ZoneInfo("Europe/Berlin")
    for at in (
        datetime(2026, 11, 21, 23, 30, tzinfo=zone),
        datetime(2026, 11, 22, 2, 30, tzinfo=zone),
        datetime(2026, 12, 5, 19, 0, tzinfo=zone),
    ):
        begun(event, at.astimezone(UTC))
    found = entries(client, "/events/cup/calendar.ics")
    days = [entry["DTSTART"].dt for uid, entry in found.items() if not uid.startswith("game")]
    assert days == [date(2026, 11, 21), date(2026, 12, 5)]
    assert found["game-2.cup"]["DTSTART"].dt == datetime(2026, 11, 22, 1, 30, tzinfo=UTC)
    # What comes next stands on the last day that is known.
    assert found["game-4.cup"]["DTSTART"].dt == date(2026, 12, 5)


@pytest.mark.parametrize("length", [timedelta(0), timedelta(hours=1), None])
def test_what_ends_ends_after_it_began(length: timedelta | None) -> None:
    ends = None if length is None else NOW + length
    item = calendar_item(
        uid="u", version=1, made_at=NOW, begins=NOW, summary="s", description="d", url="http://x/", ends=ends
    )
    found = icalendar.Calendar.from_ical(calendar_of("c", "n", "http://x/", "en", [item]))
    (event,) = found.walk("VEVENT")
    assert ("DTEND" in event) == bool(length)


def test_a_season_tells_the_days_of_its_events(client: Client, season: Season, cup: Event) -> None:
    new_event(season, slug="masters", name="Masters", starts_on=date(2026, 12, 12))
    start(cup, rounds=YELLOW_STARTS)
    found = entries(client, f"/seasons/{season.slug}/calendar.ics")
    assert {uid: entry["DTSTART"].dt for uid, entry in found.items()} == {
        "masters": date(2026, 12, 12),
        "cup": date(2026, 11, 21),
    }


def test_a_player_is_told_his_own_events_and_games(
    client: Client, season: Season, cup: Event, players: list[Player]
) -> None:
    other = new_event(season, slug="other")
    services.enter(event_id=other.pk, player=players[0], actor="test", now=NOW)
    found = {player.name: entries(client, f"/players/{player.pk}/calendar.ics") for player in players}
    assert set(found[NAMES[0]]) == {"cup", "game-1.cup", "other"}
    assert set(found[NAMES[1]]) == {"cup", "game-1.cup"}
    path = f"/players/{players[0].pk}/"
    assert calendar(client, f"{path}calendar.ics")["URL"] == f"http://testserver{path}"
    nobody = Player.objects.create(name="Dora")
    assert entries(client, f"/players/{nobody.pk}/calendar.ics") == {}
