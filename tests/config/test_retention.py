"""What is kept for a while only is dropped, whoever runs the background; and beat names what there is."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.utils import timezone

from config.celery import app
from config.retention import tidy
from config.tasks import drop_what_is_old
from games.models import RememberedAnswer


def remembered() -> list[str]:
    return sorted(RememberedAnswer.objects.values_list("key", flat=True))


@pytest.fixture
def answers(db: None) -> None:
    for key, days in (("old", 31), ("new", 29)):
        RememberedAnswer.objects.create(
            who="test", key=key, request="POST /", created_at=timezone.now() - timedelta(days=days)
        )


def test_a_tick_drops_what_is_old(answers: None) -> None:
    call_command("run_periodic")
    assert remembered() == ["new"]


def test_a_worker_drops_what_is_old(answers: None) -> None:
    drop_what_is_old.delay(something_newer=True)
    assert remembered() == ["new"]


def test_whatever_beat_asks_for_is_a_task() -> None:
    app.loader.import_default_modules()
    assert {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()} <= set(app.tasks)


def test_sessions_that_have_run_out_are_dropped(db: None) -> None:
    for key, days in (("old", -1), ("new", 1)):
        Session.objects.create(session_key=key, expire_date=timezone.now() + timedelta(days=days))
    tidy(now=timezone.now())
    assert [session.session_key for session in Session.objects.all()] == ["new"]
