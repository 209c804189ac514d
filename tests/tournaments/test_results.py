"""Results that are entered instead of recorded: a game that is due in one step, a running one, and every refusal."""

from datetime import timedelta
from typing import Any

import pytest
from rest_framework.test import APIClient

from games.enums import EventKind, Role
from games.errors import BadRequest
from games.models import Player
from tests.games.conftest import client_with
from tests.games.requests import refused
from tests.tournaments.conftest import NOW, YELLOW_STARTS, new_event, start
from tests.tournaments.event_state import assert_fresh, everything, figures, happen, table
from tests.tournaments.slips import RED, enter
from tournaments import services
from tournaments.errors import EventStateConflict, FormatViolation
from tournaments.formats import FormatError
from tournaments.models import Event, EventGame, Season
from tournaments.services import EnteredStart, Override, Slip

pytestmark = pytest.mark.django_db


def kinds(played: EventGame) -> list[str]:
    return list(played.game.events.values_list("kind", flat=True))


# -- what a slip tells -----------------------------------------------------------------------------


def test_a_game_that_is_due_begins_and_ends_in_one_step(cup: Event) -> None:
    first = enter(cup, 1, note="played outdoors")
    assert (first.game.state, first.game.decided_by, first.game.places) == ("ended", "result", ["red"])
    assert (first.game.starter, first.starter_reason.en) == ("", "who started is not recorded")
    assert kinds(first) == ["created", "note", "result"]
    assert set(first.game.events.values_list("actor", flat=True)) == {"user:1"}
    assert figures(cup)["entry-2"] == 1
    assert_fresh(cup)
    second = enter(cup, 2, Slip(places=("green",), seconds=1800, played_at=NOW - timedelta(days=400)))
    assert (second.game.starter, second.starter_reason.en) == ("red", "Red clinched Game 1")
    assert second.game.ended_at == NOW - timedelta(days=400)
    assert second.game.told["seconds"] == 1800
    assert_fresh(cup)


def test_the_throws_for_the_start_are_kept_where_they_are_known(cup: Event) -> None:
    first = enter(cup, 1, beginning=EnteredStart(board="3", rounds=YELLOW_STARTS))
    assert (first.game.starter, first.board, first.throws) == ("yellow", "3", YELLOW_STARTS)
    assert kinds(first) == ["created", "start throws", "result"]
    second = enter(cup, 2, beginning=EnteredStart(override=Override("green", "Cora asked first")))
    assert (second.game.starter, second.due_starter) == ("green", "red")
    assert second.override_reason == "Cora asked first"


def test_a_running_game_is_ended_by_its_slip(cup: Event) -> None:
    running = start(cup, rounds=YELLOW_STARTS, board="3")
    ended = enter(cup, 1)
    assert (ended.pk, ended.game_id, ended.board) == (running.pk, running.game_id, "3")
    assert (ended.game.starter, ended.game.decided_by) == ("yellow", "result")
    assert figures(cup)["entry-2"] == 1
    assert [game["starter"] for game in table(cup)["next_games"]] == ["red"]
    assert_fresh(cup)


def test_the_winner_alone_is_enough_where_the_places_are_not_known(cup: Event) -> None:
    enter(cup, 1, Slip(winner="entry-3"))
    assert figures(cup)["entry-3"] == 1
    assert_fresh(cup)


def test_a_league_counts_the_pawns_of_the_slip(season: Season, players: list[Player]) -> None:
    event = new_event(season, format_key="league", rules_name="xmadn-2t", settings={"drrs": 1})
    services.enter_all(event_id=event.pk, players=players, actor="test", now=NOW)
    services.draw_from_seed(event_id=event.pk, seed="lottery", actor="test", now=NOW)
    due = table(event)["next_games"][0]
    (winner, (rearguard, other)), (_, colours) = due["seating"].items()
    pawns = {rearguard: 4, other: 1, colours[0]: 2, colours[1]: 0}
    enter(event, due["number"], Slip(places=(rearguard,), pawns=pawns))
    (game,) = table(event)["games"]
    assert game["winners"] == [winner]
    columns = [column["key"] for column in table(event)["columns"]]
    of_winner = dict(zip(columns, table(event)["rows"][0]["figures"], strict=True))
    assert of_winner == {"wins": 1, "losses": 0, "pawns_for": 4, "pawns_against": 2}
    assert_fresh(event)


def test_a_game_that_was_abandoned_is_entered_anew(cup: Event) -> None:
    running = start(cup, rounds=YELLOW_STARTS)
    happen(running.game, EventKind.ABANDON, reason="the lights went out")
    entered = enter(cup, 1)
    assert entered.pk == running.pk
    assert entered.game_id != running.game_id
    assert entered.throws == []


# -- refused, changing nothing ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "slip", "beginning", "error", "about"),
    [
        (2, RED, EnteredStart(), EventStateConflict, "not Game 2 but Game 1"),
        (1, Slip(), EnteredStart(), BadRequest, "places"),
        (1, Slip(places=("red", "blue")), EnteredStart(), BadRequest, "places"),
        (1, Slip(places=("red",), winner="entry-3"), EnteredStart(), BadRequest, "winner"),
        (1, Slip(winner="dora"), EnteredStart(), BadRequest, "one of the entries"),
        (
            1,
            Slip(places=("red",), pawns={"red": 3}, winner="entry-1"),
            EnteredStart(),
            BadRequest,
            "winner",
        ),
        (1, Slip(places=("red",), pawns={"red": 5}), EnteredStart(), BadRequest, "pawns"),
        (1, Slip(places=("red",), seconds=0), EnteredStart(), BadRequest, "seconds"),
        (1, Slip(places=("red",), seconds=10**9), EnteredStart(), BadRequest, "seconds"),
        (
            1,
            Slip(places=("red",), played_at=NOW + timedelta(days=1)),
            EnteredStart(),
            BadRequest,
            "played_at",
        ),
        (1, RED, EnteredStart(rounds=[{"yellow": 6}]), FormatError, "must still throw"),
        (1, RED, EnteredStart(override=Override("red", "")), BadRequest, "override.reason"),
        (1, RED, EnteredStart(board=" 3"), BadRequest, "board"),
    ],
)
def test_a_slip_that_cannot_be_right_is_refused(
    cup: Event, number: int, slip: Slip, beginning: EnteredStart, error: type[Exception], about: str
) -> None:
    before = everything()
    with pytest.raises(error, match=about):
        enter(cup, number, slip, beginning=beginning)
    assert everything() == before


def test_a_game_with_a_result_is_corrected_instead(cup: Event) -> None:
    enter(cup, 1)
    before = everything()
    with pytest.raises(EventStateConflict, match="correct it instead"):
        enter(cup, 1)
    assert everything() == before


def test_no_game_ends_that_would_begin_in_an_event_on_hold(cup: Event) -> None:
    who: dict[str, Any] = {"event_id": cup.pk, "actor": "user:1", "now": NOW}
    services.suspend_event(hold=Event.Hold.INTERRUPTED, reason="no light", **who)
    before = everything()
    with pytest.raises(EventStateConflict, match="No game begins"):
        enter(cup, 1)
    thrown = [{"entry-2": 6, "entry-3": 1}]
    with pytest.raises(EventStateConflict, match="No game begins"):
        services.forfeit(number=1, absent="entry-1", reason="gone", rounds=thrown, **who)
    assert everything() == before


def test_how_a_running_game_began_is_not_told_again(cup: Event) -> None:
    start(cup, rounds=YELLOW_STARTS)
    before = everything()
    with pytest.raises(BadRequest, match="has begun"):
        enter(cup, 1, beginning=EnteredStart(rounds=YELLOW_STARTS))
    assert everything() == before


def test_a_result_that_the_format_does_not_have_is_refused(series: Event) -> None:
    before = everything()
    with pytest.raises(FormatViolation, match="places"):
        enter(series, 1, Slip(winner="entry-3"))
    assert everything() == before


# -- REST ------------------------------------------------------------------------------------------


def url(event: Event) -> str:
    return f"/api/v1/events/{event.slug}/results/"


@pytest.fixture
def referee(db: None) -> APIClient:
    return client_with(Role.REFEREE)


def test_results_by_rest(referee: APIClient, cup: Event) -> None:
    body = {
        "number": 1,
        "places": ["red"],
        "pawns": {"red": 4},
        "seconds": 2400,
        "played_at": "2026-11-20T20:15:00+01:00",
        "throws": YELLOW_STARTS,
        "board": "3",
        "note": "played outdoors",
    }
    answer = referee.post(url(cup), body, headers={"Idempotency-Key": "slip-1"})
    assert answer.status_code == 201, answer.content
    data = answer.json()
    assert (data["number"], data["board"], data["throws"]) == (1, "3", YELLOW_STARTS)
    assert (data["game"]["state"], data["game"]["decided_by"]) == ("ended", "result")
    assert data["game"]["ended_at"] == "2026-11-20T19:15:00Z"
    again = referee.post(url(cup), body, headers={"Idempotency-Key": "slip-1"})
    assert again["Idempotent-Replayed"] == "true"
    assert again.json() == data
    problem = refused(referee.post(url(cup), body), 409, "event-state")
    assert "corrected" not in problem["detail"]
    assert figures(cup)["entry-2"] == 1
