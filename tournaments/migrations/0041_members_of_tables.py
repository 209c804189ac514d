"""Contract: members of stored tables get their names of today: ``sentence`` (told, said), ``created_at`` (made_at)."""

from django.db import migrations
from django.db.models import F, Value
from django.db.models.functions import Replace

_RENAMED = {"told": "sentence", "said": "sentence", "made_at": "created_at"}


def rename(apps, schema_editor):
    """Within a JSON text ``"name":`` is a member: in a string the quotes are written as ``\\"``."""
    projection = F("projection")
    for old, new in _RENAMED.items():
        projection = Replace(projection, Value(f'"{old}":'), Value(f'"{new}":'))
    for name in ("Event", "EventTable"):
        apps.get_model("tournaments", name).objects.update(projection=projection)


class Migration(migrations.Migration):
    """Rename members of stored tables."""

    dependencies = [("tournaments", "0040_no_history_of_slides")]

    operations = [migrations.RunPython(rename, migrations.RunPython.noop)]
