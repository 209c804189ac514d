from django.db import migrations, models

EVENTS, GAMES = "games_gameevent", "games_game"
#: In hundredths: what is left free of a page is for the next states of its rows, so that no index has to follow them.
FILLED = 70


def drop_index(apps, schema_editor):
    """Without the column: SQLite would write the table anew, and lose the triggers that keep it."""
    with schema_editor.connection.cursor() as cursor:
        found = schema_editor.connection.introspection.get_constraints(cursor, EVENTS)
    for name, constraint in found.items():
        if constraint["index"] and not constraint["unique"] and constraint["columns"] == ["game_id"]:
            schema_editor.execute(f'DROP INDEX "{name}"')


def add_index(apps, schema_editor):
    schema_editor.execute(f"CREATE INDEX {EVENTS}_game_id ON {EVENTS} (game_id)")


def leave_room(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(f"ALTER TABLE {GAMES} SET (fillfactor = {FILLED})")


def fill(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(f"ALTER TABLE {GAMES} RESET (fillfactor)")


class Migration(migrations.Migration):
    """An index that begins another one goes, which every throw had to write; and games change within their page."""

    dependencies = [
        ("games", "0015_backups_in_the_audit_log"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunPython(drop_index, add_index)],
            state_operations=[
                migrations.AlterField(
                    model_name="gameevent",
                    name="game",
                    field=models.ForeignKey(
                        db_index=False,
                        on_delete=models.deletion.PROTECT,
                        related_name="events",
                        to="games.game",
                    ),
                ),
            ],
        ),
        migrations.RunPython(leave_room, fill),
    ]
