"""Prints of events and rankings: everything of the stored table is on paper, on as many pages as it takes."""

import io
import re
from datetime import UTC, datetime
from typing import Any

import orjson
import pypdf
import pytest
from django.test import Client
from django.utils.translation import override

from games.drawing.symbols import PAINTS
from games.models import Player
from tests.tournaments.conftest import NAMES, NOW, YELLOW_STARTS, new_event, start, win
from tests.tournaments.files.pdf_text import pages
from tournaments import services
from tournaments.files.pdf.slips import slips
from tournaments.files.pdf.standings import (
    schedule_print,
    table,
)
from tournaments.kit.paper import EventPrintContext
from tournaments.models import Event, EventTable, Season
from tournaments.standings.presenters import EventPresenter
from tournaments.standings.queries import load_standings

pytestmark = pytest.mark.django_db
MADE_AT = datetime(2026, 11, 21, 20, 15, tzinfo=UTC)


def printed(client: Client, name: str, language: str = "en", slug: str = "cup") -> list[str]:
    answer = client.get(f"/events/{slug}/{name}.pdf?language={language}")
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
    assert answer["Content-Disposition"] == f'inline; filename="{slug}-{name}.pdf"'
    return pages(answer.content)


def on_paper(event: Event, **members: Any) -> EventPrintContext:
    """The event with another table."""
    event.projection = orjson.dumps({**load_standings(event), **members}).decode()
    return EventPrintContext(EventPresenter(event), MADE_AT, lambda path: f"https://club.example{path}")


def flat(text: str) -> str:
    """The text without the ends of its lines."""
    return " ".join(text.split())


def offered(client: Client) -> list[str]:
    """The prints that the page of the cup leads to."""
    return re.findall(r"/events/cup/(\w+)\.pdf", client.get("/events/cup/about/").content.decode())


def test_a_print_is_offered_once_something_stands_on_it(
    client: Client, season: Season, players: list[Player]
) -> None:
    event = new_event(season)
    assert offered(client) == []
    for player in players:
        services.enter(event_id=event.pk, player=player, actor="test", now=NOW)
    assert offered(client) == ["table"]
    services.draw_in_seed_order(event_id=event.pk, actor="test", now=NOW)
    assert offered(client) == ["table", "schedule", "slips"]
    for rounds in ({"rounds": YELLOW_STARTS}, {}):
        win(start(event, **rounds).game, "yellow")
    assert offered(client) == ["table", "schedule"]


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_table_with_every_reason(client: Client, cup: Event, language: str) -> None:
    win(start(cup, rounds=YELLOW_STARTS).game, "yellow")
    (page,) = printed(client, "table", language)
    data = load_standings(Event.objects.get(pk=cup.pk))
    for row in data["rows"]:
        assert row["name"] in page
        assert row["reason"][language] in flat(page)
    assert data["outlook"][language][1:] in flat(page)
    assert {"en": "Page 1 of 1", "de": "Seite 1 von 1"}[language] in page
    assert {"en": "As of 21 November 2026, 21:15", "de": "Stand 21. November 2026, 21:15"}[language] in page
    assert "http://testserver/events/cup/" in page


def test_the_table_tells_what_is_decided_already_and_what_the_organiser_said(
    client: Client, cup: Event
) -> None:
    win(start(cup, rounds=YELLOW_STARTS).game, "yellow")
    services.suspend_event(
        event_id=cup.pk, hold=Event.Hold.INTERRUPTED, reason="power cut", actor="test", now=MADE_AT
    )
    text = flat("\n".join(printed(client, "table")))
    told = load_standings(Event.objects.get(pk=cup.pk))["decided"]
    assert told
    for sentence in (each for decided in told for each in decided["must_happen"]):
        assert sentence["en"][1:] in text
    assert "Interrupted, goes on another day" in text


@pytest.fixture
def league(season: Season) -> Event:
    """A league of eight of which nothing is played."""
    wish = services.EventWish(
        name="League",
        format_key="league",
        rules_name="xmadn-2t",
        settings={"drrs": 1},
        starts_on=MADE_AT.date(),
        season=season,
        players=[f"Player {letter * 5}" for letter in "ABCDEFGH"],
    )
    return services.make_event(wish=wish, actor="test", now=MADE_AT)


@pytest.mark.parametrize("language", ["en", "de"])
def test_of_a_league_that_is_not_played_nothing_is_decided(
    client: Client, league: Event, language: str
) -> None:
    text = flat("\n".join(printed(client, "table", language, league.slug)))
    assert "Player AAAAA" in text
    for word in ("decided", "entschieden", "can still happen", "noch passieren", "8th", "Platz 8"):
        assert word not in text, word


@pytest.mark.parametrize(
    ("language", "round_name"),
    [("en", "Double round-robin 1, round "), ("de", "Doppelrunde 1, Runde ")],
)
def test_a_round_of_the_schedule_stands_in_one_line(
    client: Client, league: Event, language: str, round_name: str
) -> None:
    text = "\n".join(printed(client, "schedule", language, league.slug))
    found = re.findall(rf"{round_name}(\d+)", text)
    assert sorted(map(int, found)) == sorted([*range(1, 15)] * 4)


def test_the_schedule_tells_who_plays_starts_and_wins(client: Client, cup: Event) -> None:
    win(start(cup, rounds=YELLOW_STARTS, board="7").game, "yellow")
    text = flat("\n".join(printed(client, "schedule")))
    for expected in (*NAMES, "Game 1", "Board 7", "Yellow had the highest throw", f"won by {NAMES[0]}"):
        assert expected in text
    assert "Game 2" in text
    assert "can be started" in text


def test_slips_are_for_games_that_are_not_over_and_two_stand_on_a_page(client: Client, series: Event) -> None:
    win(start(series, rounds=YELLOW_STARTS).game, "yellow", "red")
    text = "\n".join(printed(client, "slips", slug="gp"))
    assert "Game 2" in text
    assert "Game 1" not in text
    for number in (1, 2, 3):
        numbers = list(range(2, 2 + number))
        told = on_paper(Event.objects.get(pk=series.pk), next_games=[], games=[], to_come=numbers)
        assert len(pages(slips(told))) == (number + 1) // 2


def test_a_slip_of_a_game_whose_players_nobody_knows_has_a_line_for_every_colour(cup: Event) -> None:
    with override("en"):
        text = pages(slips(on_paper(cup, next_games=[], to_come=[5])))[0]
    assert "Game 5" in text
    for name in NAMES:
        assert name not in text
    assert set(PAINTS) == {word.lower() for word in text.split() if word.lower() in PAINTS}


def test_no_slip_lets_anybody_in(client: Client, cup: Event) -> None:
    """The codes lead to public pages: they are the same for everybody, whoever prints them."""
    game = start(cup, rounds=YELLOW_STARTS).game
    links = []

    def address(path: str) -> str:
        links.append(path)
        return f"https://club.example{path}"

    event = Event.objects.get(pk=cup.pk)
    slips(EventPrintContext(EventPresenter(event), MADE_AT, address))
    assert set(links) == {game.get_absolute_url(), event.get_absolute_url()}
    for link in set(links):
        assert client.get(link).status_code == 200


def many_rows(event: Event, number: int, name: str) -> dict[str, Any]:
    row = load_standings(event)["rows"][0]
    reason = {"en": f"shares 1st place with {name}", "de": f"teilt Platz 1 mit {name}"}
    return {
        "rows": [{**row, "place": n, "name": f"{name} {n}", "reason": reason} for n in range(1, number + 1)]
    }


def test_a_long_table_repeats_its_head_and_numbers_its_pages(cup: Event) -> None:
    with override("en"):
        found = pages(table(on_paper(cup, **many_rows(cup, 100, "Änne"))))
    assert len(found) > 1
    for number, page in enumerate(found, start=1):
        assert "Place" in page
        assert f"Page {number} of {len(found)}" in page
    everything = flat(" ".join(found))
    for n in range(1, 101):
        assert f"Änne {n} " in everything


@pytest.mark.parametrize(
    "name", ["W" * 100, "Ä b " * 25, "<b>&amp;</para>", "Dvořák Żółć Σωκράτης Жанна", "\U0001f3b2 漢"]
)
def test_any_name_can_be_printed(cup: Event, name: str) -> None:
    data = {**many_rows(cup, 3, name), "name": name}
    data["rows"][0]["reason"] = {"en": name * 20, "de": name * 20}
    entries = [{**entry, "name": name} for entry in load_standings(cup)["entries"]]
    for make in (table, schedule_print, slips):
        assert make(on_paper(cup, **data, entries=entries)).startswith(b"%PDF")


def test_letters_of_european_names_are_printed(cup: Event) -> None:
    name = "Dvořák Żółć Őze Ğül Σωκράτης Жанна ß „“”–…"
    assert name in flat(pages(table(on_paper(cup, name=name)))[0])


def test_a_table_of_many_columns_is_turned(cup: Event) -> None:
    column = load_standings(cup)["columns"][0]
    columns = [{**column, "name": {"en": "Counted pawns against", "de": "Gegenfiguren"}}] * 6
    rows = [{**row, "figures": ["5/2"] * 6} for row in load_standings(cup)["rows"]]
    (page,) = pypdf.PdfReader(io.BytesIO(table(on_paper(cup, columns=columns, rows=rows)))).pages
    assert page.mediabox.width > page.mediabox.height
    assert "2½" in page.extract_text()


def test_what_is_made_is_bounded_and_says_so(cup: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    (due,) = load_standings(cup)["next_games"]
    games = [{"number": number, "seating": due["seating"], "starter": None} for number in range(1, 2000)]
    rounds = [{"name": {"en": "", "de": ""}, "first": 1, "last": 1999, "games": games}]
    told = on_paper(cup, next_games=[], to_come=list(range(1, 2000)), schedule=rounds)
    monkeypatch.setattr("tournaments.files.pdf.standings.MOST_GAMES", 40)
    monkeypatch.setattr("tournaments.files.pdf.slips.MOST_SLIPS", 10)
    with override("en"):
        schedule = pages(schedule_print(told))
        assert len(pages(slips(told))) == 5
    assert "first 40 of 1999 games" in flat(schedule[-1])


def test_the_same_state_gives_the_same_bytes_and_its_date_is_that_of_the_table(
    client: Client, cup: Event
) -> None:
    event = on_paper(cup)
    for make in (table, schedule_print, slips):
        once = make(event)
        assert make(event) == once
        told = pypdf.PdfReader(io.BytesIO(once)).metadata
        assert told is not None
        assert told.creation_date == MADE_AT
    made_at = EventTable.objects.get(event=cup, version=cup.version).made_at
    answer = client.get("/events/cup/table.pdf").content
    found = pypdf.PdfReader(io.BytesIO(answer)).metadata
    assert found is not None
    assert found.creation_date == made_at
    assert found.title == "Cup: Table"
