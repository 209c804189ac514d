"""A League counts pawns: of which games they are missing is said, and they are added without a second person."""

from typing import Any

import pytest
from django.test import Client

from games.enums import EventKind, Role
from games.errors import BadRequest, RecordingError
from games.models import Game
from games.services.projections import differences
from tests.games.conftest import client_with
from tests.games.requests import refused
from tests.tournaments.admin_forms import step, whole_desk
from tests.tournaments.conftest import YELLOW_STARTS, start, win
from tests.tournaments.dashboard import done, expected, league, staff
from tests.tournaments.event_state import assert_fresh, happen, table
from tests.tournaments.slips import enter
from tournaments.models import Event, EventGame
from tournaments.services import Slip

pytestmark = pytest.mark.django_db
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
    return dict(zip(heads, line["figures"], strict=True)) | {"reason": line["reason"]["en"]}


def test_the_table_says_of_which_games_pawns_are_missing_and_keeps_what_is_known(league: Event) -> None:
    entered(league, 1, loser=3)
    entered(league, 2)
    found = table(league)
    assert [column["key"] for column in found["columns"]] == ["wins", "losses", "pawns_for", "pawns_against"]
    assert found["unfinished"] == [
        {
            "columns": ["pawns_for", "pawns_against"],
            "games": [2],
            "sentence": {"en": "pawns of Game 2 are missing", "de": "es fehlen die Figuren: Spiel 2"},
        }
    ]
    assert_fresh(league)
    for language, words in (("en", "pawns of Game 2 are missing"), ("de", "es fehlen die Figuren: Spiel 2")):
        headers = {"accept-language": language}
        for address in (f"/events/{league.slug}/", f"/embed/events/{league.slug}/table/"):
            assert words in Client().get(address, headers=headers).content.decode(), address
    assert "pawns of Game 2 are missing" in whole_desk(staff("a", is_superuser=True), league)


def test_the_pawns_of_a_colour_that_has_finished_need_not_be_told(league: Event) -> None:
    played = entered(league, 1, loser=2)
    assert table(league)["unfinished"] == []
    assert row(league, "entry-1") | {"reason": ""} == {
        "wins": 1,
        "losses": 0,
        "pawns_for": 4,
        "pawns_against": 2,
        "reason": "",
    }
    assert set(played.game.told["pawns"]) == set(list(played.game.seating.values())[1])


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
    assert answer.json()["game"]["decided_by"] == "result"
    assert table(league)["unfinished"] == []
    assert row(league, "entry-2")["pawns_for"] == 3
    assert_fresh(league)
    game = Game.objects.get(pk=played.game_id)
    assert game.events.last().kind == "completion"  # type: ignore[union-attr]
    assert differences(game) == []
    page = Client().get(f"/games/{game.pk}/").content.decode()
    assert "Result completed, pawns at home" in page
    other = {"expected": game.number, "pawns": {loser[0]: 2}}
    problem = refused(referee.post(address, other), 400, "bad-value")
    assert "is a correction" in problem["messages"]["en"]
    refused(client_with(Role.RECORDER).post(address, other), 403, "permission-denied")


@pytest.mark.parametrize("pawns", [{}, {"violet": 1}, {"green": 5}])
def test_pawns_that_cannot_be_are_not_added(league: Event, pawns: dict[str, int]) -> None:
    played = entered(league, 1)
    with pytest.raises(BadRequest):
        happen(played.game, EventKind.COMPLETION, pawns=pawns)


def test_the_time_is_added_too_but_not_changed(league: Event) -> None:
    played = entered(league, 1)
    game = happen(played.game, EventKind.COMPLETION, seconds=1800)
    assert game.told["seconds"] == 1800
    with pytest.raises(BadRequest, match="is a correction"):
        happen(game, EventKind.COMPLETION, seconds=1900)


def test_the_board_of_a_game_that_was_played_is_not_completed(cup: Event) -> None:
    game = win(start(cup, rounds=YELLOW_STARTS).game, "red")
    with pytest.raises(RecordingError, match="Only a typed-in result can be completed"):
        happen(game, EventKind.COMPLETION, pawns={"red": 4})


def test_while_a_correction_waits_nothing_is_added_beside_it(league: Event) -> None:
    played = entered(league, 1)
    game = happen(played.game, EventKind.CORRECTION, places=list(played.game.places), reason="pawns")
    loser = list(game.seating.values())[1]
    with pytest.raises(RecordingError, match="approve or withdraw"):
        happen(game, EventKind.COMPLETION, pawns={loser[0]: 1})


def test_whoever_completes_the_result_of_somebody_else_has_built_on_it(league: Event) -> None:
    played = entered(league, 1)
    loser = list(played.game.seating.values())[1]
    game = happen(played.game, EventKind.COMPLETION, actor="user:2", pawns={loser[0]: 1, loser[1]: 0})
    with pytest.raises(RecordingError, match="completed this result"):
        happen(game, EventKind.UNDO, actor="user:1")


def test_the_desk_warns_of_missing_pawns_and_adds_them(league: Event) -> None:
    anna = staff("anna", is_superuser=True)
    losing = list(entered(league, 1).game.seating.values())[1]
    adding = step("complete", league, 1)
    assert adding in whole_desk(anna, league)
    body = {**expected(league), f"pawns-{losing[0]}": "2", f"pawns-{losing[1]}": "0"}
    assert done(anna, adding, body, league) == ["Game 1: Änne Öhler – Bert Übel: the pawns are added."]
    assert row(league, "entry-2")["pawns_for"] == 2
