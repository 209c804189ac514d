"""Rounds: planned, published, mended, withdrawn, annulled, closed; what was drawn can be worked out again."""

import json
import subprocess
import sys
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from games.domain.clock import ClockAction
from tests.servers import ROOT
from tests.tournaments.conftest import NOW
from tests.tournaments.hall.halls import (
    WHO,
    again,
    entered,
    in_seat_order,
    new_hall,
    published,
    state,
)
from tournaments import services
from tournaments.errors import EventStateConflict, FormatViolation
from tournaments.hall import services as hall
from tournaments.hall.services import Mishap, MishapKind, TableSlip
from tournaments.models import Draw, Event, EventTable, RoundPlan, Season
from tournaments.services import Slip
from tournaments.standings.rounds import round_of_subject

pytestmark = pytest.mark.django_db


@pytest.fixture
def open_hall(season: Season) -> Event:
    return new_hall(season, 15, are_present=True)


def test_a_plan_is_not_published_for_other_people(open_hall: Event) -> None:
    hall.plan_round(event_id=open_hall.pk, **WHO)
    hall.set_away(event_id=open_hall.pk, who=[3], **WHO)
    with pytest.raises(EventStateConflict, match="Person 002"):
        hall.publish_round(event_id=open_hall.pk, subject="round-1", **WHO)
    assert not Draw.objects.exists()


def test_a_round_is_withdrawn_before_its_first_game_and_drawn_anew(open_hall: Event) -> None:
    published(open_hall)
    seed = Draw.objects.get().published_seed
    hall.withdraw_round(event_id=open_hall.pk, subject="round-1", reason="wrong list", **WHO)
    assert "wrong list" in again(open_hall).projection
    round_ = published(open_hall)
    assert round_.draw.published_seed != seed
    entered(open_hall, in_seat_order(round_)[:1])
    with pytest.raises(EventStateConflict, match="has begun"):
        hall.withdraw_round(event_id=open_hall.pk, subject="round-1", reason="too late", **WHO)


def test_a_void_draw_gets_another_seed_too(open_hall: Event) -> None:
    seed = published(open_hall).draw.published_seed
    services.void_draw(event_id=open_hall.pk, subject="round-1", reason="wrong", **WHO)
    assert RoundPlan.objects.get(subject="round-1").order == []
    assert published(open_hall).draw.published_seed != seed


@pytest.mark.parametrize("take_back", [services.void_draw, hall.withdraw_round])
def test_a_clock_runs_on_where_the_round_is_mended_and_goes_with_its_draw(
    open_hall: Event, take_back: Callable[..., object]
) -> None:
    published(open_hall)
    of_round: dict[str, Any] = {"event_id": open_hall.pk, "subject": "round-1", **WHO}
    hall.turn_clock(action=ClockAction.START, **of_round)
    hall.repair_round(mishap=Mishap(MishapKind.EXCHANGE, 1, 2), reason="friends", **of_round)
    draw = Draw.objects.get()
    assert (draw.round_clock.since, draw.planned_minutes) == (NOW, 30)
    take_back(reason="wrong", **of_round)
    assert published(open_hall).draw.clock is None


def test_of_a_hall_the_tables_of_the_last_hour_are_kept(open_hall: Event) -> None:
    first = EventTable.objects.filter(has_result=False).latest("version")
    entered(open_hall, in_seat_order(published(open_hall)))
    hall.set_away(event_id=open_hall.pk, who=[1], actor="test", now=NOW + timedelta(hours=2))
    kept = EventTable.objects.filter(event=open_hall).order_by("version")
    assert [table.has_result for table in kept] == [False, True]
    assert kept[0].version > first.version
    assert kept[1].version == again(open_hall).version


def test_a_repair_costs_what_it_was_told_to_cost_and_leaves_results_alone(open_hall: Event) -> None:
    round_ = published(open_hall)
    entered(open_hall, in_seat_order(round_)[:1])
    before = round_of_subject(state(open_hall), "round-1").seated
    absent, one = before[1][0] or before[1][1], before[2][0] or before[2][1]
    told = hall.consider_repair(state(open_hall), "round-1", Mishap(MishapKind.ABSENT, absent))
    done = hall.repair_round(
        event_id=open_hall.pk,
        subject="round-1",
        mishap=Mishap(MishapKind.ABSENT, absent),
        reason="gone home",
        **WHO,
    )
    after = round_of_subject(state(open_hall), "round-1").seated
    assert (told.after, told.round.tables) == (done.after, after)
    assert after[0] == before[0]
    assert len(done.moved) <= 3
    assert absent not in {key for table in after for key in table}
    assert open_hall.entries.get(key=absent).presence == "away"
    locked = next(key for key in before[0] if key)
    with pytest.raises(FormatViolation):
        hall.repair_round(
            event_id=open_hall.pk,
            subject="round-1",
            mishap=Mishap(MishapKind.EXCHANGE, locked, one),
            reason="sat wrong",
            **WHO,
        )
    (checked,) = hall.verify_draws(again(open_hall))
    assert (checked.wrong, checked.changes) == ((), ("absent: gone home",))


def test_a_closed_round_makes_way_for_the_next(open_hall: Event) -> None:
    round_ = published(open_hall)
    entered(open_hall, in_seat_order(round_)[1:])
    with pytest.raises(EventStateConflict, match="no result yet"):
        hall.plan_round(event_id=open_hall.pk, **WHO)
    hall.close_round(event_id=open_hall.pk, subject="round-1", reason="the slip is lost", **WHO)
    assert hall.plan_round(event_id=open_hall.pk, **WHO).plan.subject == "round-2"
    hall.reopen_round(event_id=open_hall.pk, subject="round-1", **WHO)
    entered(open_hall, in_seat_order(round_)[:1])


def test_a_draw_that_was_touched_is_found(open_hall: Event) -> None:
    published(open_hall)
    draw = Draw.objects.get()
    one, other = [at for at, key in enumerate(draw.order) if key][:5:4]
    draw.order[one], draw.order[other] = draw.order[other], draw.order[one]
    Draw.objects.filter(pk=draw.pk).update(order=draw.order)
    (checked,) = hall.verify_draws(again(open_hall))
    assert checked.wrong
    RoundPlan.objects.filter(subject="round-1").update(order=draw.order)
    (checked,) = hall.verify_draws(again(open_hall))
    assert any("other seats" in each.en for each in checked.wrong)


def test_the_export_is_checked_by_a_program_without_our_code(open_hall: Event) -> None:
    for _ in range(3):
        entered(open_hall, in_seat_order(published(open_hall)))
    exported = hall.exported_draws(again(open_hall))
    script = ROOT / "docs" / "examples" / "verify_draw.py"
    assert len(script.read_text("utf-8").splitlines()) <= 100

    def check(data: object) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-I", str(script), "-"], input=json.dumps(data), capture_output=True, text=True
        )

    found = check(exported)
    assert found.returncode == 0, found.stdout + found.stderr
    table = exported["rounds"][1]["tables"][0]
    table[0]["key"] = table[1]["key"]
    assert check(exported).returncode == 1


def closed(event: Event, subject: str) -> None:
    """Wait no longer for the tables of a round."""
    hall.close_round(event_id=event.pk, subject=subject, reason="time", **WHO)


def test_a_round_mended_after_the_next_was_planned_has_that_planned_anew(open_hall: Event) -> None:
    first = published(open_hall)
    closed(open_hall, "round-1")
    hall.plan_round(event_id=open_hall.pk, **WHO)
    at_one, at_two = (table.seating.entrants[0] for table in first.stage.tables[:2])
    mishap = Mishap(MishapKind.EXCHANGE, at_one, other=at_two)
    hall.repair_round(event_id=open_hall.pk, subject="round-1", mishap=mishap, reason="sat down so", **WHO)
    with pytest.raises(EventStateConflict, match="Plan the round first"):
        hall.publish_round(event_id=open_hall.pk, subject="round-2", **WHO)
    published(open_hall)
    assert [each.wrong for each in hall.verify_draws(again(open_hall))] == [(), ()]


@pytest.mark.parametrize("change", [hall.withdraw_round, hall.annul_round])
def test_a_draft_is_forgotten_where_the_round_before_is_taken_back(
    open_hall: Event, change: Callable[..., object]
) -> None:
    published(open_hall)
    closed(open_hall, "round-1")
    hall.plan_round(event_id=open_hall.pk, **WHO)
    change(event_id=open_hall.pk, subject="round-1", reason="wrong list", **WHO)
    assert RoundPlan.objects.get(subject="round-2").order == []


def test_a_round_is_not_withdrawn_from_under_a_final(season: Season) -> None:
    event = new_hall(season, 8, settings={"rounds": 2, "finals": "final and small final"}, are_present=True)
    entered(event, in_seat_order(published(event)))
    published(event)
    closed(event, "round-2")
    published(event, "final")
    with pytest.raises(EventStateConflict, match="Final is drawn already: withdraw that first"):
        hall.withdraw_round(event_id=event.pk, subject="round-2", reason="wrong list", **WHO)
    published(event, "small-final")
    hall.withdraw_round(event_id=event.pk, subject="final", reason="wrong colours", **WHO)
    assert set(Draw.objects.values_list("subject", flat=True)) == {"round-1", "round-2", "small-final"}


def test_equals_meet_by_the_table_as_it_is_when_the_round_is_published(season: Season) -> None:
    event = new_hall(season, 8, settings={"meet": "equals"}, are_present=True)
    sheets = in_seat_order(published(event))
    entered(event, sheets)
    hall.plan_round(event_id=event.pk, **WHO)
    (other,) = entered(event, [TableSlip(1, Slip(order=tuple(reversed(sheets[0].slip.order))))])
    hall.confirm_claim(event_id=event.pk, claim_id=other.claim.pk, **WHO)
    with pytest.raises(EventStateConflict, match="the table has changed"):
        hall.publish_round(event_id=event.pk, subject="round-2", **WHO)
    published(event)
