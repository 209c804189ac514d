"""Codes and links that open an account once, raced: one comes in. Without the guards of codes all would."""

import threading
from typing import Any

import pyotp
import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from games.access import NewFactor, accounts, second_factor
from games.access.second_factor import FACTOR
from games.errors import BadRequest
from games.models import RecoveryCode, SecondFactor
from games.models.access import hashed
from tests.concurrency import at_once

pytestmark = pytest.mark.django_db(transaction=True)
COMING = 8


@pytest.fixture
def code(anna: User, kind: str) -> str:
    """A code of that kind that was not used yet."""
    secret = second_factor.new_secret()
    app = NewFactor(FACTOR.APP, "Phone", secret)
    recovery, *_others = second_factor.add(account=anna, factor=app, now=timezone.now())
    return recovery if kind == "recovery" else pyotp.TOTP(secret).now()


def opened_at_once(anna: User, code: str) -> int:
    now = timezone.now()
    found = at_once(COMING, lambda _: second_factor.check_code(account=anna, code=code, now=now, address=""))
    assert {type(each) for each in found} <= {type(None), BadRequest}
    return found.count(None)


@pytest.mark.parametrize("kind", ["app", "recovery"])
def test_of_many_at_once_a_code_lets_in_one(anna: User, code: str) -> None:
    assert opened_at_once(anna, code) == 1
    assert opened_at_once(anna, code) == 0


def test_of_many_at_once_a_link_opens_an_account_for_one() -> None:
    invited = accounts.make_account("Cora", "")
    *_path, number, token, _end = accounts.new_link(invited).split("/")

    def opened(index: int) -> Any:
        return accounts.open_account(
            number=number, token=token, username=f"cora{index}", password="x", now=timezone.now()
        )

    found = at_once(COMING, opened)
    assert [type(each) for each in found].count(BadRequest) == COMING - 1
    invited.refresh_from_db()
    assert invited in found


@pytest.mark.parametrize("kind", ["app", "recovery"])
def test_without_the_guard_they_all_come_in(anna: User, code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: looked at first and marked afterwards, the same code opens for everybody."""
    together = threading.Barrier(COMING)

    def marked(factor: SecondFactor, count: int, _now: Any) -> bool:
        is_new = SecondFactor.objects.get(pk=factor.pk).last_count < count
        together.wait()
        SecondFactor.objects.filter(pk=factor.pk).update(last_count=count)
        return is_new

    def taken(account: User, text: str) -> bool:
        found = RecoveryCode.objects.filter(account=account, digest=hashed(text))
        is_there = found.exists()
        together.wait()
        found.delete()
        return is_there

    monkeypatch.setattr(second_factor, "mark_used", marked)
    monkeypatch.setattr(second_factor, "_is_recovery", taken)
    assert opened_at_once(anna, code) == COMING
