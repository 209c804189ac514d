"""What migrations carry over: the rows of the version before, as it had them, then as this one has them."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from games.domain.clock import ClockAction
from games.models import Game, Player, WorkClaim
from tests.tournaments.conftest import NOW, new_event
from tests.tournaments.hall.halls import WHO, new_hall, published
from tests.tournaments.players.conftest import new_game
from tournaments.hall import services as hall
from tournaments.models import Draw, ForecastRun, Season

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]
#: A model as it was after a migration, by its name.
Models = Callable[[str], Any]


def migrate_to(name: str) -> Models:
    """Bring the tables to what they are after that migration, forwards or backwards."""
    node = ("tournaments", name)
    state = MigrationExecutor(connection).migrate([node])
    return lambda model: state.apps.get_model("tournaments", model)


@pytest.fixture(autouse=True)
def _latest() -> Iterator[None]:
    yield
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())


def test_clocks_of_rounds_move_to_their_draws_and_back(season: Season) -> None:
    event = new_hall(season, 8, are_present=True)
    published(event)
    hall.turn_clock(event_id=event.pk, subject="round-1", action=ClockAction.START, **WHO)
    columns = ("subject", "planned_minutes", "clock")
    now = list(Draw.objects.values_list(*columns))
    clocks = migrate_to("0003_shapes_of_answers")("RoundClock").objects
    assert list(clocks.values_list(*columns)) == now
    clocks.create(event_id=event.pk, subject="round-2", planned_minutes=None, clock={})
    migrate_to("0004_clocks_of_rounds_in_draws")
    assert list(Draw.objects.values_list(*columns)) == now, "a round that is not drawn has no clock"


def test_forecasts_that_are_not_finished_begin_again(season: Season) -> None:
    event = new_event(season, slug="cup")
    before = migrate_to("0004_clocks_of_rounds_in_draws")
    for state in ("finished", "running", "replaced"):
        run = before("ForecastRun").objects.create(
            event_id=event.pk,
            version=1,
            results=0,
            strengths="equal",
            seed=1,
            runs=100,
            question="{}",
            digest=state,
            state=state,
            done=50,
            tallies="{}",
            asked_at=NOW,
        )
        before("ForecastPart").objects.create(run=run, first=0, stop=50)
    WorkClaim.objects.create(kind="forecasts", key="1", attempts=9, claimed_until=NOW, next_at=NOW)
    migrate_to("0005_forecasts_step_by_step")
    now = ForecastRun.objects.order_by("pk").values_list("state", "done", "tallies")
    assert list(now) == [("finished", 50, "{}"), ("running", 0, ""), ("replaced", 0, "")]
    assert not WorkClaim.objects.exists(), "a part and a forecast of the same number are not the same"
    migrate_to("0004_clocks_of_rounds_in_draws")
    assert ForecastRun.objects.get().state == "finished", "the others are requested again"


def test_games_that_are_noted_to_be_counted_are_marked() -> None:
    players = [Player.objects.create(name=name) for name in ("Anna", "Bert")]
    marked, other = new_game(players), new_game(players)
    Game.objects.filter(pk=marked.pk).update(awaits_counting=True)
    noted = migrate_to("0008_tables_with_all_members")("UncountedGame").objects
    assert list(noted.values_list("game_id", flat=True)) == [marked.pk]
    noted.update(game_id=other.pk)
    Game.objects.update(awaits_counting=False)
    migrate_to("0009_marks_of_games_to_count")
    assert Game.objects.get(awaits_counting=True) == other
