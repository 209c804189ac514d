"""Logging in: whoever fails again and again waits, and nobody else does."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.contrib.auth.forms import UsernameField
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.utils import timezone
from hypothesis import given, strategies as st

from games.access import login_throttle, rate_limit
from games.models import LoginAttempts, SecurityEvent
from games.views import signing_in
from tests.games.pages import assert_is_sound

LOGIN = "/accounts/login/"
HERE, THERE = "203.0.113.77", "198.51.100.9"


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(timezone.now(), tick=False) as traveller:
        yield traveller


def tried(password: str, name: str = "anna", address: str = HERE) -> Any:
    client = Client(REMOTE_ADDR=address)
    return client.post(LOGIN, {"username": name, "password": password})


def wrong(times: int, **where: str) -> list[int]:
    return [tried("wrong", **where).status_code for _ in range(times)]


def test_after_five_wrong_passwords_the_sixth_attempt_waits(anna: User, clock: Any) -> None:
    assert wrong(6) == [200] * 5 + [429]
    answer = tried("quick brown fox")
    assert (answer.status_code, answer["Retry-After"]) == (429, "3")
    clock.shift(login_throttle.FIRST_WAIT)
    assert tried("quick brown fox").status_code == 302


def test_each_further_wrong_password_doubles_the_wait_up_to_its_end(anna: User, clock: Any) -> None:
    wrong(login_throttle.FREE_ATTEMPTS)
    waits = []
    for _ in range(12):
        waits.append(int(tried("wrong")["Retry-After"]) - 1)
        clock.shift(timedelta(seconds=waits[-1]))
        assert tried("wrong").status_code == 200
    assert waits == [2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900]


def test_nobody_is_locked_out_by_what_is_tried_elsewhere(anna: User, clock: Any) -> None:
    wrong(20)
    assert tried("quick brown fox", address=THERE).status_code == 302
    User.objects.create_user("bert", password="lazy dog jumps")
    assert tried("lazy dog jumps", name="bert").status_code == 302


def test_another_spelling_and_another_device_of_the_same_line_are_the_same_attempts(
    anna: User, clock: Any
) -> None:
    wrong(5, name=" ANNA", address="2001:db8:1:2::1")
    assert tried("wrong", address="2001:db8:1:2:ffff::77").status_code == 429
    assert tried("wrong", address="2001:db8:1:3::1").status_code == 200


#: The first six log anna in, the others differ from what does only in capitals.
SPELLINGS = (
    "anna",
    "\uff41\uff4e\uff4e\uff41",  # fullwidth
    "\u24d0\u24dd\u24dd\u24d0",  # circled
    "\u1d43nna",  # raised
    "\U0001d41a\U0001d427\U0001d427\U0001d41a",  # mathematical, bold
    "\u2003anna\u00a0",  # other blanks around it
    "\uff21NN\uff21",  # fullwidth capitals
    "\U0001d4d0nn\U0001d4ea",  # mathematical, script
    "ANNA",
    "\u24b6nna",  # circled capital
    "\u1d2cnna\u3000",  # raised capital, and the blank of another script
)


@pytest.mark.parametrize("name", SPELLINGS[:6])
def test_what_logs_somebody_in_forgets_his_attempts_and_is_noted_as_his(
    anna: User, clock: Any, name: str
) -> None:
    wrong(1)
    wrong(1, name=name)
    about = SecurityEvent.objects.values_list("about", flat=True)
    assert list(about) == [f"user:{anna.pk}"] * 2
    assert tried("quick brown fox", name=name).status_code == 302
    assert not LoginAttempts.objects.exists()


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=20))
def test_whatever_the_form_takes_for_the_same_name_is_counted_as_the_same(typed: str) -> None:
    taken = UsernameField(max_length=150).to_python(typed) or ""
    assert login_throttle.compared(typed) == taken.strip()
    assert login_throttle.whose(typed, HERE) == login_throttle.whose(taken, HERE)


@pytest.mark.both_databases
def test_a_right_password_and_half_an_hour_forget_the_attempts(anna: User, clock: Any) -> None:
    wrong(4)
    assert tried("quick brown fox").status_code == 302
    assert not LoginAttempts.objects.exists()
    wrong(5)
    clock.shift(login_throttle.FORGOTTEN_AFTER + timedelta(seconds=1))
    assert wrong(5) == [200] * 5


def test_the_refusal_is_a_page(anna: User, clock: Any) -> None:
    wrong(5)
    assert "Try again in" in assert_is_sound(tried("wrong"), "en")


@pytest.mark.both_databases
def test_what_happens_at_the_door_is_noted_with_as_little_as_is_needed(anna: User, clock: Any) -> None:
    wrong(7)
    tried("quick brown fox", name="secret typed into the wrong field")
    clock.shift(timedelta(minutes=1))
    client = Client(REMOTE_ADDR=HERE)
    client.post(LOGIN, {"username": "anna", "password": "quick brown fox"})
    client.post("/accounts/logout/")
    who = f"user:{anna.pk}"
    found = list(SecurityEvent.objects.order_by("pk").values_list("kind", "actor", "about", "network"))
    net = "203.0.113.0/24"
    assert found == [
        *[("login failed", "", who, net)] * 5,
        ("login throttled", "", who, net),
        ("login failed", "", "", net),
        ("login", who, "", net),
        ("logout", who, "", net),
    ]
    assert HERE not in str([*SecurityEvent.objects.values(), *LoginAttempts.objects.values()])


def test_the_admin_has_the_same_door(anna: User) -> None:
    answer = Client().get("/admin/login/?next=/admin/games/")
    assert (answer.status_code, answer["Location"]) == (302, f"{LOGIN}?next=/admin/games/")
    assert Client().get("/admin/").status_code == 302


def test_one_address_tries_only_so_many_names_in_a_minute(
    anna: User, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.LOGINS_PER_MINUTE = 3
    monkeypatch.setattr(signing_in, "LOGGING_IN", rate_limit.RateLimit("logging-in", clock=lambda: 90.0))
    answers = [tried("wrong", name=f"name{n}") for n in range(4)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert answers[-1]["Retry-After"] == "30"
    assert tried("quick brown fox", address=THERE).status_code == 302


@pytest.mark.django_db(transaction=True)
def test_many_attempts_at_once_gain_nothing() -> None:
    now = timezone.now()

    def attempt(_: int) -> bool:
        try:
            login_throttle.begin(name="anna", address=HERE, now=now)
        except login_throttle.TooSoon:
            return False
        finally:
            connection.close()
        return True

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(attempt, range(40))) == login_throttle.FREE_ATTEMPTS


def test_leaving_is_noted_once(anna: User) -> None:
    client = Client()
    client.force_login(anna)
    for _ in range(2):
        assert client.post("/accounts/logout/")["Location"] == "/"
    assert SecurityEvent.objects.filter(kind="logout").count() == 1
