"""Whether a game is to be counted for its players stands in its row."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Add the mark, which no game has yet."""

    dependencies = [("games", "0002_remove_what_follows_from_other_rows")]

    operations = [
        migrations.AddField(
            "game", "awaits_counting", models.BooleanField(db_default=False, default=False, editable=False)
        ),
        migrations.AddIndex(
            "game", models.Index("id", condition=models.Q(awaits_counting=True), name="games_to_count")
        ),
    ]
