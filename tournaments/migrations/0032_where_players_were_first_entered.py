"""Players who are here already: the season of the event that entered them first, as far as it is there still."""

from typing import Any

from django.db import migrations


def note_seasons(apps: Any, schema_editor: Any) -> None:
    """Note for each player the season of their first entry, by the history, in which withdrawn ones stand too."""
    entries = apps.get_model("tournaments", "HistoricalEntry").objects.filter(history_type="+")
    events = dict(apps.get_model("tournaments", "Event").objects.values_list("pk", "season__slug"))
    players: dict[Any, int] = {}
    for player, event in entries.order_by("history_id").values_list("player_id", "event_id").iterator():
        players.setdefault(player, event)
    seasons: dict[str, list[Any]] = {}
    for player, event in players.items():
        if event in events:
            seasons.setdefault(events[event], []).append(player)
    for season, ids in seasons.items():
        for first in range(0, len(ids), 500):
            some = apps.get_model("games", "Player").objects.filter(pk__in=ids[first : first + 500])
            some.update(entered_in=f"season:{season}")


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0018_where_players_were_first_entered"),
        ("tournaments", "0031_webhooks_of_seasons_and_the_site"),
    ]

    operations = [migrations.RunPython(note_seasons, migrations.RunPython.noop)]
