"""Exhibitions that there are keep how their games end (D28) and how many colours two players lead (rulebook §8.1)."""

import json

from django.db import migrations

RULES, ONCE, NOW = "schmidt-classic", "first colour", "all colours"
OPPOSITE_IF_TWO = ("schmidt", "schmidt-classic")


def keep_how_they_are_played(apps, schema_editor):
    for event in apps.get_model("tournaments", "Event").objects.filter(format_key="exhibition"):
        if event.rules_name == RULES:
            event.options = turned(event.options, ONCE, NOW)
        if event.rules_name in OPPOSITE_IF_TWO and event.draws.exists() and event.entries.count() == 2:
            event.settings = {"seating": "one colour each"}
        told(event, event.options, {"seating": "usual", **event.settings})


def play_them_as_before(apps, schema_editor):
    for event in apps.get_model("tournaments", "Event").objects.filter(format_key="exhibition"):
        if event.rules_name == RULES:
            event.options = turned(event.options, NOW, ONCE)
        event.settings = {}
        told(event, event.options, {})


def turned(options, usual_before, usual_after):
    """The options where another end is the usual one: what differs from the rule set."""
    before = {"ends": usual_before, **options}
    return {name: value for name, value in before.items() if (name, value) != ("ends", usual_after)}


def told(event, options, settings):
    """Save the event, and what readers get of it."""
    if event.projection:
        projection = {**json.loads(event.projection), "options": options, "settings": settings}
        event.projection = json.dumps(projection, ensure_ascii=False, separators=(",", ":"))
    event.save(update_fields=["options", "settings", "projection"])


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0015_neutral_keys_of_entries")]

    operations = [migrations.RunPython(keep_how_they_are_played, play_them_as_before)]
