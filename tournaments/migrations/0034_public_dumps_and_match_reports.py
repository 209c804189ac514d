"""Contract: the public dumps, and match reports that were stored and published (the desk drafts one to be copied).

The texts that were written go with their histories. Dumps in the data folder are deleted, as they hold names of
players, which no erasure would reach any more. Stop the processes of the version before while this migration runs.
"""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import migrations


def delete_dumps(apps: Any, schema_editor: Any) -> None:
    """Delete the dumps in the data folder; other files there stay."""
    folder = Path(settings.DATA_DIR) / "dumps"
    for pattern in ("rauswurf-*.zip", "rauswurf-*.sha256", "*.part"):
        for path in folder.glob(pattern):
            path.unlink(missing_ok=True)
    if folder.is_dir() and not any(folder.iterdir()):
        folder.rmdir()


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0033_no_forecasts_of_seasons")]

    operations = [
        migrations.RunPython(delete_dumps, migrations.RunPython.noop),
        migrations.DeleteModel("HistoricalWriteUp"),
        migrations.DeleteModel("WriteUp"),
    ]
