"""Games by ``schmidt-classic`` end with the last colour but one; those there are were played to the first (D28)."""

from django.db import migrations

RULES, ONCE, NOW = "schmidt-classic", "first colour", "all colours"


def keep_how_they_ended(apps, schema_editor):
    for game in apps.get_model("games", "Game").objects.filter(rules_name=RULES):
        game.options = turned(game.options, ONCE, NOW)
        game.save(update_fields=["options"])


def tell_how_they_ended(apps, schema_editor):
    for game in apps.get_model("games", "Game").objects.filter(rules_name=RULES):
        game.options = turned(game.options, NOW, ONCE)
        game.save(update_fields=["options"])


def turned(options, usual_before, usual_after):
    """The options where another end is the usual one: what differs from the rule set."""
    told = {"ends": usual_before, **options}
    return {name: value for name, value in told.items() if (name, value) != ("ends", usual_after)}


class Migration(migrations.Migration):
    dependencies = [("games", "0010_names_behind_nicknames")]

    operations = [migrations.RunPython(keep_how_they_ended, tell_how_they_ended)]
