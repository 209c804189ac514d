"""Contract: webhooks send results, tables, match points and winners; single throws and rankings no longer.

Webhooks that subscribe to nothing else are removed, messages of those kinds too, waiting ones included. Messages can
no longer be sent again by hand: the columns and the table of bookmarks that served this are dropped. Stop the
processes of the version before while this migration runs.
"""

from typing import Any

from django.db import migrations, models

#: The kinds that were sent before.
GONE = {"throw.recorded", "ranking.changed"}
KINDS = [
    ("game.ended", "game ended"),
    ("standings.changed", "table changed"),
    ("event.match_point", "match point"),
    ("event.finished", "event decided"),
    ("ping", "test"),
]


def drop_kinds(apps: Any, editor: Any) -> None:
    """Unsubscribe webhooks, and the rows of their history, from these kinds; delete what is left with none."""
    apps.get_model("tournaments", "Delivery").objects.filter(kind__in=GONE).delete()
    for model in ("Webhook", "HistoricalWebhook"):
        rows = apps.get_model("tournaments", model).objects
        for key, kinds in list(rows.values_list("pk", "kinds")):
            if GONE.isdisjoint(kinds):
                continue
            kept = [kind for kind in kinds if kind not in GONE]
            if kept or model == "HistoricalWebhook":
                rows.filter(pk=key).update(kinds=kept)
            else:
                rows.filter(pk=key).delete()
    if editor.connection.vendor == "postgresql":
        # The deletions are checked before the tables are changed.
        editor.execute("SET CONSTRAINTS ALL IMMEDIATE")


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0034_public_dumps_and_match_reports"),
    ]

    operations = [
        migrations.RunPython(drop_kinds, migrations.RunPython.noop),
        migrations.RemoveField(model_name="delivery", name="game"),
        migrations.RemoveField(model_name="delivery", name="last_duration"),
        migrations.RemoveField(model_name="delivery", name="replay_of"),
        migrations.AlterField(
            model_name="delivery",
            name="kind",
            field=models.CharField(choices=KINDS, max_length=30, verbose_name="kind"),
        ),
        migrations.DeleteModel(name="Bookmark"),
    ]
