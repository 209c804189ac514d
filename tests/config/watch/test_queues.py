"""What waits is told with its age: each queue by what really lies in it."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from tests.config.watch.scraping import scrape
from tests.tournaments import conftest as events
from tests.tournaments.conftest import YELLOW_STARTS, start
from tournaments.models import (
    Delivery,
    Event,
    ForecastRun,
    HistoryImport,
)
from tournaments.webhooks import services

pytestmark = pytest.mark.django_db

season, players, cup = events.season, events.players, events.cup
TEN_MINUTES = timedelta(minutes=10)


def waiting(queue: str) -> tuple[float | None, float]:
    """How much waits there, and for how many seconds."""
    found = scrape()
    age = found.value("queue_age_seconds", queue=queue) or 0.0
    return found.value("queue_length", queue=queue), round(age, -2)


def test_messages_to_webhooks_wait_and_have_an_age(cup: Event) -> None:
    told: Any = {"url": "https://league.example/hook", "kinds": ["game.ended"]}
    webhook = services.subscribe(event_id=cup.pk, actor="test", now=timezone.now(), **told)
    services.ping(webhook_id=webhook.pk, actor="test", now=timezone.now())
    assert waiting("webhooks") == (1, 0)
    Delivery.objects.update(next_attempt_at=timezone.now() - TEN_MINUTES, attempts=2)
    assert waiting("webhooks") == (1, 600)
    Delivery.objects.update(state=Delivery.State.DELIVERED)
    assert waiting("webhooks") == (0, 0)


def test_forecasts_wait(cup: Event, settings: Any) -> None:
    settings.FORECAST_RUNS = 100
    start(cup, rounds=YELLOW_STARTS)
    ForecastRun.objects.create(
        event=cup,
        version=1,
        results=0,
        strengths="equal",
        seed=1,
        runs=10,
        question="{}",
        digest="x",
        asked_at=timezone.now() - TEN_MINUTES,
    )
    assert waiting("forecasts") == (1, 600)


def test_a_long_result_list_waits_with_its_age(db: None) -> None:
    HistoryImport.objects.create(
        content=b"x",
        digest="x",
        events=1,
        asked_by="user:1",
        asked_at=timezone.now() - TEN_MINUTES,
    )
    assert waiting("imports") == (1, 600)
