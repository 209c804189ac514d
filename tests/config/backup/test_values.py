"""Values are the same lines from either database, and come back as they were."""

import json
import uuid
from datetime import UTC, date, datetime
from typing import Any

import pytest
from django.db import connection

from config.backup.tables import KINDS, migration_state, tables_in
from config.backup.values import as_compared, as_stored, loaded, to_database, to_neutral

MOMENT = datetime(2026, 11, 23, 20, 15, 0, 123, tzinfo=UTC)
ID = uuid.UUID("12345678-1234-5678-1234-567812345678")


@pytest.mark.parametrize(
    ("kind", "sqlite", "postgresql", "line"),
    [
        ("moment", MOMENT.replace(tzinfo=None), MOMENT, b'["2026-11-23T20:15:00.000123Z"]'),
        ("day", date(2026, 11, 23), date(2026, 11, 23), b'["2026-11-23"]'),
        ("uuid", ID.hex, ID, b'["12345678-1234-5678-1234-567812345678"]'),
        ("bytes", b"\x00\xff", memoryview(b"\x00\xff"), b'["AP8="]'),
        ("json", '{"b": 1, "a": [1.0, 1e+16]}', '{"a": [1.0, 10000000000000000], "b": 1}', None),
        ("json", '{"n": 123456789012345678901234567890}', '{"n": 123456789012345678901234567890}', None),
        ("json", '"Änne \\u0007 \\ud83c\\udfb2"', '"Änne \\u0007 🎲"', None),
        ("text", "Đorđić\n", "Đorđić\n", None),
    ],
)
def test_the_same_from_either_database(kind: str, sqlite: Any, postgresql: Any, line: bytes | None) -> None:
    neutral = to_neutral(kind) or (lambda value: value)
    rows = [as_compared([neutral(value)]) for value in (sqlite, postgresql)]
    assert rows[0] == rows[1]
    if line:
        assert rows[0] == line


def test_a_backup_keeps_the_order_of_members_and_numbers_of_any_length() -> None:
    row = [{"b": 1, "a": 12345678901234567890123}, 0.1]
    assert as_stored(row) == b'[{"b":1,"a":12345678901234567890123},0.1]'
    assert loaded(as_stored(row)) == row


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (b"12345678901234567890", 12345678901234567890),
        (b'{"a": [1, -12345678901234567890123]}', {"a": [1, -12345678901234567890123]}),
        (b'[[1],{"a" :1e16}]', [[1], {"a": 10**16}]),
        (b"-0.0", 0.0),
        (b'["9e1","20:15:00.5",12345]', ["9e1", "20:15:00.5", 12345]),
    ],
)
def test_numbers_are_read_exactly(text: bytes, value: Any) -> None:
    assert json.dumps(loaded(text)) == json.dumps(value)


def test_moments_are_kept_as_django_keeps_them() -> None:
    to_sqlite = to_database("moment", "sqlite")
    assert to_sqlite is not None
    for moment in (MOMENT, MOMENT.replace(microsecond=0)):
        adapted = str(moment.replace(tzinfo=None))
        assert to_sqlite(loaded(as_stored([moment]))[0]) == adapted


#: Tables that no backup has, and why.
LEFT_OUT = {"django_migrations": "made by the restore, which applies the migrations that the head lists"}


@pytest.mark.both_databases
@pytest.mark.django_db
def test_every_table_of_the_database_is_in_a_backup_with_all_its_columns() -> None:
    tables = tables_in(migration_state(connection))
    introspection = connection.introspection
    assert {table.name for table in tables} | LEFT_OUT.keys() == set(introspection.table_names())
    with connection.cursor() as cursor:
        there = {
            table.name: {column.name for column in introspection.get_table_description(cursor, table.name)}
            for table in tables
        }
    assert {table.name: {column.name for column in table.columns} for table in tables} == there


@pytest.mark.django_db
def test_every_column_of_the_site_has_a_kind() -> None:
    tables = tables_in(migration_state(connection))
    assert {column.kind for table in tables for column in table.columns} <= set(KINDS.values())
