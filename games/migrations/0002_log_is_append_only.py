"""The database itself refuses to change or delete recorded events."""

from typing import Any

from django.db import migrations

from games import triggers


def install(apps: Any, schema_editor: Any) -> None:
    triggers.install(schema_editor.connection)


def remove(apps: Any, schema_editor: Any) -> None:
    triggers.remove(schema_editor.connection)


class Migration(migrations.Migration):
    dependencies = [("games", "0001_players_games_and_their_log")]
    operations = [migrations.RunPython(install, remove)]
