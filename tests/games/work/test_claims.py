"""Claims: of any number of workers one does what is due; who dies, fails or comes too late costs time and no more."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import connections
from django.utils import timezone

from games.models import WorkClaim
from games.work import claims
from games.work.claims import Claim, attempts_at, free_keys, old_claims, step, take
from games.work.kinds import Work
from tests.games.conftest import NOW
from tests.games.work.planted import PATIENCE, Planted

pytestmark = pytest.mark.django_db


def taken(work: Work, after: timedelta = timedelta()) -> Claim:
    claim = take(work, NOW + after)
    assert claim is not None
    return claim


@pytest.mark.both_databases
def test_what_is_most_urgent_is_done_first_and_nothing_is_left_of_it() -> None:
    planted = Planted("b", "a")
    assert [step(planted.work, NOW) for _ in range(3)] == [True, True, False]
    assert planted.done == ["b", "a"]
    assert not WorkClaim.objects.exists()


@pytest.mark.both_databases
def test_what_somebody_works_on_is_left_to_them_until_they_must_have_died() -> None:
    planted = Planted("a")
    late = taken(planted.work)
    assert take(planted.work, NOW + PATIENCE / 2) is None
    again = taken(planted.work, PATIENCE)
    assert attempts_at("planted", "a") == 2
    late._release(NOW, None)
    assert take(planted.work, NOW + PATIENCE) is None, "whoever comes too late frees nothing of another's"
    again.perform()
    assert planted.done == ["a"]


@pytest.mark.both_databases
def test_of_two_who_have_seen_a_key_free_one_gets_it(monkeypatch: pytest.MonkeyPatch) -> None:
    planted = Planted("a")
    monkeypatch.setattr(claims, "free_keys", lambda work, now: ["a"])
    taken(planted.work)
    assert take(planted.work, NOW) is None


@pytest.mark.both_databases
def test_what_was_done_since_one_looked_is_not_done_again() -> None:
    planted = Planted("a")
    looks = iter([[("a", None)], []])
    assert take(replace(planted.work, due=lambda now: next(looks)), NOW) is None
    assert not WorkClaim.objects.exists()


@pytest.mark.both_databases
@pytest.mark.parametrize("patience", [PATIENCE, None])
def test_what_goes_wrong_is_logged_and_tried_again_after_growing_pauses(
    patience: timedelta | None, caplog: pytest.LogCaptureFixture
) -> None:
    planted = Planted("a", "b")
    failing = replace(planted.work, do=planted.fail, patience=patience, at_once=9)
    now, pauses = NOW, []
    for _ in range(4):
        assert step(failing, now)
        assert "a" not in free_keys(failing, now)
        next_at = WorkClaim.objects.get(key="a").next_at
        pauses.append(round((next_at - now).total_seconds()))
        now = next_at
    assert pauses == [2, 4, 8, 16]
    assert caplog.text.count("ZeroDivisionError: a") == 4
    assert step(replace(failing, do=planted.do), now)
    assert not WorkClaim.objects.filter(key="a").exists()


@pytest.mark.both_databases
def test_what_is_to_be_left_alone_rests() -> None:
    planted = Planted("a")
    assert step(replace(planted.work, do=lambda key, now: timedelta(hours=1)), NOW)
    assert not step(planted.work, NOW + timedelta(minutes=59))
    assert step(planted.work, NOW + timedelta(minutes=61))


@pytest.mark.both_databases
def test_no_more_is_worked_on_at_a_time_than_is_said() -> None:
    planted = Planted(*"abc")
    two = replace(planted.work, at_once=2)
    assert [taken(two).key, taken(two).key, take(two, NOW)] == ["a", "b", None]


def test_claims_of_what_is_gone_are_old_one_day() -> None:
    taken(Planted("a").work)
    assert not old_claims(NOW + timedelta(days=1)).exists()
    assert old_claims(NOW + timedelta(days=3)).count() == 1


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("is_guarded", [True, False])
def test_of_many_workers_at_one_key_one_does_it_and_without_the_guard_several(is_guarded: bool) -> None:
    planted, together = Planted("a"), threading.Barrier(8)
    begun: list[str] = []

    def do(key: str, now: object) -> None:
        begun.append(key)
        time.sleep(0.3)
        planted.keys.clear()

    work = replace(planted.work, do=do, patience=PATIENCE if is_guarded else None)

    def work_once(_: int) -> None:
        try:
            together.wait(60)
            step(work, timezone.now())
        finally:
            connections.close_all()

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(work_once, range(8)))
    assert (len(begun) == 1) is is_guarded
    assert len(begun) >= 1
