"""Forecasts are asked for: by organisers, and by tables that have changed; the same is not worked out twice."""

import pytest
import time_machine
from django.conf import LazySettings
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Player
from tests.tournaments.conftest import KEYS, NOW, new_event, start, undo_result, win
from tests.tournaments.forecasts.conftest import LATER, asked, runs_of, swept, worked_off
from tournaments import services
from tournaments.errors import EventStateConflict
from tournaments.forecasting.request import ForecastRequest, read_answer
from tournaments.forecasts.requests import BOARDS_AGAIN, MOST_WAITING
from tournaments.models import Event, ForecastRun, Season, Strengths

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
    assert (equal.version, equal.results, equal.runs, equal.asked_by) == (under_way.version, 1, 60, "")
    assert [(part.first, part.stop) for part in equal.parts.all()] == [(0, 50), (50, 60)]
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


def test_looking_for_changed_tables_costs_one_query_however_many_there_are(
    under_way: Event, season: Season, players: list[Player]
) -> None:
    swept()

    def queries() -> int:
        with CaptureQueriesContext(connection) as found:
            assert swept() == 0
        return len(found)

    assert queries() == 1
    for slug in ("second", "third"):
        event = new_event(season, slug=slug)
        services.enter_all(event_id=event.pk, players=players, actor="test", now=NOW)
        services.draw_in_seed_order(event_id=event.pk, actor="test", now=NOW)
        win(start(event, override=services.Override("red", "agreed")).game, "red")
    swept()
    assert len({run.event_id for run in ForecastRun.objects.all()}) == 3
    assert queries() == 1


def test_a_forecast_of_an_earlier_table_is_given_up(under_way: Event, players: list[Player]) -> None:
    swept()
    earlier = runs_of(under_way, state=State.RUNNING)
    anne = players[0]
    anne.nickname = "Ä"
    with time_machine.travel(NOW, tick=False):
        anne.save()
    swept()
    # That somebody is called otherwise changes nothing: what was asked is about this table too.
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
    found = [read_answer(run.tallies) for run in runs_of(under_way, state=State.FINISHED)]
    assert [each.runs - each.titles[ANNE] < 150 for each in found] == [True, True]
    if_bert = asked(under_way, {3: BERT}).run
    assert ForecastRequest.read(if_bert.question).boards.keys() == {2}
    assert if_bert.without in runs_of(under_way, asked_by="")
    assert swept(LATER + BOARDS_AGAIN) == 1
    assert swept(LATER + BOARDS_AGAIN) == 0


def test_the_same_question_is_asked_once_and_has_one_without_beside_it(under_way: Event) -> None:
    first = asked(under_way, {2: ANNE})
    again = asked(under_way, {2: ANNE})
    assert (first.replayed, again.replayed, again.run) == (False, True, first.run)
    assert [run.assumed for run in runs_of(under_way)] == [{"2": ANNE}, {}]
    other = asked(under_way, {2: BERT})
    assert not other.replayed
    assert len(runs_of(under_way, assumed={})) == 1
    assert asked(under_way, {2: ANNE}, strengths=Strengths.RATINGS).run != first.run
    assert len(runs_of(under_way, assumed={})) == 2


def test_an_event_that_has_not_been_drawn_or_is_over_cannot_be_forecast(
    season: Season, under_way: Event
) -> None:
    win(start(under_way).game, "yellow")
    for event in (new_event(season, slug="open"), under_way):
        with pytest.raises(EventStateConflict) as error:
            asked(event)
        assert error.value.message.de


def test_too_many_at_once_are_refused_and_change_nothing(under_way: Event) -> None:
    asked(under_way)
    for runs in range(1, MOST_WAITING):
        asked(under_way, runs=runs)
    assert asked(under_way).replayed
    with pytest.raises(EventStateConflict):
        asked(under_way, runs=99)
    assert len(runs_of(under_way)) == MOST_WAITING
    worked_off()
    assert not asked(under_way, runs=99).replayed
