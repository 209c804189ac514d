"""Results of tables: by order, by four lines, twice, contradictory, in bulk, told by players from the slip."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.errors import BadRequest, RecordingError
from games.models import Game
from tests.tournaments.conftest import NOW
from tests.tournaments.hall.halls import (
    WHO,
    again,
    entered,
    in_seat_order,
    new_hall,
    published,
    standing,
    state,
    states,
)
from tournaments import services
from tournaments.errors import EventStateConflict
from tournaments.hall import services as hall
from tournaments.hall.services import SlipOutcome, TableSlip
from tournaments.models import Event, ResultClaim, Season
from tournaments.services import PawnLine, Slip
from tournaments.standings.queries import load_standings
from tournaments.standings.rounds import HallRound, TableState, due_tables

pytestmark = pytest.mark.django_db
State = ResultClaim.State


def points(event: Event, number: int) -> dict[str, Any]:
    """What a game gave."""
    game = next(each for each in load_standings(again(event))["games"] if each["number"] == number)
    return {score["entrant"]: score["points"] for score in game["scores"]}


def test_a_slip_may_be_typed_for_the_tables_that_the_format_has_due(season: Season) -> None:
    event = new_hall(season, 12, are_present=True)
    assert due_tables(state(event)) == {}
    first = in_seat_order(published(event))
    entered(event, first[:1])
    now = state(event)
    assert due_tables(now) == {game.number: game for game in now.due}
    assert list(due_tables(now)) == [2, 3]
    hall.annul_round(event_id=event.pk, subject="round-1", reason="fire", **WHO)
    assert due_tables(state(event)) == {}
    published(event)
    now = state(event)
    assert due_tables(now) == {game.number: game for game in now.due}
    with pytest.raises(EventStateConflict):
        entered(event, first[1:2])


def test_a_board_that_is_finished_is_no_adjudication(event: Event, round_: HallRound) -> None:
    colours = round_.stage.tables[0].seating.colours
    sheet = standing(colours, (4, 4, 1, 4))
    finished = (colours[3], colours[0], colours[1])
    entered(event, [TableSlip(1, Slip(lines=sheet.lines, finished=finished))])
    assert (Game.objects.get().decided_by, tuple(Game.objects.get().places)) == (
        "play",
        (*finished, colours[2]),
    )


def test_a_board_is_told_again_at_any_time_and_an_order_is_not(event: Event, round_: HallRound) -> None:
    """No correction tells a board; where people only came in is corrected by two."""
    first = round_.stage.tables[0]
    entered(event, [TableSlip(1, standing(first.seating.colours, (3, 2, 1, 0))), in_seat_order(round_)[1]])
    order = TableSlip(2, Slip(order=tuple(reversed(in_seat_order(round_)[1].slip.order))))
    board, places = entered(event, [TableSlip(1, standing(first.seating.colours, (0, 1, 2, 3))), order])
    hall.leave(event_id=event.pk, who="entry-8", reason="ill", actor="test", now=NOW)
    late: dict[str, Any] = {"event_id": event.pk, "actor": "user:2", "now": NOW + timedelta(hours=1)}
    before = Game.objects.get(event_game__number=1).number
    hall.confirm_claim(claim_id=board.claim.pk, **late)
    game = Game.objects.get(event_game__number=1)
    kinds = game.events.filter(number__gt=before).values_list("kind", flat=True)
    assert list(kinds) == ["take back", "position", "adjudication"]
    assert points(event, 1)[first.seating.leader(first.seating.colours[3])] == 5
    with pytest.raises(RecordingError, match="The end of a game is taken back by the person who recorded it"):
        hall.confirm_claim(claim_id=places.claim.pk, **late)


COLOURS = ("yellow", "green", "red", "black")


def test_of_many_slips_all_are_entered_or_none_and_the_wrong_one_is_named(
    event: Event,
    round_: HallRound,
) -> None:
    sheets = in_seat_order(round_)
    with pytest.raises(BadRequest) as found:
        entered(event, [sheets[0], TableSlip(2, Slip(order=(1, 2)))])
    assert found.value.details["field"] == "sheets[1].order"
    assert not Game.objects.exists()
    with pytest.raises(EventStateConflict):
        entered(event, [TableSlip(77, Slip(order=(1, 2)))])
    version = again(event).version
    entered(event, sheets)
    assert again(event).version == version + 1


# -- players ---------------------------------------------------------------------------------------


def claim(event: Event, round_: HallRound, key: str, order: tuple[str, ...], token: str = "") -> hall.Claimed:
    """What a player of the first table tells from its slip."""
    return hall.claim_result(
        event_id=event.pk,
        number=1,
        token=token or hall.slip_token(round_.draw, 1),
        claimant=key,
        slip=Slip(order=order),
        now=NOW,
    )


def test_what_one_player_tells_counts_at_once_where_the_organiser_wants_it(season: Season) -> None:
    event = new_hall(season, 4, settings={"unconfirmed": "counts"})
    hall.check_in_all(event_id=event.pk, **WHO)
    round_ = published(event)
    order = round_.stage.tables[0].seating.entrants
    assert claim(event, round_, order[0], order).entered is not None
    assert claim(event, round_, order[1], order).entered is not None
    assert states(event)[0] is TableState.CONFIRMED


def test_a_slip_opens_its_table_and_nothing_else(event: Event, round_: HallRound) -> None:
    order = round_.stage.tables[0].seating.entrants
    stranger = round_.stage.tables[1].seating.entrants[0]
    for key, token, field in (
        (order[0], hall.slip_token(round_.draw, 2), "token"),
        (order[0], "0" * 20, "token"),
        (order[0], "ä", "token"),
        (stranger, "", "claimant"),
    ):
        with pytest.raises(BadRequest) as found:
            claim(event, round_, key, order, token)
        assert found.value.details["field"] == field
    assert not ResultClaim.objects.exists()


def test_results_in_bulk_do_not_cost_the_whole_event_each(season: Season) -> None:
    asked = []
    for people in (16, 32):
        Event.objects.filter(slug="hall").update(slug="hall-before")
        event = new_hall(season, people, are_present=True)
        sheets = in_seat_order(published(event))
        with CaptureQueriesContext(connection) as queries:
            hall.enter_slips(event_id=event.pk, slips=sheets, **WHO)
        asked.append(len(queries) / len(sheets))
    assert asked[1] < asked[0]


def test_a_slip_with_the_board_that_was_adjudicated_is_no_contradiction(
    event: Event,
    round_: HallRound,
) -> None:
    seats = round_.stage.tables[0].seating
    sheet = standing(seats.colours, (3, 2, 1, 0))
    entered(event, [TableSlip(1, sheet)])
    ResultClaim.objects.all().delete()  # as if a referee had recorded it at the board
    (same,) = entered(event, [TableSlip(1, sheet)])
    by_places = tuple(seats.leader(colour) for colour in seats.colours)
    (in_order,) = entered(event, [TableSlip(1, Slip(order=by_places))])
    (other,) = entered(event, [TableSlip(1, standing(seats.colours, (3, 2, 0, 1)))])
    assert (same.outcome, other.outcome) == (SlipOutcome.REPEATED, SlipOutcome.CONTRADICTS)
    assert in_order.outcome is SlipOutcome.CONTRADICTS, "told as lines before: the order says less"


def test_throws_are_not_taken_back_with_a_slip_that_only_said_the_same(
    event: Event,
    round_: HallRound,
) -> None:
    seats = round_.stage.tables[0].seating
    thrown = dict(zip(seats.colours, (6, 1, 2, 3), strict=True))
    services.start_next_game(event_id=event.pk, number=1, rounds=[thrown], **WHO)
    hall.adjudicate_left(event_id=event.pk, subject="round-1", **WHO)
    pawns = dict(zip(COLOURS, Game.objects.get().position.split()[1].split("/"), strict=True))
    on_start = {colour: PawnLine(0, 3, (at.split(",")[-1],)) for colour, at in pawns.items()}
    (same,) = entered(event, [TableSlip(1, Slip(lines=on_start))])
    assert same.outcome is SlipOutcome.REPEATED
    with pytest.raises(EventStateConflict, match="No slip has given this table a result"):
        hall.undo_slip(event_id=event.pk, number=1, **WHO)
