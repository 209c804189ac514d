"""Processes of two versions run side by side during an update: migrations add first, and take away a version later."""

from __future__ import annotations

import sys

import pytest
from django.db import models
from django.db.migrations import Migration
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations import AddField, DeleteModel, RemoveField, RenameField, RenameModel
from django.db.models.fields import NOT_PROVIDED

#: The migrations up to these were applied while the site stood still.
BEFORE = {"games": "0013", "tournaments": "0027"}
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
