"""Querysets whose SQL is written once: Django writes it anew each time, which takes several times the database's work.

For what every recorded throw, every result and the pages that most people open ask (docs/develop/performance.md);
everything else asks the ORM.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from json import JSONDecoder
from typing import Any, Generic, TypeVar
from uuid import UUID

from django.db import connection
from django.db.models import JSONField, Model, QuerySet, UUIDField
from django.db.models.query import get_related_populators
from django.db.models.sql.compiler import SQLCompiler

Row = TypeVar("Row")
Value = str | int | UUID | datetime
#: What a query is about: one value, or several in the order of their places in the SQL.
Values = Value | tuple[Value, ...]

#: A column's place, the functions that read its values one after the other, and what these are told of it.
Converter = tuple[int, list[Callable[..., Any]], Any]
_UUIDS: UUIDField[UUID, UUID] = UUIDField()
#: Reads a value as ``json.loads`` does, without looking for blanks around it: databases hand out none.
_READ_JSON = JSONDecoder().raw_decode


@dataclass(frozen=True, slots=True)
class _Written:
    """SQL with a placeholder for each value, how a row is read, and at which places its annotations stand."""

    sql: str
    converters: Sequence[Converter]
    read: Callable[[list[Any]], Any]
    annotations: slice


class CompiledQuery(Generic[Row]):
    """A queryset about some values: ``build`` makes it of a ``sample``, once for each kind of database.

    It gives all columns of a model, with those of ``select_related`` and annotations (``joined``), or a
    ``values_list``; one that locks is asked in a transaction, as always.
    """

    def __init__(self, build: Callable[[Any], QuerySet[Any, Row]], sample: Values) -> None:
        self._build, self._sample = build, sample
        self._written: dict[str, _Written] = {}

    def rows(self, value: Values, **known: Model) -> list[Row]:
        """Return the rows that the queryset of these values has now; ``known`` is what relations of all lead to."""
        written, found = self._asked(value)
        for row in found:
            _convert(row, written.converters)
        rows = [written.read(row) for row in found]
        if known:
            for row in rows:
                row._state.fields_cache.update(known)
        return rows

    def joined(self, value: Values) -> tuple[Row, list[list[Any]]] | None:
        """Return the one model that there is now, and what its annotations are in each row of what is joined to it."""
        written, found = self._asked(value)
        if not found:
            return None
        places = written.annotations
        beside = [converter for converter in written.converters if places.start <= converter[0] < places.stop]
        _convert(found[0], written.converters)
        for row in found[1:]:
            _convert(row, beside)
        return written.read(found[0]), [row[places] for row in found]

    def _asked(self, value: Values) -> tuple[_Written, list[list[Any]]]:
        written = self._written.get(connection.vendor)
        if written is None:
            written = self._written[connection.vendor] = self._write()
        with connection.cursor() as cursor:
            cursor.execute(written.sql, _prepared(value))
            return written, [list(row) for row in cursor.fetchall()]

    def _write(self) -> _Written:
        query = self._build(self._sample).query
        compiler = query.get_compiler(connection=connection)
        sql, params = compiler.as_sql()
        if params != tuple(_prepared(self._sample)):
            raise ValueError(f"a query about {self._sample!r} alone is needed, not about {params}")
        columns = [column for column, *_ in compiler.select]
        converters = [
            (place, [_quicker(each) for each in functions], column)
            for place, (functions, column) in compiler.get_converters(columns).items()
        ]
        # Django puts them between the columns of the model and those of its relations.
        places = compiler.annotation_col_map.values() or [len(columns)]
        return _Written(sql, converters, _reader(compiler), slice(min(places), max(places) + 1))


def _convert(row: list[Any], converters: Iterable[Converter]) -> None:
    for place, functions, column in converters:
        for convert in functions:
            row[place] = convert(row[place], column, connection)


def _quicker(convert: Callable[..., Any]) -> Callable[..., Any]:
    """Return what reads the same: most columns of a game are JSON, and most of them hold next to nothing."""
    return _read_json if getattr(convert, "__func__", None) is JSONField.from_db_value else convert


def _read_json(value: str | None, _: Any, __: Any) -> Any:
    return None if value is None else _READ_JSON(value)[0]


def _reader(compiler: SQLCompiler) -> Callable[[list[Any]], Any]:
    if compiler.klass_info is None or compiler.query.values_select:
        return tuple
    model: type[Model] = compiler.klass_info["model"]
    names = [compiler.select[place][0].target.attname for place in compiler.klass_info["select_fields"]]
    populators: Any = get_related_populators  # the stubs tell what a later Django takes
    related = populators(compiler.klass_info, compiler.select, connection.alias)

    def read(row: list[Any]) -> Model:
        found = model.from_db(connection.alias, names, row[: len(names)])
        for each in related:
            each.populate(row, found)
        return found

    return read


def _prepared(values: Values) -> list[Any]:
    """The values as this database is told them."""
    return [_as_told(value) for value in (values if isinstance(values, tuple) else (values,))]


def _as_told(value: Value) -> Any:
    match value:
        case UUID():
            return _UUIDS.get_db_prep_value(value, connection)
        case datetime():
            return connection.ops.adapt_datetimefield_value(value)
    return value
