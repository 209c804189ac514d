"""Contract: forecasts are of events alone; those of seasons are dropped, with the columns that told the two apart.

Nothing is lost that was entered by anybody: they followed from the events.
"""

from typing import Any

import django.db.models.deletion
from django.db import migrations, models


def drop_those_of_seasons(apps: Any, editor: Any) -> None:
    """Drop the forecasts of seasons with their parts."""
    apps.get_model("tournaments", "ForecastRun").objects.filter(event=None).delete()
    if editor.connection.vendor == "postgresql":
        # PostgreSQL alters no table of which a check is still put off.
        editor.execute("SET CONSTRAINTS ALL IMMEDIATE")


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0032_where_players_were_first_entered")]

    operations = [
        migrations.RunPython(drop_those_of_seasons, migrations.RunPython.noop),
        migrations.AlterModelOptions(
            name="forecastrun",
            options={
                "ordering": ("event", "-version", "-pk"),
                "verbose_name": "forecast",
                "verbose_name_plural": "forecasts",
            },
        ),
        migrations.RemoveConstraint(model_name="forecastrun", name="forecast_of_an_event_or_of_a_season"),
        migrations.RemoveField(model_name="forecastrun", name="events"),
        migrations.RemoveField(model_name="forecastrun", name="season"),
        migrations.AlterField(
            model_name="forecastrun",
            name="event",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="forecast_runs",
                to="tournaments.event",
                verbose_name="event",
            ),
        ),
    ]
