"""What waits is told with its age, what lags with how much: each queue by what really lies in it."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.enums import GameState
from games.models import Game
from tests.config.watch.scraping import scrape
from tests.tournaments import conftest as events
from tests.tournaments.conftest import YELLOW_STARTS, start, win
from tournaments.models import (
    Delivery,
    Event,
    ForecastPart,
    ForecastRun,
    HistoryImport,
    Ranking,
    UncountedGame,
    Webhook,
)
from tournaments.webhooks import services

pytestmark = pytest.mark.django_db

season, players, cup = events.season, events.players, events.cup
TEN_MINUTES = timedelta(minutes=10)


def age(queue: str) -> float:
    found = scrape().value("queue_age_seconds", queue=queue)
    assert found is not None
    return found


def length(queue: str) -> float | None:
    return scrape().value("queue_length", queue=queue)


@pytest.fixture
def webhook(cup: Event) -> Webhook:
    return services.subscribe(
        event_id=cup.pk,
        url="https://league.example/hook",
        kinds=["game.ended"],
        actor="test",
        now=timezone.now(),
    )


def test_messages_to_webhooks_wait_and_have_an_age(webhook: Webhook) -> None:
    services.ping(webhook_id=webhook.pk, actor="test", now=timezone.now())
    assert length("webhooks") == 1
    assert age("webhooks") < 60
    Delivery.objects.update(next_attempt_at=timezone.now() - TEN_MINUTES, attempts=2)
    assert 590 < age("webhooks") < 660
    Delivery.objects.update(state=Delivery.State.DELIVERED)
    assert length("webhooks") == age("webhooks") == 0


def test_games_with_a_result_wait_for_analysis_and_statistics(cup: Event, settings: Any) -> None:
    settings.ANALYSIS = True
    game = win(start(cup, rounds=YELLOW_STARTS).game, "red")
    Game.objects.filter(pk=game.pk).update(ended_at=timezone.now() - TEN_MINUTES, state=GameState.ENDED)
    assert length("analyses") == 1
    assert 590 < age("analyses") < 660
    assert scrape().value("projection_lag", projection="analyses") == 1
    assert scrape().value("projection_lag", projection="statistics") == UncountedGame.objects.count() == 1


def test_lists_that_read_otherwise_by_now_wait_and_lag(db: None) -> None:
    Ranking.objects.create(key="3t", good_until=timezone.now() - TEN_MINUTES, drawn_at=timezone.now())
    assert 590 < age("rankings") < 660
    assert scrape().value("projection_lag", projection="rankings") == 1


def test_parts_of_forecasts_wait_and_forecasts_lag_in_versions(cup: Event, settings: Any) -> None:
    settings.FORECAST_RUNS = 100
    start(cup, rounds=YELLOW_STARTS)
    run = ForecastRun.objects.create(
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
    ForecastPart.objects.create(run=run, first=0, stop=10)
    assert length("forecasts") == 1
    assert 590 < age("forecasts") < 660
    run.parts.all().delete()
    ForecastRun.objects.update(state=ForecastRun.State.FINISHED)
    Event.objects.filter(pk=cup.pk).update(version=4)
    assert scrape().value("projection_lag", projection="forecasts") == 3


def test_a_table_whose_version_nobody_kept_lags(cup: Event) -> None:
    start(cup, rounds=YELLOW_STARTS)
    assert scrape().value("projection_lag", projection="tables") == 0
    Event.objects.filter(pk=cup.pk).update(version=Event.objects.get(pk=cup.pk).version + 2)
    assert scrape().value("projection_lag", projection="tables") == 2


def test_a_long_result_list_waits_with_its_age(db: None) -> None:
    HistoryImport.objects.create(
        content=b"x",
        digest="x",
        events=1,
        asked_by="user:1",
        asked_at=timezone.now() - TEN_MINUTES,
    )
    assert length("imports") == 1
    assert 590 < age("imports") < 660
    assert length("rehearsals") == 0
