"""How a game gets a result, and what becomes of it afterwards: rulings, results alone, confirmations, corrections."""

import uuid
from typing import Any

import pytest

from games.api.serializers import GameSerializer
from games.enums import EventKind
from games.errors import BadRequest, BeingRecorded, WrongState
from games.models import Game
from games.presenters.game import GamePresenter
from games.queries.record_text import record_of
from games.services.import_game import import_game
from rules import Literal, RulesError
from tests.games.conftest import NOW
from tests.games.happening import assert_whole, elsewhere, finish, happen, last, player, throw

pytestmark = pytest.mark.django_db


# -- the end ---------------------------------------------------------------------------------------


def test_a_stopped_game_is_adjudicated_by_the_worth_of_the_boards(created: Game) -> None:
    board = "6x8 B,B,B,5/B,B,B,B/B,B,9,a/B,B,B,B/B,B,B,B/B,B,B,5 Y0"
    game = happen(created, EventKind.POSITION, position=board, reason="x")
    game = happen(game, EventKind.ADJUDICATION, method="counting-points", reason="time")
    told = last(game).payload
    assert told["values"] == {"blue": 94, "green": 0, "yellow": 15, "violet": 15, "black": 0, "red": 0}
    first, second, third = game.seating
    assert told["ranking"] == [[second], [first, third]]
    assert (game.state, game.decided_by, str(game.winner_id)) == ("ended", "adjudication", second)
    assert_whole(game)


def test_level_boards_stay_level_until_a_throw_decides(created: Game) -> None:
    board = "6x8 B,B,B,5/B,B,B,B/B,B,B,5/B,B,B,B/B,B,B,B/B,B,B,B Y0"
    game = happen(created, EventKind.POSITION, position=board, reason="x")
    level = happen(game, EventKind.ADJUDICATION, method="saved-pawns")
    assert (level.winner, len(level.ranking), level.state) == (None, 1, "ended")
    assert GamePresenter(level).outcome == Literal(
        en="No winner: the first are level", de="Kein Sieger: die Ersten stehen gleich"
    )
    game = happen(level, EventKind.TAKE_BACK, throws=1, reason="the tie is thrown for")
    # What the adjudication said is taken back with it.
    assert (game.state, game.ranking, game.decided_by, game.ended_at) == ("running", [], "", None)
    first, second, third = game.seating
    rounds = [{first: 6, second: 6, third: 2}, {first: 3, second: 4}]
    game = happen(game, EventKind.ADJUDICATION, method="saved-pawns", throws=rounds)
    assert (game.ranking, str(game.winner_id)) == ([[second], [first], [third]], second)
    shown = GameSerializer.of(game)
    assert shown["ranking"] == [[shown["seats"][at]["player"]] for at in (1, 0, 2)]
    with pytest.raises((BadRequest, RulesError, WrongState)):
        happen(game, EventKind.ADJUDICATION, method="saved-pawns")
    assert_whole(game)


@pytest.mark.parametrize("rounds", [[{}], [{"x": 6}], [{"yellow": 6}]])
def test_only_who_is_level_throws_for_it(game: Game, rounds: Any) -> None:
    with pytest.raises(RulesError, match="throws"):
        happen(game, EventKind.ADJUDICATION, method="saved-pawns", throws=rounds)


def test_a_game_is_awarded_before_it_begins_and_while_it_is_played(created: Game, game: Game) -> None:
    for each in (created, throw(game, 9)):
        awarded = happen(each, EventKind.AWARD, winner=player(each, 1), reason="did not come")
        assert (awarded.state, awarded.decided_by, str(awarded.winner_id)) == (
            "ended",
            "award",
            player(each, 1),
        )
        assert_whole(awarded)
    back = happen(created, EventKind.TAKE_BACK, throws=1, reason="came after all")
    assert (back.state, back.winner) == ("created", None)
    assert_whole(finish(happen(back, EventKind.START, starter="yellow")))


def test_an_abandoned_game_has_no_result(game: Game) -> None:
    game = happen(throw(game, 9), EventKind.ABANDON, reason="the lights went out")
    assert (game.state, game.winner, game.decided_by) == ("abandoned", None, "")
    with pytest.raises(WrongState, match="abandoned"):
        throw(game, 1)
    with pytest.raises(BadRequest, match="reason"):
        happen(game, EventKind.TAKE_BACK, throws=1)
    game = happen(game, EventKind.TAKE_BACK, throws=1, reason="the lights are back")
    assert_whole(throw(game, 3))


def test_a_result_alone_tells_places_pawns_and_time(created: Game) -> None:
    game = happen(created, EventKind.RESULT, places=["green"], pawns={"green": 4, "red": 2}, seconds=3000)
    assert (game.state, game.decided_by, str(game.winner_id)) == ("ended", "result", player(game, 2))
    assert game.told == {"places": ["green"], "pawns": {"green": 4, "red": 2}, "seconds": 3000}
    assert_whole(game)


@pytest.mark.parametrize("recorded", [0, 9])
def test_a_result_ends_a_game_of_which_not_all_throws_are_known(game: Game, recorded: int) -> None:
    game = throw(game, recorded) if recorded else game
    with pytest.raises(BadRequest, match="begun by yellow"):
        happen(game, EventKind.RESULT, places=["green"], starter="red")
    data: dict[str, Any] = {"places": ["green"], "pawns": {"green": 4, "red": 2}}
    if recorded:
        with pytest.raises(BeingRecorded, match="9 throws, by test"):
            happen(game, EventKind.RESULT, **data)
    ended = happen(game, EventKind.RESULT, **data, over_throws=bool(recorded))
    assert (ended.state, ended.decided_by, ended.starter) == ("ended", "result", "yellow")
    assert (ended.places, ended.ended_at) == (["green"], NOW)
    assert "% result entered, " in record_of(ended)
    assert GamePresenter(ended).is_result_alone == (recorded == 0)
    assert_whole(ended)
    with pytest.raises(WrongState, match="ended"):
        throw(ended, 1)
    with pytest.raises(WrongState, match="correction"):
        happen(ended, EventKind.TAKE_BACK, throws=1, reason="typed wrongly")


@pytest.mark.parametrize(
    ("told", "about"),
    [
        ({"places": []}, "places"),
        ({"places": ["green", "red"]}, "places"),
        ({"places": ["green", "green"]}, "places"),
        ({"places": ["pink"]}, "places"),
        ({"places": ["green"], "winner": "somebody"}, "winner"),
        ({"places": ["green"], "pawns": {"red": 5}}, "pawns"),
        ({"places": ["green"], "starter": "pink"}, "starter"),
    ],
)
def test_a_result_that_cannot_be_is_refused(created: Game, told: dict[str, Any], about: str) -> None:
    with pytest.raises(BadRequest, match=about):
        happen(created, EventKind.RESULT, **told)
    assert Game.objects.get(pk=created.pk).number == 1


# -- after the end ---------------------------------------------------------------------------------


def test_players_and_officials_confirm_a_result_each_once(game: Game) -> None:
    game = happen(finish(game), EventKind.CONFIRMATION, player=player(game, 0))
    game = happen(game, EventKind.CONFIRMATION, official="Chief referee")
    assert game.confirmations == [player(game, 0), "Chief referee"]
    wrongs: list[dict[str, Any]] = [{"player": player(game, 0)}, {"player": str(uuid.uuid4())}, {}]
    for wrong in wrongs:
        with pytest.raises(BadRequest, match="player"):
            happen(game, EventKind.CONFIRMATION, **wrong)
    assert_whole(game)


def test_a_confirmed_result_is_not_taken_back(game: Game) -> None:
    game = happen(finish(game), EventKind.CONFIRMATION, player=player(game, 0))
    with pytest.raises(WrongState, match="only a correction"):
        happen(game, EventKind.TAKE_BACK, throws=1, reason="the last throw was a 5")


def test_a_correction_counts_once_a_second_person_has_approved_it(game: Game) -> None:
    ended = happen(finish(game), EventKind.CONFIRMATION, official="desk")
    other = next(each for each in ended.seating if each != str(ended.winner_id))
    game = happen(ended, EventKind.CORRECTION, "user:1", winner=other, reason="the slip was read wrongly")
    number = game.number
    assert (game.winner_id, game.correction) == (ended.winner_id, number)
    with pytest.raises(WrongState, match="second person"):
        happen(game, EventKind.APPROVAL, "user:1", correction=number)
    with pytest.raises(BadRequest, match="correction"):
        happen(game, EventKind.APPROVAL, "user:2", correction=number - 1)
    game = happen(game, EventKind.APPROVAL, "user:2", correction=number)
    assert (str(game.winner_id), game.decided_by, game.correction) == (other, "correction", None)
    assert game.confirmations == []
    assert "% result corrected, " in record_of(game)
    assert_whole(game)
    assert str(import_game(elsewhere(game)).winner_id) == other


def test_a_correction_approved_by_nobody_else_is_taken_over_elsewhere(game: Game) -> None:
    """Who they are is not known there: that there was nobody else was checked here."""
    game = happen(finish(game), EventKind.CORRECTION, "user:1", winner=player(game, 0), reason="misread")
    game = happen(game, EventKind.APPROVAL, "user:1", correction=game.number, alone=True)
    assert import_game(elsewhere(game)).decided_by == "correction"
