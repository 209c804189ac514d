"""Contract: stored tables and lists get the shapes of today.

A season is its slug, a format its key, who was 1st an id with a name; moments end with Z, in the clocks of games too.
"""

import re

import orjson
from django.db import migrations

_MOMENT = re.compile(r'"(\d{4}-\d\d-\d\dT[\d:.]+)\+00:00"')


def _with_z(text):
    return _MOMENT.sub(r'"\1Z"', text)


def _table(text):
    return orjson.dumps(_named_by_key(orjson.loads(_with_z(text)))).decode()


def _named_by_key(table):
    return {**table, "season": table["season"]["slug"], "format": table["format"]["key"]}


def _ranking(text):
    ranking = orjson.loads(text)
    for unit in ranking["counted"]:
        unit["winners"] = [{"id": each["player"], "name": each["name"]} for each in unit["winners"]]
    return orjson.dumps(ranking).decode()


def _message(text):
    message = orjson.loads(_with_z(text))
    data = message.get("data", {})
    if "standings" in data:
        data["standings"] = _named_by_key(data["standings"])
    return orjson.dumps(message).decode()


def _clock(clock):
    return {**clock, "since": clock["since"].replace("+00:00", "Z")}


def rewrite(apps, schema_editor):
    """Rewrite row by row what is stored, and the messages that wait."""
    model = apps.get_model
    _update(model("tournaments", "Event").objects.exclude(projection=""), "projection", _table)
    _update(model("tournaments", "EventTable").objects.all(), "projection", _table)
    _update(model("tournaments", "Ranking").objects.exclude(projection=""), "projection", _ranking)
    _update(model("tournaments", "Delivery").objects.filter(state="waiting"), "body", _message)
    _update(model("games", "Game").objects.filter(clock__since__endswith="+00:00"), "clock", _clock)


def _update(rows, column, change):
    for pk in list(rows.values_list("pk", flat=True)):
        row = rows.filter(pk=pk)
        row.update(**{column: change(row.values_list(column, flat=True).get())})


class Migration(migrations.Migration):
    """Rewrite stored tables, lists and clocks."""

    dependencies = [("games", "0001_initial"), ("tournaments", "0002_forecasts_without_assumptions")]

    operations = [migrations.RunPython(rewrite, migrations.RunPython.noop)]
