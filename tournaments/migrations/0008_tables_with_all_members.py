"""Tables that an earlier program has stored, and nobody has computed again since, get the members that they lack, empty.

What belongs there ``manage.py rebuild_projections`` computes, as after every update.
"""

import orjson
from django.db import migrations

EMPTY = {
    "hold": "",
    "unfinished": [],
    "parts": [],
    "cuts": [],
    "out": [],
    "schedule": [],
    "times": {},
    "concluded": [],
    "decided": [],
    "report": [],
}


def complete(apps, schema_editor):
    """Add to each table what it lacks; one that lacks nothing stays as it is, character by character."""
    for name in ("Event", "EventTable"):
        rows = apps.get_model("tournaments", name).objects.exclude(projection="")
        for pk in list(rows.values_list("pk", flat=True)):
            row = rows.filter(pk=pk)
            before = orjson.loads(row.values_list("projection", flat=True).get())
            after = {**before, **{member: EMPTY[member] for member in EMPTY.keys() - before.keys()}}
            after["report"] = [{**line, "undone": line.get("undone")} for line in after["report"]]
            if after != before:
                row.update(projection=orjson.dumps(after).decode())


class Migration(migrations.Migration):
    """Complete stored tables."""

    dependencies = [("tournaments", "0007_moments_that_nobody_reads")]

    operations = [migrations.RunPython(complete, migrations.RunPython.noop)]
