"""A database that is filled takes everything or nothing, and is afterwards as careful as it was before."""

import uuid
from typing import Any

import pytest
from django.db import IntegrityError, connection

from config.backup.restore import all_or_nothing
from games.models import Player, Seat


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_a_row_that_refers_to_none_is_refused_with_everything_before_it() -> None:
    before = guards()
    with pytest.raises(IntegrityError):
        fill_with_a_seat_at_no_board()
    assert not Player.objects.exists()
    assert guards() == before


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_what_a_database_looks_after_is_the_same_when_it_is_filled() -> None:
    before = guards()
    with all_or_nothing():
        Player.objects.create(name="Änne Öhler")
    assert Player.objects.exists()
    assert guards() == before
    with pytest.raises(IntegrityError):
        Seat.objects.create(game_id=uuid.uuid4(), player_id=uuid.uuid4(), colour="red")


def fill_with_a_seat_at_no_board() -> None:
    """A player, who is as they should be, and a seat that is not."""
    with all_or_nothing():
        Player.objects.create(name="Änne Öhler")
        Seat.objects.create(game_id=uuid.uuid4(), player_id=uuid.uuid4(), colour="red")


def guards() -> list[Any]:
    """The foreign keys of all tables, and on SQLite how a change is written down that may be lost with the machine."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA journal_mode")
            mode = cursor.fetchall()
            cursor.execute("PRAGMA foreign_keys")
            return [mode, cursor.fetchall()]
        cursor.execute(
            "SELECT conrelid::regclass::text, conname, convalidated, pg_get_constraintdef(oid)"
            " FROM pg_constraint WHERE contype = 'f' ORDER BY 1, 2"
        )
        keys = cursor.fetchall()
        assert keys
        return keys
