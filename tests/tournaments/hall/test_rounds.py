"""Rounds: planned, published, mended, withdrawn, annulled, closed; what was drawn can be worked out again."""

import json
import subprocess
import sys
from datetime import timedelta

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
from tournaments.models import Draw, Event, EventTable, RoundPlan, Season
from tournaments.services import hall
from tournaments.services.hall import Mishap, MishapKind
from tournaments.standings.hall import round_of_subject
from tournaments.standings.queries import load_standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def open_hall(season: Season) -> Event:
    event = new_hall(season, 15)
    hall.check_in_all(event_id=event.pk, **WHO)
    return again(event)


def test_the_hash_of_the_seed_is_public_before_the_seed(open_hall: Event) -> None:
    (coming,) = load_standings(open_hall)["rounds"]
    plan = RoundPlan.objects.get()
    assert (coming["state"], coming["seed_hash"]) == ("planned", plan.seed_hash)
    assert plan.seed not in open_hall.projection
    published(open_hall)
    assert plan.seed in again(open_hall).projection


def test_the_same_people_and_seed_give_the_same_plan(open_hall: Event) -> None:
    one, other = (hall.plan_round(event_id=open_hall.pk, **WHO) for _ in range(2))
    assert one.tables == other.tables
    assert one.cost.repeats == 0
    assert one.cost.small_tables == 1
    assert one.proof is not None
    assert "proved" in one.proof.en


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


def test_a_late_comer_gets_a_seat(open_hall: Event) -> None:
    round_ = published(open_hall)
    late = hall.walk_in(event_id=open_hall.pk, player="Emma", **WHO)
    hall.repair_round(
        event_id=open_hall.pk,
        subject=round_.subject,
        mishap=Mishap(MishapKind.LATE, late.number),
        reason="late",
        **WHO,
    )
    assert late.key in {
        key for table in round_of_subject(state(open_hall), "round-1").people for key in table
    }


def test_an_annulled_round_counts_nothing_and_another_is_played(open_hall: Event) -> None:
    entered(open_hall, in_seat_order(published(open_hall)))
    hall.annul_round(event_id=open_hall.pk, subject="round-1", reason="fire", **WHO)
    table = load_standings(again(open_hall))
    assert not any(game["counts"] for game in table["games"])
    assert table["draws_needed"][0]["subject"] == "round-2"
    for _ in range(3):
        entered(open_hall, in_seat_order(published(open_hall)))
    assert {draw.subject for draw in Draw.objects.all()} == {f"round-{number}" for number in (1, 2, 3, 4)}


def test_a_closed_round_makes_way_for_the_next(open_hall: Event) -> None:
    round_ = published(open_hall)
    entered(open_hall, in_seat_order(round_)[1:])
    with pytest.raises(EventStateConflict, match="no result yet"):
        hall.plan_round(event_id=open_hall.pk, **WHO)
    hall.close_round(event_id=open_hall.pk, subject="round-1", reason="the slip is lost", **WHO)
    assert hall.plan_round(event_id=open_hall.pk, **WHO).plan.subject == "round-2"
    hall.reopen_round(event_id=open_hall.pk, subject="round-1", **WHO)
    entered(open_hall, in_seat_order(round_)[:1])


def test_the_clock_is_started_paused_and_extended(open_hall: Event) -> None:
    published(open_hall)
    of: dict[str, object] = {"event_id": open_hall.pk, "subject": "round-1", **WHO}
    hall.turn_clock(action=ClockAction.START, **of)  # type: ignore[arg-type]
    hall.turn_clock(action=ClockAction.START, **of)  # type: ignore[arg-type]
    clock = hall.extend_clock(minutes=5, **of)  # type: ignore[arg-type]
    assert (clock.planned_minutes, clock.clock["limit_ms"]) == (30, 35 * 60_000)
    (paused,) = hall.pause_everything(event_id=open_hall.pk, **WHO)
    assert paused.clock["since"] is None
    assert load_standings(again(open_hall))["rounds"][0]["clock"] == paused.clock


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
