"""Webhooks of a version that sent single throws and rankings, after the update."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.db import connection

from tests.tournaments.webhooks.conftest import ping, subscribed
from tournaments.models import Delivery, Event, Webhook

pytestmark = pytest.mark.django_db
PUBLIC = "https://league.example/hook"


@pytest.mark.both_databases
def test_kinds_that_are_no_longer_sent_are_dropped_and_the_rest_stays(cup: Event) -> None:
    before = {
        "some": ["game.ended", "throw.recorded", "ranking.changed"],
        "none": ["throw.recorded"],
        "all": ["game.ended", "standings.changed"],
    }
    hooks = {name: subscribed(cup, f"{PUBLIC}/{name}") for name in before}
    for name, kinds in before.items():
        Webhook.objects.filter(pk=hooks[name].pk).update(kinds=kinds)
        Webhook.history.filter(id=hooks[name].pk).update(kinds=kinds)
    kept = ping(hooks["all"])
    Delivery.objects.filter(pk=ping(hooks["some"]).pk).update(kind="throw.recorded")
    ping(hooks["none"])
    migration: Any = import_module("tournaments.migrations.0035_webhooks_of_results_alone")
    migration.drop_kinds(apps, connection.schema_editor())
    assert dict(Webhook.objects.values_list("url", "kinds")) == {
        f"{PUBLIC}/some": ["game.ended"],
        f"{PUBLIC}/all": ["game.ended", "standings.changed"],
    }
    assert Delivery.objects.get() == kept
    assert dict(Webhook.history.values_list("url", "kinds"))[f"{PUBLIC}/none"] == []
