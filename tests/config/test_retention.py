"""What is kept for a while only is dropped, whoever runs the background."""

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.utils import timezone

from config.tasks import work
from config.work import RETENTION
from games.models import RememberedAnswer
from games.work.claims import work_off


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
    work.delay(kind="retention", something_newer=True)
    assert remembered() == ["new"]


def test_sessions_that_have_run_out_are_dropped(db: None) -> None:
    for key, days in (("old", -1), ("new", 1)):
        Session.objects.create(session_key=key, expire_date=timezone.now() + timedelta(days=days))
    work_off(RETENTION)
    assert [session.session_key for session in Session.objects.all()] == ["new"]
