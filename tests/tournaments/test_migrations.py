"""What migrations carry over: the rows of the version before, as it had them, then as this one has them."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from games.domain.clock import ClockAction
from tests.tournaments.hall.halls import WHO, new_hall, published
from tournaments.hall import services as hall
from tournaments.models import Draw, Season

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
