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
        self._inserting: dict[str, str] = {}
        self._updating: dict[tuple[str, ...], str] = {}

    def insert(self, row: Row) -> None:
        """Insert a new row; it gets its key where the database makes that."""
        sql = self._inserting.get(connection.vendor)
        if sql is None:
            sql = self._inserting[connection.vendor] = self._insert()
        with connection.cursor() as cursor:
            cursor.execute(sql, [_prepared(field, row) for field in self._fields])
            if row.pk is None:
                row.pk = cursor.fetchone()[0]
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

    def _insert(self) -> str:
        columns = ", ".join(_column(field) for field in self._fields)
        values = ", ".join("%s" for _ in self._fields)
        return (
            f"INSERT INTO {_quoted(self._table)} ({columns}) VALUES ({values}) RETURNING {_column(self._key)}"
        )

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
