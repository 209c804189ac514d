"""Parts of forecasts: done by anybody, lost by anybody, done twice – the same comes of it."""

from collections.abc import Iterable
from datetime import timedelta
from random import Random

import pytest

from games.work.claims import take
from tests.tournaments.conftest import KEYS, start, win
from tests.tournaments.forecasts.conftest import LATER, asked, due_parts, runs_of, swept, worked_off
from tests.tournaments.statistics.conftest import new_game, typed_in
from tests.working import give_up_waiting
from tournaments.forecasting.request import read_answer, run_request
from tournaments.forecasts import queue
from tournaments.forecasts.queue import MOST_ATTEMPTS, RETENTION, keep, old_forecasts, work_on
from tournaments.models import Event, ForecastPart, ForecastRun, Strengths
from tournaments.players.update import count_due

pytestmark = pytest.mark.django_db
ANNE, BERT, _ = KEYS
State = ForecastRun.State


def done(parts: Iterable[int]) -> None:
    for part in parts:
        work_on(part)


def test_parts_may_be_done_in_any_order_and_what_is_there_already_counts(under_way: Event) -> None:
    run = asked(under_way).run
    parts = due_parts()
    Random(1).shuffle(parts)
    done(parts[:1])
    run.refresh_from_db()
    assert (run.state, run.done) == (State.RUNNING, read_answer(run.tallies).runs)
    assert 0 < run.done < 120
    done(parts[1:])
    run.refresh_from_db()
    assert run.tallies == run_request(run.question, range(120))


@pytest.mark.both_databases
def test_a_part_that_comes_back_twice_counts_once(under_way: Event) -> None:
    run = asked(under_way).run
    first, *others = due_parts()
    part = ForecastPart.objects.select_related("run").get(pk=first)
    found = run_request(part.run.question, range(part.first, part.stop))
    for _ in range(2):
        keep(part=first, found=found, now=LATER)
    run.refresh_from_db()
    assert (run.done, run.tallies) == (50, found)
    done([first, *others, *others])
    run.refresh_from_db()
    assert (run.done, run.tallies) == (120, run_request(run.question, range(120)))


def test_what_never_comes_back_is_given_up(under_way: Event) -> None:
    run = asked(under_way).run
    for _ in range(MOST_ATTEMPTS):
        # Whoever takes it dies.
        assert take(queue.WORK, LATER)
        give_up_waiting()
    worked_off()
    run.refresh_from_db()
    assert run.state == State.FAILED
    assert run.why.de
    assert not ForecastPart.objects.exists()
    # It can be asked for again.
    assert not asked(under_way).replayed
    assert worked_off() == 3


def test_an_event_that_cannot_be_played_to_its_end_is_said_to_be_so(under_way: Event) -> None:
    run = asked(under_way).run
    wrong = run.question.replace('"xmadn-3t"', '"xmadn-2t"')
    assert wrong != run.question
    ForecastRun.objects.filter(pk=run.pk).update(question=wrong)
    worked_off()
    run.refresh_from_db()
    assert (run.state, run.done) == (State.FAILED, 0)
    assert run.why.en


@pytest.mark.both_databases
def test_what_somebody_waits_for_goes_first_and_of_several_forecasts_all_make_headway(
    under_way: Event,
) -> None:
    swept()
    mine = {asked(under_way, {2: name}).run.pk for name in (ANNE, BERT)}
    order = [ForecastPart.objects.get(pk=part) for part in due_parts()]
    assert {part.run_id for part in order[:6]} == mine
    assert [part.first for part in order[:6]] == [0, 0, 50, 50, 100, 100]


def test_a_forecast_is_about_the_state_in_which_it_was_asked_for(under_way: Event) -> None:
    run = asked(under_way, strengths=Strengths.RATINGS).run
    answer = run_request(run.question, range(120))
    done(due_parts()[:1])
    # Results, ratings and names go on meanwhile.
    win(start(under_way).game, "red")
    players = [entry.player for entry in under_way.entries.select_related("player")]
    typed_in(new_game(players[:2], "xmadn-2t"), ("black",))
    count_due(now=LATER)
    players[0].nickname = "Ä"
    players[0].save()
    done(due_parts())
    run.refresh_from_db()
    assert (run.state, run.version, run.results) == (State.FINISHED, under_way.version, 1)
    assert run.tallies == answer


def test_nobody_works_for_an_event_that_is_over_or_for_a_table_that_has_changed(under_way: Event) -> None:
    swept()
    waiting = due_parts()[:1]
    win(start(under_way).game, "red")
    swept()
    assert not set(waiting) & set(due_parts())
    win(start(under_way).game, "yellow")
    assert due_parts() == []
    assert worked_off() == 0


@pytest.mark.both_databases
def test_what_was_asked_for_long_ago_is_dropped(under_way: Event) -> None:
    swept()
    asked(under_way, {2: ANNE})
    assert not old_forecasts(LATER + RETENTION).exists()
    assert old_forecasts(LATER + RETENTION + timedelta(seconds=1)).delete()
    assert {run.asked_by for run in runs_of(under_way)} == {""}
