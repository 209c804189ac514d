"""The tables of a database in a migration state: their columns, and the neutral kind of each."""

from __future__ import annotations

from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader
from django.db.models import Field, Model

from config.backup.errors import BackupError, Unknown
from rules import Text

#: Django's types of columns by the kind that a backup knows them as.
KINDS = {
    "AutoField": "integer",
    "BigAutoField": "integer",
    "BigIntegerField": "integer",
    "BinaryField": "bytes",
    "BooleanField": "boolean",
    "CharField": "text",
    "DateField": "day",
    "DateTimeField": "moment",
    "FileField": "text",
    "FloatField": "float",
    "IntegerField": "integer",
    "JSONField": "json",
    "PositiveBigIntegerField": "integer",
    "PositiveIntegerField": "integer",
    "PositiveSmallIntegerField": "integer",
    "SlugField": "text",
    "SmallAutoField": "integer",
    "SmallIntegerField": "integer",
    "TextField": "text",
    "UUIDField": "uuid",
}
DATABASE, BACKUP = Text("The database"), Text("The backup")
#: The names of the migrations that have been applied, by app.
MigrationState = dict[str, list[str]]


@dataclass(frozen=True, slots=True)
class DumpedColumn:
    """A column and its kind (one of the values of ``KINDS``)."""

    name: str
    kind: str


@dataclass(frozen=True, slots=True)
class DumpedTable:
    """A table; its rows are read in the order of ``key``, which the database gives where ``counts``."""

    name: str
    columns: tuple[DumpedColumn, ...]
    key: DumpedColumn
    counts: bool


def migration_state(connection: BaseDatabaseWrapper) -> MigrationState:
    """Return what has been applied to a database. Raises ``Unknown`` where a newer version has migrated it."""
    loader = MigrationLoader(connection)
    applied = sorted(loader.applied_migrations or ())
    known = [which for which in applied if which[0] in loader.migrated_apps]
    refuse_unknown(known, loader, DATABASE)
    state: MigrationState = {}
    for app, name in known:
        state.setdefault(app, []).append(name)
    return state


def refuse_unknown(applied: list[tuple[str, str]], loader: MigrationLoader, what: Text) -> None:
    """Raise ``Unknown`` where something has migrations that this version does not have."""
    unknown = [f"{app}.{name}" for app, name in applied if (app, name) not in loader.disk_migrations]
    if unknown:
        raise Unknown(
            Text(
                "{what} is of a newer version: this one does not know {migrations}. Install that version.",
                what=what,
                migrations=", ".join(unknown),
            )
        )


def nodes(state: MigrationState) -> list[tuple[str, str]]:
    """Return the migrations of a state, each with its app."""
    return [(app, name) for app, names in state.items() for name in names]


def newest(state: MigrationState, loader: MigrationLoader) -> list[tuple[str, str]]:
    """Return the last migrations of a state: to migrate to them is to migrate to the state."""
    applied = set(nodes(state))
    return [
        node
        for node in nodes(state)
        if not any(child[0] == node[0] and child in applied for child in loader.graph.node_map[node].children)
    ]


def tables_in(state: MigrationState, connection: BaseDatabaseWrapper) -> list[DumpedTable]:
    """Return all tables as they are in a migration state, by name: keys are looked at when all rows are there."""
    loader = MigrationLoader(connection)
    refuse_unknown(nodes(state), loader, BACKUP)
    models = loader.project_state(nodes(state)).apps.get_models(include_auto_created=True)
    return sorted(map(_table, models), key=attrgetter("name"))


def _table(model: type[Model]) -> DumpedTable:
    fields: list[Field[Any, Any]] = list(model._meta.local_concrete_fields)
    key = model._meta.pk
    counts = key.get_internal_type() in ("AutoField", "BigAutoField", "SmallAutoField")
    return DumpedTable(model._meta.db_table, tuple(map(column, fields)), column(key), counts)


def column(field: Field[Any, Any]) -> DumpedColumn:
    """Return how a backup knows the column of a field. Raises ``BackupError`` for a kind that it does not know."""
    target = field
    while target.is_relation:
        target = target.target_field  # type: ignore[attr-defined]
    kind = KINDS.get(target.get_internal_type())
    if kind is None:
        raise BackupError(
            Text(
                "Backups know no columns such as {table}.{column} ({kind}): add the kind to config/backup/tables.py.",
                table=field.model._meta.db_table,
                column=str(field.column),
                kind=target.get_internal_type(),
            )
        )
    return DumpedColumn(str(field.column), kind)
