"""Contract: a long result list is a list and a position in it; it is imported in steps and ended by deleting it.

The states (looked at, stopped, resumed …) and what was kept for them are dropped. A list that is being imported goes
on where it is. All other rows go: of lists that were only looked at nothing was imported, and they have to be handed
in again; what the others have imported stays. Stop the processes of the version before while this migration runs.
"""

from typing import Any

from django.db import migrations, models


def keep_what_is_being_imported(apps: Any, editor: Any) -> None:
    """Delete the rows of lists that nobody is importing."""
    apps.get_model("tournaments", "HistoryImport").objects.exclude(state="taking over").delete()
    if editor.connection.vendor == "postgresql":
        # The deletions are checked before the tables are changed.
        editor.execute("SET CONSTRAINTS ALL IMMEDIATE")


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0035_webhooks_of_results_alone"),
    ]

    operations = [
        migrations.RunPython(keep_what_is_being_imported, migrations.RunPython.noop),
        migrations.RemoveConstraint(model_name="historyimport", name="one_import_of_a_result_list_at_a_time"),
        migrations.DeleteModel(name="HistoryImportEvent"),
        migrations.RemoveField(model_name="historyimport", name="checked"),
        migrations.RemoveField(model_name="historyimport", name="claimed_until"),
        migrations.RemoveField(model_name="historyimport", name="decisions"),
        migrations.RemoveField(model_name="historyimport", name="finished_at"),
        migrations.RemoveField(model_name="historyimport", name="is_preview"),
        migrations.RemoveField(model_name="historyimport", name="outcome"),
        migrations.RemoveField(model_name="historyimport", name="people"),
        migrations.RemoveField(model_name="historyimport", name="state"),
        migrations.AlterField(
            model_name="historyimport",
            name="digest",
            field=models.CharField(max_length=64, unique=True),
        ),
    ]
