"""Processes of two versions run side by side during an update: migrations add first, and take away a version later."""

from __future__ import annotations

import sys
from collections.abc import Iterable

import pytest
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from django.db import connection, models
from django.db.migrations import Migration
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations import AddField, DeleteModel, RemoveField, RenameField, RenameModel
from django.db.migrations.recorder import MigrationRecorder
from django.db.models.fields import NOT_PROVIDED

from config.backup.errors import Unknown
from config.backup.tables import BACKUP, LAST_TO_MIGRATE, Node, known_state, migration_state
from config.checks import database_is_of_this_version

#: The migrations up to these were applied while the site stood still.
BEFORE = {"games": "0001", "tournaments": "0001"}
TAKES_AWAY = (RemoveField, DeleteModel, RenameField, RenameModel)


def in_the_way(migration: Migration) -> list[str]:
    """What a process of the version before could not live with."""
    module = sys.modules.get(migration.__module__)
    if (getattr(module, "__doc__", None) or "").startswith("Contract:"):
        return []
    return [
        operation.describe()
        for operation in migration.operations
        if isinstance(operation, TAKES_AWAY) or (isinstance(operation, AddField) and is_demanded(operation))
    ]


def is_demanded(operation: AddField) -> bool:
    """Whether the database wants a value that the version before does not give."""
    field = operation.field
    many = isinstance(field, models.ManyToManyField)
    return not (many or field.null or field.db_default is not NOT_PROVIDED)


@pytest.mark.django_db
def test_the_migrations_lead_to_the_models(capsys: pytest.CaptureFixture[str]) -> None:
    try:
        call_command("makemigrations", "--check", "--dry-run")
    except SystemExit:
        pytest.fail(capsys.readouterr().out)


def test_new_migrations_only_add() -> None:
    new = {
        f"{app}.{name}": found
        for (app, name), migration in MigrationLoader(None).disk_migrations.items()
        if app in BEFORE and name[:4] > BEFORE[app] and (found := in_the_way(migration))
    }
    assert new == {}


@pytest.mark.parametrize(
    ("operation", "is_fine"),
    [
        (AddField("game", "note", models.TextField(default="")), False),
        (AddField("game", "note", models.TextField(db_default="")), True),
        (AddField("game", "note", models.TextField(null=True)), True),
        (RemoveField("game", "title"), False),
    ],
)
def test_a_migration_that_the_version_before_cannot_live_with_is_found(
    operation: AddField, is_fine: bool
) -> None:
    planted = type("Planted", (Migration,), {"operations": [operation]})("planted", "games")
    assert (not in_the_way(planted)) is is_fine


# -- databases of versions before -------------------------------------------------------------------

OURS = {node: each for node, each in MigrationLoader(None).disk_migrations.items() if node[0] in BEFORE}
REPLACED = {node for migration in OURS.values() for node in migration.replaces}
LATER = {node for node, migration in OURS.items() if not migration.replaces}


def applied(nodes: Iterable[Node]) -> None:
    """Have the database say that these migrations of ours have been applied, and no others."""
    rows = MigrationRecorder(connection).migration_qs
    rows.filter(app__in=["games", "tournaments"]).delete()
    for app, name in nodes:
        MigrationRecorder(connection).record_applied(app, name)


@pytest.mark.both_databases
@pytest.mark.django_db
def test_a_database_with_all_that_the_first_migrations_replace_is_one_of_this_version() -> None:
    this_version = migration_state(connection)
    applied(REPLACED | LATER)
    assert migration_state(connection) == this_version
    executor = MigrationExecutor(connection)
    assert executor.migration_plan(executor.loader.graph.leaf_nodes()) == []
    assert database_is_of_this_version(databases=["default"]) == []


@pytest.mark.parametrize("missing", sorted(REPLACED), ids=".".join)
def test_a_database_or_backup_without_one_of_them_is_refused_with_the_way(missing: Node) -> None:
    with pytest.raises(
        Unknown,
        match=rf"The backup is of an older version \(without {'.'.join(missing)}\)\. Commit {LAST_TO_MIGRATE} ",
    ):
        known_state(REPLACED - {missing}, BACKUP)


@pytest.mark.django_db
def test_migrate_refuses_a_database_that_is_too_old_and_changes_nothing() -> None:
    nodes = REPLACED - {max(REPLACED)}
    applied(nodes)
    with pytest.raises(SystemCheckError, match=r"config\.E012.*older version"):
        call_command("migrate", skip_checks=False, verbosity=0)
    assert nodes <= set(MigrationRecorder(connection).applied_migrations())
