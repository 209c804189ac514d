"""An open request for erasure is a column of the player; until now it was read from lines of the history."""

from typing import Any

from django.db import migrations, models

ASKED, DECLINED = "erasure asked for", "erasure declined"


def keep_open_requests(apps: Any, schema_editor: Any) -> None:
    player, history = apps.get_model("games", "Player"), apps.get_model("games", "HistoricalPlayer")
    about = history.objects.filter(history_change_reason__startswith="erasure ").order_by("history_id")
    last = {row.id: row for row in about if row.history_change_reason.startswith((ASKED, DECLINED))}
    for pk, row in last.items():
        # The name that an erased player has (``Player.is_erased``).
        erased = models.Q(nickname="", name__startswith=f"N. N. {pk.hex[:4]}")
        if row.history_change_reason == ASKED:
            player.objects.filter(pk=pk).exclude(erased).update(erasure_asked_at=row.history_date)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0020_claims_of_work"),
    ]

    operations = [
        migrations.AddField(
            model_name="player",
            name="erasure_asked_at",
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.RunPython(keep_open_requests, migrations.RunPython.noop, elidable=True),
    ]
