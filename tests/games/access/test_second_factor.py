"""The second factor: an app's codes, recovery codes, when it is asked for, and who has to have one."""

import json
import re
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pyotp
import pytest
import time_machine
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from games.access import accounts, login_throttle, second_factor
from games.enums import Role
from games.models import AccessToken, Permit, RecoveryCode, SecondFactor, SecurityEvent
from tests.games.access.conftest import is_in
from tests.games.pages import assert_is_sound

pytestmark = pytest.mark.django_db
LOGIN, STEP, ACCOUNT = "/accounts/login/", "/accounts/second-step/", "/accounts/security/"
PASSWORD = "quick brown fox"


@pytest.fixture(autouse=True)
def standing_clock() -> Iterator[None]:
    """Codes of an app change every thirty seconds."""
    with time_machine.travel(timezone.now(), tick=False):
        yield


def log_in(name: str = "anna", **more: Any) -> tuple[Client, Any]:
    client = Client()
    return client, client.post(LOGIN, {"username": name, "password": PASSWORD, **more})


def with_app(account: User) -> tuple[pyotp.TOTP, list[str]]:
    """An app set up five minutes ago, with the recovery codes."""
    secret, then = second_factor.new_secret(), timezone.now() - timedelta(minutes=5)
    code = pyotp.TOTP(secret).at(then)
    app = second_factor.new_app(name="Phone", secret=secret, code=code, now=then)
    return pyotp.TOTP(secret), second_factor.add(account=account, factor=app, now=then)


def test_an_app_is_set_up_with_its_code_and_asked_for_from_then_on(anna: User) -> None:
    client, _answer = log_in()
    assert_is_sound(client.get(ACCOUNT), "en")
    page = client.get("/accounts/security/app/")
    assert_is_sound(page, "en")
    found = re.search(r'id="app-secret">([A-Z2-7 ]+)<', page.content.decode())
    assert found is not None
    app = pyotp.TOTP(found[1].replace(" ", ""))
    wrong = client.post("/accounts/security/app/", {"code": "000000", "name": "Phone"})
    assert "check the clock" in wrong.content.decode()
    assert not SecondFactor.objects.exists()
    shown = client.post("/accounts/security/app/", {"code": app.now(), "name": "Phone"})
    assert len(re.findall(r"<code>([0-9a-f-]{19})</code>", shown.content.decode())) == second_factor.CODES
    assert_is_sound(shown, "en")
    assert SecondFactor.objects.get().name == "Phone"

    second, answer = log_in(next="/events/")
    assert (answer["Location"], is_in(second)) == (STEP, False)
    assert_is_sound(second.get(STEP), "en")
    # The code of the set-up is used; the next one is not.
    assert second.post(STEP, {"code": app.now()}).status_code == 200
    with time_machine.travel(timezone.now() + timedelta(seconds=30)):
        answer = second.post(STEP, {"code": app.now()})
    assert (answer["Location"], is_in(second)) == ("/events/", True)


def test_without_the_second_step_nobody_is_in(anna: User) -> None:
    with_app(anna)
    client, _answer = log_in()
    for page in (ACCOUNT, "/accounts/security/app/", "/admin/", "/organise/"):
        assert "login/?next=" in client.get(page)["Location"]
    assert client.get("/api/v1/permits/").status_code in (401, 403)


def test_a_link_for_a_new_password_leads_to_the_second_step_too(anna: User) -> None:
    app, _codes = with_app(anna)
    client = Client()
    answer = client.post(accounts.link_of(anna), {"password": "another brown fox"})
    assert (answer["Location"], is_in(client)) == (STEP, False)
    client.post(STEP, {"code": app.now()})
    assert is_in(client)


def test_a_code_opens_once(anna: User) -> None:
    app, _codes = with_app(anna)
    code = app.now()
    first, _answer = log_in()
    first.post(STEP, {"code": code})
    second, _answer = log_in()
    second.post(STEP, {"code": code})
    assert (is_in(first), is_in(second)) == (True, False)


def test_a_recovery_code_opens_once_however_it_is_typed(anna: User) -> None:
    _app, codes = with_app(anna)
    client, _answer = log_in()
    client.post(STEP, {"code": codes[0].upper().replace("-", " ")})
    assert is_in(client)
    assert RecoveryCode.objects.count() == second_factor.CODES - 1
    again, _answer = log_in()
    assert "was not used yet" in again.post(STEP, {"code": codes[0]}).content.decode()
    assert not is_in(again)
    assert SecurityEvent.objects.filter(kind="code used").count() == 1


def test_guessing_codes_waits_longer_each_time_from_wherever_it_is_tried(anna: User) -> None:
    with_app(anna)
    tried = []
    for number in range(7):
        client, _answer = log_in()
        tried.append(client.post(STEP, {"code": "000000"}, REMOTE_ADDR=f"203.0.113.{number}").status_code)
    assert tried == [200] * 6 + [429] or tried == [200] * 5 + [429] * 2


#: What is tried from elsewhere until it has to wait → what the person sends then → whether it is looked at.
_WAITS = [
    ("app", "app", False),
    ("app", "recovery", True),
    ("app", "passkey", True),
    ("recovery", "app", True),
    ("recovery", "recovery", True),
    ("recovery", "passkey", True),
    ("passkey", "app", True),
    ("passkey", "recovery", True),
    ("passkey", "passkey", True),
]


@pytest.mark.parametrize(("tried", "sent", "is_seen"), _WAITS)
def test_what_nobody_can_guess_is_not_kept_waiting_by_what_is_tried_elsewhere(
    anna: User, tried: str, sent: str, is_seen: bool
) -> None:
    app, codes = with_app(anna)
    wrong = {
        "app": {"code": "000000"},
        "recovery": {"code": "0000-0000-0000-0000"},
        "passkey": {"answer": "{}"},
    }
    guesser, _answer = log_in()
    answers = [
        guesser.post(STEP, wrong[tried], REMOTE_ADDR="203.0.113.1").status_code
        for _ in range(login_throttle.FREE_ATTEMPTS + 1)
    ]
    assert answers == [200] * login_throttle.FREE_ATTEMPTS + [429]
    own, _answer = log_in()
    right = {"app": {"code": app.now()}, "recovery": {"code": codes[0]}, "passkey": wrong["passkey"]}
    answer = own.post(STEP, right[sent], REMOTE_ADDR="203.0.113.2")
    assert (answer.status_code != 429) is is_seen
    assert is_in(own) is (is_seen and sent != "passkey")


def test_the_second_step_ends_after_ten_minutes_and_with_the_password(anna: User) -> None:
    app, _codes = with_app(anna)
    client, _answer = log_in()
    with time_machine.travel(timezone.now() + timedelta(minutes=11)):
        assert client.post(STEP, {"code": app.now()})["Location"] == LOGIN
    client, _answer = log_in()
    anna.set_password("another brown fox")
    anna.save()
    assert client.post(STEP, {"code": app.now()})["Location"] == LOGIN


def test_nonsense_in_the_second_step_is_no_error_of_ours(anna: User) -> None:
    with_app(anna)
    client, _answer = log_in()
    for sent in (
        {},
        {"code": ""},
        {"code": "٣٣٣٣٣٣"},
        {"answer": "[]"},
        {"answer": "{}"},
        {"answer": "x" * 30_000},
        {"answer": "[" * 19_000},
    ):
        assert client.post(STEP, sent).status_code in (200, 429)
    assert not is_in(client)


@pytest.mark.parametrize(
    "made",
    [b"", b"\x81" * 5_000, b"\x19\x01", b"\xa1", b"\xf7"],
    ids=["nothing", "deep", "cut", "half", "odd"],
)
def test_what_no_device_makes_is_refused_as_a_passkey(anna: User, made: bytes) -> None:
    client, _answer = log_in()
    here = {"host": "localhost"}
    client.get(f"{ACCOUNT}passkey/", headers=here)
    seen = {"type": "webauthn.create", "challenge": "eHh4eA", "origin": "http://localhost"}
    told = {
        "clientDataJSON": urlsafe_b64encode(json.dumps(seen).encode()).decode(),
        "attestationObject": urlsafe_b64encode(made).decode(),
    }
    answer = json.dumps({"id": "YWJj", "rawId": "YWJj", "type": "public-key", "response": told})
    page = client.post(f"{ACCOUNT}passkey/", {"name": "x", "answer": answer}, headers=here)
    assert (page.status_code, "not accepted" in page.content.decode()) == (200, True)
    assert not SecondFactor.objects.exists()


def test_what_protects_the_account_takes_a_fresh_sign_in(anna: User) -> None:
    client, _answer = log_in()
    with time_machine.travel(timezone.now() + timedelta(minutes=16)):
        for path in ("app/", "passkey/"):
            assert client.get(ACCOUNT + path)["Location"].startswith(LOGIN)
        for path in ("email/", "codes/", "factors/1/remove/"):
            assert client.post(ACCOUNT + path)["Location"] == f"{LOGIN}?next={ACCOUNT}"
        assert client.get(ACCOUNT).status_code == 200


def test_nobody_removes_the_factor_of_somebody_else(anna: User) -> None:
    with_app(anna)
    User.objects.create_user("bert", password=PASSWORD)
    client, _answer = log_in("bert")
    client.post(f"{ACCOUNT}factors/{SecondFactor.objects.get().pk}/remove/")
    assert SecondFactor.objects.count() == 1


def test_the_recovery_codes_go_with_the_last_factor(anna: User) -> None:
    app, _codes = with_app(anna)
    client, _answer = log_in()
    client.post(STEP, {"code": app.now()})
    client.post(f"{ACCOUNT}factors/{SecondFactor.objects.get().pk}/remove/")
    assert (SecondFactor.objects.count(), RecoveryCode.objects.count()) == (0, 0)
    assert is_in(log_in()[0])


def test_recovery_codes_come_with_the_first_factor_stay_with_the_last_and_are_renewed(anna: User) -> None:
    client, _answer = log_in()
    assert client.post(f"{ACCOUNT}codes/")["Location"] == ACCOUNT
    app, before = with_app(anna)
    client, _answer = log_in()
    client.post(STEP, {"code": app.now()})
    page = client.get(f"{ACCOUNT}app/").content.decode()
    secret = re.findall(r'id="app-secret">([A-Z2-7 ]+)<', page)[0].replace(" ", "")
    added = client.post(f"{ACCOUNT}app/", {"code": pyotp.TOTP(secret).now(), "name": "Tablet"}, follow=True)
    assert "Second factor added." in added.content.decode()
    client.post(f"{ACCOUNT}factors/{SecondFactor.objects.get(name='Tablet').pk}/remove/")
    assert RecoveryCode.objects.count() == len(before)
    shown = assert_is_sound(client.post(f"{ACCOUNT}codes/"), "en")
    after = re.findall(r"<code>([0-9a-f-]{19})</code>", shown)
    for code, opens in ((before[0], False), (after[0], True)):
        client, _answer = log_in()
        client.post(STEP, {"code": code})
        assert is_in(client) is opens


# -- who has to have one ---------------------------------------------------------------------------


def permit(account: User, role: Role) -> None:
    Permit.objects.create(
        person=account, role=role, place="site", granted_by="test", granted_at=timezone.now()
    )


@pytest.mark.parametrize(
    ("role", "is_held"), [(Role.OWNER, True), (Role.ORGANISER, True), (Role.REFEREE, False)]
)
def test_owners_and_organisers_do_nothing_without_one_where_it_is_required(
    anna: User, settings: Any, role: Role, is_held: bool
) -> None:
    settings.REQUIRE_SECOND_FACTOR = True
    permit(anna, role)
    client, _answer = log_in()
    for page in ("/organise/", "/admin/", "/"):
        assert (client.get(page).headers.get("Location") == ACCOUNT) is is_held, page
    refused = client.get("/api/v1/players/")
    assert refused.status_code == (403 if is_held else 200)
    if is_held:
        assert refused.json()["type"].endswith("second-factor-required")
        assert "need a second factor" in client.get(ACCOUNT).content.decode()
        app, _codes = with_app(anna)
        # This session has not shown it.
        assert client.get("/organise/")["Location"].startswith(LOGIN)
        client, _answer = log_in()
        client.post(STEP, {"code": app.now()})
        assert [client.get(page).status_code for page in ("/organise/", "/api/v1/players/")] == [200, 200]


def test_tokens_need_no_second_factor(anna: User, settings: Any) -> None:
    settings.REQUIRE_SECOND_FACTOR = True
    _token, text = AccessToken.issue(name="script", role="organiser", place="site")
    asked = Client().get("/api/v1/tokens/?place=site", headers={"Authorization": f"Bearer {text}"})
    assert asked.status_code == 200


# -- lost ------------------------------------------------------------------------------------------


def test_the_owner_of_the_site_helps_who_has_lost_theirs(anna: User) -> None:
    with_app(anna)
    root = User.objects.create_superuser("root", password=PASSWORD)
    owner = User.objects.create_user("olga", password=PASSWORD)
    permit(owner, Role.OWNER)
    client, _answer = log_in("olga")
    assert "Remove the second factor of anna" in client.get("/organise/site/").content.decode()
    client.post(f"/organise/site/people/{anna.pk}/second-factor/")
    assert not SecondFactor.objects.exists()
    with_app(root)
    client.post(f"/organise/site/people/{root.pk}/second-factor/")
    assert SecondFactor.objects.get().account == root
    assert log_in("anna")[0].post(f"/organise/site/people/{root.pk}/second-factor/").status_code == 403


def test_the_command_helps_where_nobody_else_can(anna: User, capsys: pytest.CaptureFixture[str]) -> None:
    with_app(anna)
    call_command("remove_second_factor", "anna")
    assert not SecondFactor.objects.exists()
    with pytest.raises(CommandError, match="no account"):
        call_command("remove_second_factor", "nobody")
