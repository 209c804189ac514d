"""Contract: that a game is to be counted is a mark in its own row. The rows that said so become marks."""

from django.db import migrations


def mark(apps, schema_editor):
    """Mark the games that are to be counted."""
    noted = apps.get_model("tournaments", "UncountedGame").objects.values("game")
    apps.get_model("games", "Game").objects.filter(pk__in=noted).update(awaits_counting=True)


def note(apps, schema_editor):
    """Write a row for each game that is to be counted."""
    noted = apps.get_model("tournaments", "UncountedGame")
    awaiting = apps.get_model("games", "Game").objects.filter(awaits_counting=True)
    noted.objects.bulk_create(noted(game=game) for game in awaiting)


class Migration(migrations.Migration):
    """Mark games to count in their own rows."""

    dependencies = [("games", "0003_games_await_counting"), ("tournaments", "0008_tables_with_all_members")]

    operations = [
        migrations.RunPython(mark, note),
        migrations.DeleteModel("UncountedGame"),
    ]
