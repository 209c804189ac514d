"""The tables of a database in a migration state: their columns, and the neutral kind of each."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
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
TOO_NEW = Text("{what} is of a newer version: this one does not know {migrations}. Install that version.")
TOO_OLD = Text(
    "{what} is of an older version ({found}). Commit {commit} is the last to bring it up to date: restore or migrate it"
    " there, and go on with what that has made."
)
#: The last commit that brings older databases and backups up to date; the first migrations of this version replace
#: all that it has.
LAST_TO_MIGRATE = "dbb7aac6"
#: An app and the name of one of its migrations.
Node = tuple[str, str]
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

    @property
    def column_list(self) -> str:
        """Return its columns as SQL names them."""
        return ", ".join(f'"{column.name}"' for column in self.columns)


def migration_state(connection: BaseDatabaseWrapper) -> MigrationState:
    """Return what has been applied to a database. Raises ``Unknown`` where another version has migrated it."""
    applied = MigrationRecorder(connection).applied_migrations()
    loader = MigrationLoader(None)
    return known_state([which for which in applied if which[0] in loader.migrated_apps], DATABASE)


def known_state(applied: Iterable[Node], what: Text) -> MigrationState:
    """Return what was applied in the names of this version: a migration stands for all those that it replaces.

    Raises ``Unknown`` where a newer version has applied some, or an older one not yet all that are replaced.
    """
    known = set(applied)
    migrations = MigrationLoader(None).disk_migrations
    for node, migration in migrations.items():
        replaced = set(migration.replaces)
        if node not in known and replaced & known:
            if missing := replaced - known:
                raise too_old(what, Text("without {migrations}", migrations=_listed(missing)))
            known.add(node)
        known -= replaced
    if newer := known - migrations.keys():
        raise Unknown(TOO_NEW.filled(what=what, migrations=_listed(newer)))
    state: MigrationState = {}
    for app, name in sorted(known):
        state.setdefault(app, []).append(name)
    return state


def too_old(what: Text, found: Text) -> Unknown:
    """Return the error for something that only an earlier version of the program can read."""
    return Unknown(TOO_OLD.filled(what=what, found=found, commit=LAST_TO_MIGRATE))


def _listed(migrations: Iterable[Node]) -> str:
    return ", ".join(f"{app}.{name}" for app, name in sorted(migrations))


def nodes(state: MigrationState) -> list[Node]:
    """Return the migrations of a state, each with its app."""
    return [(app, name) for app, names in state.items() for name in names]


def newest(state: MigrationState, loader: MigrationLoader) -> list[Node]:
    """Return the last migrations of a state: to migrate to them is to migrate to the state."""
    applied = set(nodes(state))
    return [
        node
        for node in nodes(state)
        if not any(child[0] == node[0] and child in applied for child in loader.graph.node_map[node].children)
    ]


def tables_in(state: MigrationState) -> list[DumpedTable]:
    """Return all tables as they are in a migration state, by name: keys are looked at when all rows are there."""
    models = MigrationLoader(None).project_state(nodes(state)).apps.get_models(include_auto_created=True)
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
