"""Results that are entered instead of recorded: a game that is due in one step, a running one, and every refusal."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from games.enums import EventKind, Role
from games.errors import BadRequest, RecordingError
from games.models import AccessToken, Game, Player
from games.services.projections import differences
from tests.games.conftest import as_json, client_of, client_with, random_throws
from tests.games.requests import refused
from tests.tournaments.admin_forms import step, whole_desk
from tests.tournaments.conftest import KEYS, NOW, YELLOW_STARTS, _drawn, new_event, start, win
from tests.tournaments.dashboard import done, expected, league, organiser as organiser, staff
from tests.tournaments.event_state import assert_fresh, everything, figures, happen, table, undone
from tests.tournaments.slips import RED, enter
from tournaments import services
from tournaments.errors import EventStateConflict
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
    assert_fresh(cup)
    before = NOW - timedelta(days=400)
    second = enter(cup, 2, Slip(winner="entry-3", seconds=1800, played_at=before))
    assert (second.game.starter, second.starter_reason.en) == ("red", "Red clinched Game 1")
    assert (second.game.ended_at, second.game.told["seconds"]) == (before, 1800)
    assert (figures(cup)["entry-2"], figures(cup)["entry-3"]) == (1, 1)
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
    assert [game["starter"] for game in table(cup)["next_games"]] == ["red"]
    assert_fresh(cup)


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
    """Nor is it said again how a running game began."""
    enter(cup, 1)
    start(cup)
    before = everything()
    with pytest.raises(EventStateConflict, match="correct it instead"):
        enter(cup, 1)
    with pytest.raises(BadRequest, match="has begun"):
        enter(cup, 2, beginning=EnteredStart(rounds=YELLOW_STARTS))
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


# -- REST ------------------------------------------------------------------------------------------


def test_results_by_rest(cup: Event) -> None:
    referee, url = client_with(Role.REFEREE), "/api/v1/events/cup/results/"
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
    answer = referee.post(url, body)
    assert answer.status_code == 201, answer.content
    data = answer.json()
    assert (data["number"], data["board"], data["throws"]) == (1, "3", YELLOW_STARTS)
    assert (data["game"]["state"], data["game"]["decided_by"]) == ("ended", "result")
    assert data["game"]["ended_at"] == "2026-11-20T19:15:00Z"
    refused(referee.post(url, body), 409, "event-state")
    assert figures(cup)["entry-2"] == 1


# -- over a game that somebody records --------------------------------------------------------------


@pytest.fixture
def recorded(cup: Event) -> EventGame:
    """Game 1, of which a phone has recorded eight throws."""
    played = start(cup, rounds=YELLOW_STARTS)
    _, text = AccessToken.issue(name="phone at board 3", role="recorder", place="site")
    throws = [as_json(each) for each in random_throws(played.game, 8)]
    client_of(text).post(f"/api/v1/games/{played.game_id}/throws/?expected={played.game.number}", throws)
    return EventGame.objects.select_related("game").get(pk=played.pk)


@pytest.mark.parametrize("door", ["events/cup/results", "games/{}/result"])
def test_it_is_refused_with_who_records_and_taken_once_it_is_meant(recorded: EventGame, door: str) -> None:
    referee, address = client_with(Role.REFEREE), f"/api/v1/{door.format(recorded.game_id)}/"
    body: dict[str, Any] = {"places": ["red"], **({"number": 1} if "events" in door else {})}
    for sent in (body, {**body, "over_throws": False}):
        before = everything()
        problem = refused(referee.post(address, sent), 409, "being-recorded")
        assert (problem["throws"], problem["recorded_by"]) == (8, "phone at board 3")
        assert "8 throws, by phone at board 3" in problem["messages"]["en"]
        assert "8 Würfe, von phone at board 3" in problem["messages"]["de"]
        assert everything() == before
    answer = referee.post(address, {**body, "over_throws": True})
    assert answer.status_code == 201, answer.content
    game = Game.objects.get(pk=recorded.game_id)
    assert game.events.last().payload["over_throws"] is True  # type: ignore[union-attr]
    assert figures(recorded.event)["entry-2"] == 1
    assert differences(game) == []
    assert_fresh(recorded.event)


# -- pawns that are missing are added ---------------------------------------------------------------

assert league  # a fixture


def entered(event: Event, number: int = 1, loser: int | None = None, **slip: Any) -> EventGame:
    """A game typed in as won by the first colour of whoever is named first."""
    due = next(game for game in table(event)["next_games"] if game["number"] == number)
    winning, losing = due["seating"].values()
    pawns = {} if loser is None else {losing[0]: loser, losing[1]: 0}
    return enter(event, number, Slip(**{"places": (winning[0],), "pawns": pawns, **slip}))


def row(event: Event, entrant: str) -> dict[str, Any]:
    found = table(event)
    heads = [column["key"] for column in found["columns"]]
    line = next(each for each in found["rows"] if each["entrant"] == entrant)
    return dict(zip(heads, line["figures"], strict=True))


def test_the_table_says_of_which_games_pawns_are_missing_and_keeps_what_is_known(league: Event) -> None:
    """Of a colour that has finished they need not be told."""
    entered(league, 1, loser=3)
    assert table(league)["unfinished"] == []
    assert row(league, "entry-1") == {"wins": 1, "losses": 0, "pawns_for": 4, "pawns_against": 3}
    entered(league, 2)
    told = {"en": "pawns of Game 2 are missing", "de": "es fehlen die Figuren: Spiel 2"}
    columns = ["pawns_for", "pawns_against"]
    assert table(league)["unfinished"] == [{"columns": columns, "games": [2], "sentence": told}]
    assert_fresh(league)
    for address in (f"/events/{league.slug}/", f"/embed/events/{league.slug}/table/"):
        assert told["en"] in Client().get(address).content.decode(), address
    assert told["en"] in whole_desk(staff("a", is_superuser=True), league)


def test_a_winner_alone_is_entered_and_not_awarded(league: Event) -> None:
    entered(league, 1, places=(), winner="entry-1")
    (game,) = table(league)["games"]
    assert game["reason"] == {"en": "winner entered: Änne Öhler", "de": "als Sieger eingetragen: Änne Öhler"}
    assert table(league)["unfinished"][0]["games"] == [1]
    assert (row(league, "entry-1")["wins"], row(league, "entry-1")["pawns_for"]) == (1, 0)


def test_missing_pawns_are_added_by_one_person_and_nothing_else(league: Event) -> None:
    played = entered(league, 1)
    loser = list(played.game.seating.values())[1]
    referee = client_with(Role.REFEREE)
    address = f"/api/v1/games/{played.game_id}/completion/"
    body = {"expected": played.game.number, "pawns": {loser[0]: 3, loser[1]: 1}}
    answer = referee.post(address, body)
    assert answer.status_code == 201, answer.content
    assert table(league)["unfinished"] == []
    assert row(league, "entry-2")["pawns_for"] == 3
    assert_fresh(league)
    game = Game.objects.get(pk=played.game_id)
    assert game.events.last().kind == "completion"  # type: ignore[union-attr]
    assert differences(game) == []
    assert "Result completed, pawns at home" in Client().get(f"/games/{game.pk}/").content.decode()
    other = {"expected": game.number, "pawns": {loser[0]: 2}}
    problem = refused(referee.post(address, other), 400, "bad-value")
    assert "is a correction" in problem["messages"]["en"]
    # A result that somebody else has completed is not undone alone.
    with pytest.raises(RecordingError, match="completed this result"):
        happen(game, EventKind.UNDO, actor="user:1")


def test_what_cannot_be_completed_is_not(league: Event, cup: Event) -> None:
    game = happen(entered(league, 1).game, EventKind.COMPLETION, seconds=1800)
    wrong: list[dict[str, Any]] = [
        {"seconds": 1900},
        *({"pawns": each} for each in ({}, {"violet": 1}, {"green": 5})),
    ]
    for told in wrong:
        with pytest.raises(BadRequest):
            happen(game, EventKind.COMPLETION, **told)
    happen(game, EventKind.CORRECTION, places=list(game.places), reason="pawns")
    loser = list(game.seating.values())[1]
    with pytest.raises(RecordingError, match="approve or withdraw"):
        happen(game, EventKind.COMPLETION, pawns={loser[0]: 1})
    won = win(start(cup, rounds=YELLOW_STARTS).game, "red")
    with pytest.raises(RecordingError, match="Only a typed-in result can be completed"):
        happen(won, EventKind.COMPLETION, pawns={"red": 4})


def test_the_desk_warns_of_missing_pawns_and_adds_them(league: Event) -> None:
    anna = staff("anna", is_superuser=True)
    losing = list(entered(league, 1).game.seating.values())[1]
    adding = step("complete", league, 1)
    body = {**expected(league), f"pawns-{losing[0]}": "2", f"pawns-{losing[1]}": "0"}
    assert done(anna, adding, body, league) == ["Game 1: Änne Öhler – Bert Übel: the pawns are added."]
    assert row(league, "entry-2")["pawns_for"] == 2


# -- a game for places that somebody gives up -------------------------------------------------------

ANNE, BERT, CORA = KEYS
#: Who does not play, how the colours of the two others come in, and who is 1st, 2nd and 3rd by that. Änne leads
#: yellow and red, Bert black and green, Cora blue and violet.
WAYS = [
    (ANNE, ("black", "green", "blue", "violet"), [BERT, CORA, ANNE]),
    (BERT, ("violet", "red", "blue", "yellow"), [CORA, ANNE, BERT]),
    (CORA, ("green", "yellow", "red", "black"), [ANNE, BERT, CORA]),
]


@pytest.mark.parametrize("format_key", ["gp-plus-series", "exhibition"])
@pytest.mark.parametrize("begun", [False, True])
def test_whoever_gives_it_up_is_last(
    season: Season, players: list[Player], format_key: str, begun: bool
) -> None:
    settings: dict[str, Any] = {"games": 1} if format_key == "gp-plus-series" else {}
    event = _drawn(
        new_event(season, format_key=format_key, rules_name="xmadn-gp+", settings=settings), players
    )
    if begun:
        start(event, rounds=YELLOW_STARTS)
    organiser = client_with(Role.ORGANISER)
    for absent, order, ranked in WAYS:
        with undone():
            body = {"absent": absent, "reason": "ill", "places": order}
            answer = organiser.post(f"/api/v1/events/{event.slug}/games/1/forfeit/", body)
            assert answer.status_code == 201, answer.json()
            game, told = Game.objects.get(), figures(event)
            assert (game.state, tuple(game.places)) == ("ended", order)
            assert sorted(told, key=lambda key: -told[key]) == ranked
