"""The state of an event is loaded with SQL that is written once, and is what the models give."""

from collections.abc import Iterable
from typing import Any

import pytest
from django.db import connection, models, transaction
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from games.enums import Role
from tests.games.conftest import client_with
from tests.tournaments.conftest import NOW, start
from tests.tournaments.slips import enter
from tournaments import services
from tournaments.db import locked
from tournaments.models import Event, Season
from tournaments.services import standings
from tournaments.standings.event_state import EventState
from tournaments.standings.projection import build_projection as build

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def columns(rows: Iterable[models.Model]) -> list[Any]:
    return [[getattr(row, field.attname) for field in row._meta.concrete_fields] for row in rows]


@pytest.fixture
def played(cup: Event) -> Event:
    """A cup with a result, a running game and a line in its report."""
    enter(cup, 1)
    start(cup)
    services.suspend_event(event_id=cup.pk, hold=Event.Hold.INTERRUPTED, reason="rain", actor="test", now=NOW)
    return Event.objects.get(pk=cup.pk)


def test_the_parts_of_an_event_are_those_of_the_models(played: Event) -> None:
    with CaptureQueriesContext(connection) as statements:
        state = EventState.load(played)
    assert len(statements) == 6
    assert len(state.report) == 1
    for rows, manager in (
        (state.entries, played.entries),
        (state.draws, played.draws),
        (state.games, played.games),
        (state.report, played.report),
    ):
        assert rows
        assert columns(rows) == columns(manager.all())
    with CaptureQueriesContext(connection) as further:
        players = columns(entry.player for entry in state.entries)
        games = columns(each.game for each in state.games)
        belonging: list[Any] = [*state.entries, *state.draws, *state.games, *state.report]
        assert {each.event for each in belonging} == {played}
    assert len(further) == 0
    assert players == columns(entry.player for entry in played.entries.all())
    assert games == columns(each.game for each in played.games.all())


def test_the_locked_event_is_its_row_with_its_season(played: Event) -> None:
    with transaction.atomic():
        with CaptureQueriesContext(connection) as statements:
            found = locked(played.pk)
            season = found.season
        assert len(statements) == 1
        with pytest.raises(Event.DoesNotExist):
            locked(0)
    assert columns([found]) == columns([played])
    assert season == played.season


def test_a_typed_result_costs_twenty_statements_at_the_most(cup: Event) -> None:
    client: APIClient = client_with(Role.ORGANISER)
    with CaptureQueriesContext(connection) as statements:
        answer = client.post(f"/api/v1/events/{cup.slug}/results/", {"number": 1, "winner": "entry-2"})
    assert answer.status_code == 201, answer.content
    # Where rows are locked one by one, the game is before its event.
    locks = 4 if connection.features.has_select_for_update else 0
    assert len(statements) <= 20 + locks, [each["sql"][:100] for each in statements]


def test_a_new_event_of_three_is_judged_once_and_costs_sixty_two_statements_at_the_most(
    season: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged: list[EventState] = []

    def counted(state: EventState) -> dict[str, Any]:
        judged.append(state)
        return build(state)

    monkeypatch.setattr(standings, "build_projection", counted)
    wish = services.EventWish(
        name="New",
        format_key="championship",
        rules_name="xmadn-3t",
        settings={},
        starts_on=NOW.date(),
        season=season,
        players=("Anna", "Bert", "Cleo"),
    )
    with CaptureQueriesContext(connection) as statements:
        event = services.make_event(wish=wish, actor="test", now=NOW)
    assert (event.version, event.status, len(judged)) == (1, Event.Status.DRAWN, 1)
    assert len(statements) <= 62, [each["sql"][:100] for each in statements]
