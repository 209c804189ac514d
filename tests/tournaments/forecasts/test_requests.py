"""Forecasts are made of tables that have changed; the same is not computed twice."""

import threading
from dataclasses import replace

import pytest
import time_machine
from django.conf import LazySettings
from django.db import connection
from django.db.models import QuerySet
from django.test.utils import CaptureQueriesContext

from games.models import Player
from games.work.claims import step, take
from rules import Text
from tests.concurrency import at_once
from tests.tournaments.conftest import KEYS, NOW, brought_home, new_event, record, start, undo_result, win
from tests.tournaments.forecasts.conftest import (
    LATER,
    asked,
    due_forecasts,
    runs_of,
    swept,
    work_on,
    worked_off,
)
from tests.tournaments.players.conftest import new_game, typed_in
from tests.working import give_up_waiting
from tournaments.forecasting import Forecast, Strength
from tournaments.forecasting.request import ForecastRequest
from tournaments.forecasts import queue
from tournaments.forecasts.queue import MOST_ATTEMPTS, give_up, keep
from tournaments.forecasts.requests import (
    BOARDS_AGAIN,
    PLAYOUTS,
    EventSnapshot,
    strengths_of,
)
from tournaments.models import Event, ForecastRun, Season, Strengths
from tournaments.players.update import count_due
from tournaments.standings.event_state import EventState

pytestmark = pytest.mark.django_db
ANNE, BERT, CORA = KEYS
State = ForecastRun.State


def test_a_table_that_has_changed_is_forecast_by_both_strengths(
    under_way: Event, settings: LazySettings
) -> None:
    settings.FORECAST_RUNS = 60
    assert swept() == 1
    equal, ratings = runs_of(under_way)
    assert [equal.strengths, ratings.strengths] == ["equal", "ratings"]
    assert (equal.version, equal.results, equal.runs) == (under_way.version, 1, 60)
    assert (equal.state, equal.done) == (State.RUNNING, 0)
    assert swept() == 0


def test_a_table_that_has_only_just_changed_is_let_settle(under_way: Event) -> None:
    assert swept(NOW) == 0
    assert swept() == 1


def test_nothing_is_forecast_where_that_is_switched_off_or_nothing_is_played(
    under_way: Event, season: Season, players: list[Player], settings: LazySettings
) -> None:
    new_event(season, slug="open")
    Event.objects.filter(pk=under_way.pk).update(forecasts=False)
    assert swept() == 0
    Event.objects.filter(pk=under_way.pk).update(forecasts=True, hold=Event.Hold.CALLED_OFF)
    assert swept() == 0
    Event.objects.filter(pk=under_way.pk).update(hold=Event.Hold.NONE)
    settings.FORECAST_RUNS = 0
    assert swept() == 0
    settings.FORECAST_RUNS = 10
    assert swept() == 1


def test_a_forecast_of_an_earlier_table_is_given_up(under_way: Event, players: list[Player]) -> None:
    swept()
    earlier = runs_of(under_way, state=State.RUNNING)
    anne = players[0]
    anne.nickname = "Ä"
    with time_machine.travel(NOW, tick=False):
        anne.save()
    swept()
    # That somebody is called otherwise changes nothing: the forecast is about this table too.
    under_way.refresh_from_db()
    assert runs_of(under_way) == earlier
    assert {run.version for run in runs_of(under_way)} == {under_way.version}
    win(start(under_way).game, "red")
    swept()
    under_way.refresh_from_db()
    assert [run.pk for run in runs_of(under_way, state=State.REPLACED)] == [run.pk for run in earlier]
    assert {run.version for run in runs_of(under_way, state=State.RUNNING)} == {under_way.version}
    worked_off()
    # And forgotten as soon as there is a later one.
    assert [run.state for run in runs_of(under_way)] == [State.FINISHED, State.FINISHED]


def test_running_games_are_played_on_from_their_boards_and_after_a_while_from_those_of_then(
    under_way: Event,
) -> None:
    # A throw is missing to Änne's second win.
    undo_result(win(start(under_way).game, "yellow"))
    swept()
    worked_off()
    found = [Forecast.read(run.tallies) for run in runs_of(under_way, state=State.FINISHED)]
    assert [each.runs - each.titles[ANNE] < 150 for each in found] == [True, True]
    assert {*ForecastRequest.read(runs_of(under_way)[0].question).boards} == {2}
    assert swept(LATER + BOARDS_AGAIN) == 1
    assert swept(LATER + BOARDS_AGAIN) == 0


def test_steps_add_up_and_what_is_there_already_counts(under_way: Event) -> None:
    run = asked(under_way)
    for expected in (50, 100, 120):
        work_on(run.pk)
        run.refresh_from_db()
        assert (run.done, Forecast.read(run.tallies).runs) == (expected, expected)
    assert run.state == State.FINISHED
    assert run.tallies == answer(run, 120)
    work_on(run.pk)
    give_up(run_id=run.pk, why=Text("a worker that never answered"))
    kept = ForecastRun.objects.get(pk=run.pk)
    assert (kept.state, kept.tallies) == (State.FINISHED, run.tallies)


@pytest.mark.both_databases
def test_a_step_that_comes_back_twice_counts_once(under_way: Event) -> None:
    run = asked(under_way)
    found = ForecastRequest.read(run.question).run(range(50))
    for _ in range(2):
        keep(run_id=run.pk, first=0, found=found, now=LATER)
    run.refresh_from_db()
    assert (run.done, run.tallies) == (50, answer(run, 50))
    worked_off()
    keep(run_id=run.pk, first=0, found=found, now=LATER)
    run.refresh_from_db()
    assert (run.done, run.tallies) == (120, answer(run, 120))


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("guarded", [True, False])
def test_of_two_workers_at_the_same_step_one_adds_it_and_the_other_goes_on(
    under_way: Event, monkeypatch: pytest.MonkeyPatch, guarded: bool
) -> None:
    """The control: without the row's lock the slower of them puts the forecast back."""
    run = asked(under_way)
    question = ForecastRequest.read(run.question)
    steps = [question.run(range(first, first + 50)) for first in (0, 50)]
    as_text = Forecast.as_text
    is_adding, is_done = threading.Event(), threading.Event()

    def add_slowly(found: Forecast) -> str:
        if threading.current_thread().name == "slow":
            is_adding.set()
            is_done.wait(1)
        return as_text(found)

    monkeypatch.setattr(Forecast, "as_text", add_slowly)
    if not guarded:
        monkeypatch.setattr(QuerySet, "select_for_update", lambda rows, **_: rows)

    def work(index: int) -> None:
        if index == 0:
            threading.current_thread().name = "slow"
            keep(run_id=run.pk, first=0, found=steps[0], now=LATER)
        else:
            assert is_adding.wait(10)
            for first, found in zip((0, 50), steps, strict=True):
                keep(run_id=run.pk, first=first, found=found, now=LATER)
            is_done.set()

    assert at_once(2, work) == [None, None]
    run.refresh_from_db()
    assert (run.done == 100 and run.tallies == answer(run, 100)) is guarded


def test_a_step_that_comes_back_after_its_forecast_was_replaced_counts_no_more(under_way: Event) -> None:
    run = asked(under_way)
    found = ForecastRequest.read(run.question).run(range(50))
    win(start(under_way).game, "red")
    swept()
    keep(run_id=run.pk, first=0, found=found, now=LATER)
    run.refresh_from_db()
    assert (run.state, run.done, run.tallies) == (State.REPLACED, 0, "")


def answer(run: ForecastRun, runs: int) -> str:
    """What its first runs find, computed in one piece."""
    return ForecastRequest.read(run.question).run(range(runs)).as_text()


def test_one_forecast_is_computed_by_one_worker_at_a_time_and_several_by_several(under_way: Event) -> None:
    swept()
    of_two_workers = replace(queue.WORK, at_once=2)
    taken = [take(of_two_workers, LATER) for _ in range(3)]
    assert [claim and int(claim.key) for claim in taken] == [*due_forecasts(), None]


def test_attempts_are_those_at_one_step(under_way: Event) -> None:
    run = asked(under_way)
    for done in (50, 100, 120):
        for _ in range(MOST_ATTEMPTS - 1):
            assert take(queue.WORK, LATER)
            give_up_waiting()
        assert step(queue.WORK, LATER)
        run.refresh_from_db()
        assert run.done == done
    assert run.state == State.FINISHED


def test_what_never_comes_back_is_given_up(under_way: Event) -> None:
    run = asked(under_way)
    for _ in range(MOST_ATTEMPTS):
        # Whoever takes it dies.
        assert take(queue.WORK, LATER)
        give_up_waiting()
    worked_off()
    run.refresh_from_db()
    assert run.state == State.FAILED
    assert run.why.de
    assert due_forecasts() == []
    # The next table has one again.
    win(start(under_way).game, "red")
    assert asked(under_way) != run
    assert worked_off() == 3


def test_an_event_that_cannot_be_played_to_its_end_is_said_to_be_so(under_way: Event) -> None:
    run = asked(under_way)
    wrong = run.question.replace('"xmadn-3t"', '"xmadn-2t"')
    assert wrong != run.question
    ForecastRun.objects.filter(pk=run.pk).update(question=wrong)
    worked_off()
    run.refresh_from_db()
    assert (run.state, run.done) == (State.FAILED, 0)
    assert run.why.en


@pytest.mark.both_databases
def test_of_several_forecasts_all_make_headway(under_way: Event) -> None:
    swept()
    seen = []
    for _ in range(4):
        work_on(due_forecasts()[0])
        seen.append([run.done for run in runs_of(under_way)])
    assert seen == [[50, 0], [50, 50], [100, 50], [100, 100]]


def test_a_forecast_is_about_the_state_in_which_it_was_asked_for(under_way: Event) -> None:
    run = asked(under_way, Strengths.RATINGS)
    expected = answer(run, 120)
    work_on(run.pk)
    # Results, ratings and names go on meanwhile.
    win(start(under_way).game, "red")
    players = [entry.player for entry in under_way.entries.select_related("player")]
    typed_in(new_game(players[:2], "xmadn-2t"), ("black",))
    count_due()
    players[0].nickname = "Ä"
    players[0].save()
    worked_off()
    run.refresh_from_db()
    assert (run.state, run.version, run.results) == (State.FINISHED, under_way.version, 1)
    assert run.tallies == expected


def test_nobody_works_for_an_event_that_is_over_or_for_a_table_that_has_changed(under_way: Event) -> None:
    swept()
    waiting = due_forecasts()[:1]
    win(start(under_way).game, "red")
    swept()
    assert not set(waiting) & set(due_forecasts())
    win(start(under_way).game, "yellow")
    assert due_forecasts() == []
    assert worked_off() == 0


def test_a_running_game_ends_from_where_its_board_stands(under_way: Event) -> None:
    game = start(under_way).game
    record(game, brought_home(game.play(), ("blue",))[:-1])
    snapshot = EventSnapshot.read(under_way.pk)
    board = snapshot.boards[2]
    assert sum(board.orders.values()) == PLAYOUTS
    assert 0 < board.ahead < 0.5
    found = snapshot.question(Strengths.EQUAL).run(range(100))
    # Bert, who leads blue, has Game 2 all but won: a third game follows.
    assert found.games[1] < 5


def test_a_forecast_changes_nothing_and_asks_little(under_way: Event) -> None:
    with CaptureQueriesContext(connection) as found:
        EventSnapshot.read(under_way.pk).question(Strengths.RATINGS)
    assert all(query["sql"].startswith("SELECT") for query in found)
    # The event, what belongs to it, its version again, the ratings, and what is known of luck.
    assert len(found) == 10


def test_ratings_are_those_of_the_players_and_a_beginners_where_there_are_none(
    cup: Event, players: list[Player]
) -> None:
    event_state = EventState.load(cup)
    assert strengths_of(event_state, Strengths.RATINGS) == dict.fromkeys(KEYS, Strength())
    typed_in(new_game(players[:2], "xmadn-2t"), ("black",))
    count_due()
    rated = strengths_of(event_state, Strengths.RATINGS)
    assert rated[ANNE].mu > Strength().mu > rated[BERT].mu
    assert rated[CORA] == Strength()
    assert strengths_of(event_state, Strengths.EQUAL) == dict.fromkeys(KEYS, Strength())
