"""What the version before has stored is rewritten to the shapes of today, character by character."""

import re
from importlib import import_module
from typing import Any

import orjson
import pytest
from django.apps import apps
from django.core.management import call_command
from django.test import Client

from games.domain.clock import ClockAction
from games.models import Game
from tests.tournaments.conftest import NOW
from tests.tournaments.event_state import WHO
from tests.tournaments.letters import site
from tournaments import services
from tournaments.hall import services as hall
from tournaments.models import Delivery, Event, EventTable, Ranking
from tournaments.webhooks import services as subscribing

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
#: Stored texts, and clocks as JSON.
STORED: tuple[tuple[Any, str], ...] = (
    (Event, "projection"),
    (EventTable, "projection"),
    (Ranking, "projection"),
    (Delivery, "body"),
    (Game, "clock"),
)


def stored() -> list[list[Any]]:
    return [list(model.objects.order_by("pk").values_list(column, flat=True)) for model, column in STORED]


def as_before(value: Any) -> Any:
    """What is stored in the shapes of before; clocks are no texts."""
    found = value if isinstance(value, dict) else orjson.loads(value)
    table = found.get("data", {}).get("standings", found)
    if "format" in table:
        table["season"] = {"slug": table["season"], "name": "Two thousand"}
        table["format"] = {"key": table["format"], "name": {"en": "League", "de": "Liga"}}
    for unit in found.get("counted", ()):
        unit["winners"] = [{"player": each["id"], "name": each["name"]} for each in unit["winners"]]
    text = re.sub(r'(T[\d:.]+)Z"', r'\1+00:00"', orjson.dumps(found).decode())
    return orjson.loads(text) if isinstance(value, dict) else text


def test_tables_get_the_members_that_they_lack_and_others_stay_as_they_are(client: Client) -> None:
    there = site()
    migration = import_module("tournaments.migrations.0008_tables_with_all_members")
    now = stored()
    migration.complete(apps, None)
    assert stored() == now
    events = list(Event.objects.values_list("slug", flat=True))
    for event in Event.objects.all():
        table = orjson.loads(event.projection)
        report = [{name: line[name] for name in line if name != "undone"} for line in table["report"]]
        before = {name: table[name] for name in table if name not in migration.EMPTY} | {"report": report}
        Event.objects.filter(pk=event.pk).update(projection=orjson.dumps(before).decode())
    migration.complete(apps, None)
    assert there.events
    for slug in events:
        for path in (f"/events/{slug}/", f"/events/{slug}/report.csv", f"/api/v1/events/{slug}/standings/"):
            assert client.get(path).status_code == 200, path


def test_stored_tables_lists_messages_and_clocks_are_rewritten() -> None:
    there = site()
    cup = there.events["cup"].pk
    subscribing.subscribe(url="https://example.org/", kinds=["standings.changed"], event_id=cup, **WHO)
    services.plan_times(event_id=cup, times={1: NOW}, **WHO)
    hall.turn_clock(event_id=there.events["tables"].pk, subject="round-1", action=ClockAction.START, **WHO)
    now = stored()
    assert all(now)
    for model, column in STORED:
        for row in model.objects.all():
            model.objects.filter(pk=row.pk).update(**{column: as_before(getattr(row, column))})
    assert all(before != after for before, after in zip(stored(), now, strict=True))
    migration = import_module("tournaments.migrations.0003_shapes_of_answers")
    migration.rewrite(apps, None)
    assert stored() == now
    call_command("rebuild_projections", "--check")
