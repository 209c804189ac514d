"""What is written with SQL that is written once is what the ORM would have written."""

from __future__ import annotations

from datetime import UTC, datetime
from uuid import uuid4

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.models import Model
from django.db.models.signals import post_save, pre_save
from django.test.utils import CaptureQueriesContext

from games.compiled_write import CompiledWrite
from games.models import Game, GameEvent, Player

NOW = datetime(2026, 11, 21, 20, 15, 1, 123456, tzinfo=UTC)


def event(game: Game, number: int) -> GameEvent:
    return GameEvent(
        game=game,
        number=number,
        kind="note",
        payload={"text": "Würfel „6“ \N{GAME DIE}", "none": None, "big": 2**70, "deep": [[1, []]]},
        position="",
        finished=["red"],
        actor="user:7",
        client_id=uuid4(),
        happened_at=None,
        recorded_at=NOW,
        previous="a" * 64,
        hash="b" * 64,
    )


def stored(table: str, where: str, value: str) -> list[dict[str, object]]:
    """The rows of a table as the database gives them by itself."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT * FROM {table} WHERE {where} = %s ORDER BY number", [value])
        names = [column[0] for column in cursor.description]
        return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]


@pytest.mark.django_db
def test_an_inserted_row_is_that_of_the_orm(game: Game) -> None:
    by_orm, by_us = event(game, 90), event(game, 91)
    GameEvent.objects.bulk_create([by_orm])
    with CaptureQueriesContext(connection) as statements:
        CompiledWrite(GameEvent).insert(by_us)
    assert len(statements) == 1
    assert by_us.pk == by_orm.pk + 1
    assert by_us._state.adding is False
    first, second = stored("games_gameevent", "actor", "user:7")
    for own in ("id", "number", "client_id"):
        assert first.pop(own) != second.pop(own)
    assert first == second
    assert GameEvent.objects.get(pk=by_us.pk).client_id == by_us.client_id


@pytest.mark.django_db
def test_an_id_that_is_taken_is_refused_by_the_database(game: Game) -> None:
    first, again = event(game, 90), event(game, 91)
    again.client_id = first.client_id
    CompiledWrite(GameEvent).insert(first)
    with pytest.raises(IntegrityError), transaction.atomic():
        CompiledWrite(GameEvent).insert(again)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "change",
    [
        {"position": "4x10 x", "number": 7},
        {"tallies": {"colours": {}}, "finished": ["red"], "head": "c" * 64},
        {"ended_at": NOW, "correction": None, "is_public": False},
    ],
)
def test_updated_columns_are_those_of_the_orm_and_no_others_change(
    game: Game, created: Game, change: dict[str, object]
) -> None:
    untouched = stored("games_game", "title", created.title)
    for name, value in change.items():
        setattr(game, name, value)
    CompiledWrite(Game).update(game, list(change))
    by_us = Game.objects.filter(pk=game.pk).values().get()
    game.save(update_fields=list(change))
    assert Game.objects.filter(pk=game.pk).values().get() == by_us
    assert change.items() <= by_us.items()
    assert stored("games_game", "title", created.title) == untouched


@pytest.mark.django_db
def test_a_winner_is_updated_by_the_id(game: Game, players: list[Player]) -> None:
    game.winner_id = players[0].pk
    CompiledWrite(Game).update(game, ["winner_id"])
    assert Game.objects.get(pk=game.pk).winner == players[0]


@pytest.mark.django_db
def test_a_row_that_is_gone_is_told() -> None:
    with pytest.raises(Game.DoesNotExist):
        CompiledWrite(Game).update(Game(), ["number"])


@pytest.mark.parametrize("model", [Game, GameEvent])
def test_nobody_listens_to_what_is_written_so(model: type[Model]) -> None:
    assert [signal.has_listeners(model) for signal in (pre_save, post_save)] == [False, False]
