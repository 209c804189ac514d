"""Contract: nobody requests forecasts any more, or assumes anything; what is stored is computed again in a moment."""

from typing import Any

from django.db import migrations


def forget_forecasts(apps: Any, schema_editor: Any) -> None:
    """Delete all forecasts: the questions and tallies that they keep have a member more than those of today."""
    apps.get_model("tournaments", "ForecastRun").objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0001_initial")]
    operations = [
        migrations.RemoveField("forecastrun", "assumed"),
        migrations.RemoveField("forecastrun", "without"),
        migrations.RemoveField("forecastrun", "asked_by"),
        migrations.RunPython(forget_forecasts, migrations.RunPython.noop),
    ]
