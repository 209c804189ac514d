"""What the screen of a hall shows: by turns or until further notice, in pages, and never more than all may see."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries

from games.domain.clock import ClockAction
from games.models import Player
from tests.games.chances.conftest import known
from tests.games.pages import assert_is_sound
from tests.tournaments.conftest import NOW, YELLOW_STARTS, new_event, start, win
from tests.tournaments.hall.halls import WHO, entered, in_seat_order, new_hall, published
from tests.tournaments.query_counts import queries
from tests.tournaments.screens.conftest import BY, add, announce
from tournaments import services
from tournaments.hall import services as running
from tournaments.models import Event, Hall, Season
from tournaments.screens import services as setting
from tournaments.screens.kinds import KINDS

pytestmark = pytest.mark.django_db


def shown(client: Client, path: str = "/halls/great-hall/now/") -> str:
    return client.get(path).content.decode()


# -- whose turn it is ------------------------------------------------------------------------------


def test_a_hall_without_slides_has_a_page(client: Client, hall: Hall) -> None:
    text = assert_is_sound(client.get("/halls/great-hall/"), "en")
    assert "Great hall" in text
    assert "Nothing has been chosen" in text
    assert client.get("/halls/small-hall/").status_code == 404


def test_what_is_to_be_shown_now_stays_until_the_others_go_on(
    client: Client, hall: Hall, standing_clock: Any
) -> None:
    first, second = announce(hall, "First things"), announce(hall, "Second things")
    setting.show_now(slide_id=second.pk, **BY)
    for minutes in (0, 1, 100):
        standing_clock.move_to(NOW + timedelta(minutes=minutes, seconds=1))
        assert "Second things" in shown(client)
    setting.take_turns(hall_id=hall.pk, actor="test", now=NOW + timedelta(minutes=100))
    assert first.text_en in shown(client)


def test_two_languages_take_turns_by_the_laps(client: Client, standing_clock: Any, db: None) -> None:
    both = setting.create_hall(slug="great-hall", name="Saal", language="both", **BY)
    add(both, kind="announcement", text_de="Guten Tag", text_en="Good day", seconds=5)
    add(both, kind="announcement", text_de="Nur deutsch", seconds=5)
    said = []
    for seconds in (0, 5, 10, 15):
        standing_clock.move_to(NOW + timedelta(seconds=seconds))
        text = shown(client)
        said.append((text.partition('lang="')[2][:2], "Guten" in text, "Good" in text, "Nur" in text))
    assert said == [
        ("de", True, False, False),
        ("de", False, False, True),
        ("en", False, True, False),
        ("en", False, False, True),
    ]


def test_a_slide_with_nothing_to_show_loses_its_turn(
    client: Client, hall: Hall, cup: Event, standing_clock: Any
) -> None:
    add(hall, kind="boards", event=cup)
    assert "No game is being played" in shown(client)
    announce(hall, "Break")
    for seconds in (0, 20):
        standing_clock.move_to(NOW + timedelta(seconds=seconds))
        assert "Break" in shown(client)


# -- what is shown ---------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_a_slide_of_every_kind_is_shown_in_both_languages(
    client: Client, cup: Event, season: Season, standing_clock: Any, kind: str
) -> None:
    both = setting.create_hall(slug="great-hall", name="Saal", language="both", **BY)
    of: dict[str, Any] = {"event": cup}
    if kind == "announcement":
        of = {"text_de": "Guten Tag", "text_en": "Good day"}
    elif KINDS[kind].of_rounds:
        of = {"event": new_hall(season, 8, settings={"rounds": 1}, are_present=True)}
        seats = in_seat_order(published(of["event"]))
        entered(of["event"], seats if kind == "finals" else seats[:1])
    else:
        game = start(cup, rounds=YELLOW_STARTS).game
        if kind == "ranking":
            of = {"ranking": "3t"}
            win(game, "yellow", "black")
            win(start(cup).game, "yellow", "black")
    add(both, kind=kind, seconds=5, **of)
    for language, seconds in (("de", 0), ("en", 5)):
        standing_clock.move_to(NOW + timedelta(seconds=seconds))
        text = assert_is_sound(client.get("/halls/great-hall/"), language)
        assert f"picture-{kind}" in text
        assert "hall-nothing" not in text


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("boards", ("Yellow to throw", "Änne Öhler", "Board", "games/")),
        ("clocks", ("Clock not started", "Änne Öhler – Bert Übel – Cora Weiß")),
        ("table", ("Place", "Wins", "Cora Weiß")),
        ("schedule", ("Game 1", "running", "Bert Übel")),
    ],
)
def test_of_an_event_is_shown(
    client: Client, hall: Hall, cup: Event, kind: str, words: tuple[str, ...]
) -> None:
    start(cup, rounds=YELLOW_STARTS, board="3")
    add(hall, kind=kind, event=cup)
    text = assert_is_sound(client.get("/halls/great-hall/"), "en")
    for word in words:
        assert word in text
    assert "/api/v1/events/cup/events/?last_event_id=" in text


def test_only_one_board_is_shown_where_it_is_named(client: Client, hall: Hall, cup: Event) -> None:
    start(cup, rounds=YELLOW_STARTS, board="3")
    slide = add(hall, kind="boards", event=cup, board="3")
    assert "Yellow to throw" in shown(client)
    setting.change_slide(slide_id=slide.pk, changes={"board": "4"}, **BY)
    assert "No game is being played" in shown(client)


def test_a_ranking_is_shown(client: Client, hall: Hall, cup: Event) -> None:
    for rounds in (YELLOW_STARTS, []):
        win(start(cup, rounds=rounds).game, "yellow", "black")
    add(hall, kind="ranking", ranking="3t")
    text = shown(client)
    assert "3T World Rankings" in text
    assert "Änne Öhler" in text


def test_the_number_of_queries_does_not_grow_with_the_slides(
    client: Client, hall: Hall, cup: Event, series: Event, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    start(cup, rounds=YELLOW_STARTS)
    add(hall, kind="boards", event=cup)
    # Hall, slides, events, games with their seats and players, and of the one on the picture what happened last and
    # who is likely to win.
    with django_assert_num_queries(7):
        shown(client)
    start(series, rounds=YELLOW_STARTS)
    add(hall, kind="clocks", event=series)
    add(hall, kind="table", event=series)
    with django_assert_num_queries(7):
        shown(client)


def test_boards_say_who_is_likely_to_win(client: Client, hall: Hall, cup: Event, series: Event) -> None:
    known(start(cup, rounds=YELLOW_STARTS).game, 64, 25, 11)
    slide = add(hall, kind="boards", event=cup)
    text = shown(client)
    assert [chance in text for chance in ("win 64 %", "win 25 %", "win 11 %")] == [True, True, True]
    assert text.count('class="chance-bar"') == 3
    start(series, rounds=YELLOW_STARTS)
    setting.change_slide(slide_id=slide.pk, changes={"event": series}, **BY)
    text = shown(client)
    assert "Yellow to throw" in text
    assert "chance" not in text


@pytest.mark.parametrize("boards", [1, 3])
def test_the_chances_at_all_boards_are_one_query(
    client: Client, hall: Hall, season: Season, boards: int
) -> None:
    league = new_event(
        season,
        slug="league",
        name="League",
        format_key="league",
        rules_name="xmadn-2t",
        settings={"boards": 3},
    )
    for number in range(6):
        player = Player.objects.create(name=f"Player {number}")
        services.enter(event_id=league.pk, player=player, actor="test", now=NOW)
    services.draw_in_seed_order(event_id=league.pk, actor="test", now=NOW)
    for number in range(boards):
        known(start(league, number=number + 1).game, 60, 40)
    add(hall, kind="boards", event=league)
    with CaptureQueriesContext(connection) as queries:
        text = shown(client)
    assert text.count("win 60 %") == min(boards, 2)
    assert sum("games_chances" in query["sql"] for query in queries) == 1


# -- what all may see ------------------------------------------------------------------------------


def test_no_hall_may_stand_in_a_frame_and_none_keeps_a_cookie(client: Client, hall: Hall) -> None:
    for path in ("/halls/great-hall/", "/halls/great-hall/now/", "/halls/great-hall/changes/"):
        answer = client.get(path)
        assert "frame-ancestors 'none'" in answer["Content-Security-Policy"]
        assert answer["X-Frame-Options"] == "DENY"
        assert not answer.cookies
    assert client.get("/halls/worker.js")["Content-Type"].startswith("text/javascript")


def test_many_seats_are_shown_on_several_pages_by_turns(
    client: Client, hall: Hall, season: Season, standing_clock: Any
) -> None:
    event = new_hall(season, 100, are_present=True)
    published(event)
    add(hall, kind="seats", event=event, seconds=10)
    seen = []
    for seconds in (1, 11):
        standing_clock.move_to(NOW + timedelta(seconds=seconds))
        text = shown(client)
        seen.append({number for number in range(100) if f"Person {number:03}" in text})
        assert "hall-seats-4" in text
    assert (len(seen[0]), len(seen[1]), len(seen[0] | seen[1])) == (50, 50, 100)


def test_the_clock_of_the_round_counts_for_the_whole_hall_and_says_when_time_is_up(
    client: Client, hall: Hall, season: Season, standing_clock: Any
) -> None:
    event = new_hall(season, are_present=True)
    round_ = published(event)
    add(hall, kind="round", event=event)
    assert "Clock not started" in shown(client)
    running.turn_clock(event_id=event.pk, subject="round-1", action=ClockAction.START, **WHO)
    entered(event, in_seat_order(round_)[:1])
    standing_clock.move_to(NOW + timedelta(minutes=5))
    text = shown(client)
    assert "25:00" in text
    assert "3 of 4 tables without a result" in text
    standing_clock.move_to(NOW + timedelta(minutes=31))
    assert "Time is up" in shown(client)


def test_the_end_of_a_round_is_told_to_the_screen_whichever_slide_is_shown(
    client: Client, hall: Hall, season: Season, standing_clock: Any
) -> None:
    event = new_hall(season, are_present=True)
    round_ = published(event)
    add(hall, kind="table", event=event, seconds=600)
    assert "picture-nothing" in shown(client)  # no places before the first result
    entered(event, in_seat_order(round_)[:1])
    add(hall, kind="round", event=event)
    assert 'data-ends=""' in shown(client)
    running.turn_clock(event_id=event.pk, subject="round-1", action=ClockAction.START, **WHO)
    text = shown(client)
    assert "picture-hall_table" in text
    told = text.partition('data-ends="')[2].partition('"')[0]
    assert datetime.fromisoformat(told.strip()) == NOW + timedelta(minutes=30)
    standing_clock.move_to(NOW + timedelta(minutes=31))
    assert 'data-ends=""' in shown(client)


def test_finals_are_shown_with_who_would_be_in_them_and_then_with_their_seats(
    client: Client, hall: Hall, season: Season
) -> None:
    event = new_hall(season, 8, settings={"rounds": 1}, are_present=True)
    add(hall, kind="finals", event=event)
    entered(event, in_seat_order(published(event)))
    assert "Final, if it ended now" in shown(client)
    published(event, "final")
    text = shown(client)
    assert "if it ended now" not in text
    assert text.count("<li") == 4


def test_the_number_of_queries_does_not_grow_with_the_people(
    client: Client, hall: Hall, season: Season
) -> None:
    event = new_hall(season, 8, are_present=True)
    published(event)
    for kind in (name for name, kind in KINDS.items() if kind.of_rounds):
        add(hall, kind=kind, event=event)
    assert queries(client, "/halls/great-hall/now/") <= 4
