"""Contract: the runs of a forecast are computed in order, so what is still to be done needs no rows.

Forecasts that are not finished begin again: what has been done of them need not be their first runs.
"""

from django.db import migrations


def begin_again(apps, schema_editor):
    _unfinished(apps).update(done=0, tallies="")
    _forget_claims(apps)


def forget(apps, schema_editor):
    """Delete what has no parts to go on with: it is requested again in a moment."""
    _unfinished(apps).delete()
    _forget_claims(apps)


def _unfinished(apps):
    return apps.get_model("tournaments", "ForecastRun").objects.exclude(state="finished")


def _forget_claims(apps):
    """Delete how often parts were begun: the keys of this work are those of forecasts now."""
    apps.get_model("games", "WorkClaim").objects.filter(kind="forecasts").delete()


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial"), ("tournaments", "0004_clocks_of_rounds_in_draws")]

    operations = [migrations.RunPython(begin_again, forget), migrations.DeleteModel("ForecastPart")]
