"""Rows written with SQL that is written once, as ``games.compiled_query`` reads them.

For what every recorded throw writes (docs/develop/performance.md); everything else is written by the ORM.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from django.db import connection
from django.db.models import AutoField, Model

Row = TypeVar("Row", bound=Model)


class CompiledWrite(Generic[Row]):
    """Insert and update rows of a model as the ORM does, but without its signals: nobody listens to this model."""

    def __init__(self, model: type[Row]) -> None:
        meta = model._meta
        self._table, self._key = meta.db_table, meta.pk
        self._fields = [field for field in meta.concrete_fields if not isinstance(field, AutoField)]
        self._by_attribute: dict[str, Any] = {field.attname: field for field in meta.concrete_fields}
        self._inserting: dict[tuple[str, int], str] = {}
        self._putting: dict[str, str] = {}
        self._updating: dict[tuple[str, ...], str] = {}

    def insert(self, row: Row) -> None:
        """Insert a new row; it gets its key where the database makes that."""
        self.insert_all([row])

    def insert_all(self, rows: Sequence[Row]) -> None:
        """Insert a few new rows by one statement, which is written once for each number of them."""
        sql = self._inserting.get(asked := (connection.vendor, len(rows)))
        if sql is None:
            sql = self._inserting[asked] = self._insert(len(rows))
        with connection.cursor() as cursor:
            cursor.execute(sql, [_prepared(field, row) for row in rows for field in self._fields])
            keys = cursor.fetchall() if any(row.pk is None for row in rows) else ()
        for row, (key,) in zip(rows, keys, strict=False):
            row.pk = key
        for row in rows:
            row._state.adding, row._state.db = False, connection.alias

    def put(self, row: Row) -> None:
        """Insert a row, or give the one that has its key already its values. The key is known."""
        if (sql := self._putting.get(connection.vendor)) is None:
            sql = self._putting[connection.vendor] = self._put()
        with connection.cursor() as cursor:
            cursor.execute(sql, [_prepared(field, row) for field in self._fields])
        row._state.adding, row._state.db = False, connection.alias

    def update(self, row: Row, attributes: Sequence[str]) -> None:
        """Update these columns of a row that is there, by the names of their attributes; raise where it is gone."""
        sql = self._updating.get(asked := (connection.vendor, *attributes))
        if sql is None:
            sql = self._updating[asked] = self._update(attributes)
        fields = [*(self._by_attribute[name] for name in attributes), self._key]
        with connection.cursor() as cursor:
            cursor.execute(sql, [_prepared(field, row) for field in fields])
            if cursor.rowcount != 1:
                raise type(row).DoesNotExist  # type: ignore[attr-defined]  # every model has it

    def _insert(self, number: int) -> str:
        values = ", ".join([f"({', '.join('%s' for _ in self._fields)})"] * number)
        return f"{self._into()} VALUES {values} RETURNING {_column(self._key)}"

    def _put(self) -> str:
        values = ", ".join("%s" for _ in self._fields)
        others = [_column(field) for field in self._fields if field is not self._key]
        changes = ", ".join(f"{column} = excluded.{column}" for column in others)
        key = _column(self._key)
        return f"{self._into()} VALUES ({values}) ON CONFLICT ({key}) DO UPDATE SET {changes}"

    def _into(self) -> str:
        columns = ", ".join(_column(field) for field in self._fields)
        return f"INSERT INTO {_quoted(self._table)} ({columns})"

    def _update(self, attributes: Sequence[str]) -> str:
        values = ", ".join(f"{_column(self._by_attribute[name])} = %s" for name in attributes)
        return f"UPDATE {_quoted(self._table)} SET {values} WHERE {_column(self._key)} = %s"


def _column(field: Any) -> str:
    return _quoted(field.column)


def _quoted(name: str) -> str:
    return connection.ops.quote_name(name)


def _prepared(field: Any, row: Model) -> Any:
    """The value of a field as this database is told it."""
    return field.get_db_prep_save(getattr(row, field.attname), connection)
