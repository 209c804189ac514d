"""The account of its person: devices, tokens, password, e-mail; and the mail that is sent where that is set."""

import re
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import User
from django.core import mail as outgoing
from django.test import Client
from django.utils import timezone

from games.access import COMMAND, mail, services, with_account
from games.access.sessions import describe_device
from games.enums import Role
from games.models import AccessToken, Permit, SecurityEvent
from games.templatetags.dates import when
from tests.games.pages import assert_is_sound

LOGIN, ACCOUNT = "/accounts/login/", "/accounts/security/"
PASSWORD = "quick brown fox"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "Version/18.5 Mobile/15E148 Safari/604.1"
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna() -> User:
    return User.objects.create_user("anna", "anna@example.org", PASSWORD)


@pytest.fixture
def posted(settings: Any, django_capture_on_commit_callbacks: Any) -> Any:
    """Mail is on; what was posted in a block, once it was tried."""
    settings.DEFAULT_FROM_EMAIL = "league@example.org"
    return django_capture_on_commit_callbacks


def log_in(name: str = "anna", agent: str = FIREFOX) -> Client:
    client = Client(headers={"User-Agent": agent})
    client.post(LOGIN, {"username": name, "password": PASSWORD})
    return client


def letters() -> list[Any]:
    mail.delivered()
    return list(outgoing.outbox)


def link_in(text: str) -> str:
    found = re.search(r"http://testserver(/accounts/\S+)", text)
    assert found is not None, text
    return found[1]


# -- devices ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("agent", "words"), [(FIREFOX, "Firefox · Linux"), (IPHONE, "Safari · iPhone"), ("curl/8", ""), ("", "")]
)
def test_a_device_is_described_in_a_few_words(agent: str, words: str) -> None:
    assert describe_device(agent) == words


def test_devices_are_listed_and_ended_by_their_person_alone(
    anna: User, django_assert_max_num_queries: Any
) -> None:
    User.objects.create_user("bert", password=PASSWORD)
    here, phone, bert = log_in(), log_in(agent=IPHONE), log_in("bert")
    with django_assert_max_num_queries(10):
        page = here.get(ACCOUNT)
    text = page.content.decode()
    assert_is_sound(page, "en")
    assert (text.count("Firefox · Linux"), text.count("● this device")) == (1, 1)
    handles = re.findall(r"devices/([0-9a-f]+)/end/", text)
    assert len(handles) == 1
    bert.post(f"{ACCOUNT}devices/{handles[0]}/end/")
    assert phone.get(ACCOUNT).status_code == 200
    here.post(f"{ACCOUNT}devices/{handles[0]}/end/")
    again = log_in()
    here.post(f"{ACCOUNT}devices/end/")
    assert [client.get(ACCOUNT).status_code for client in (here, phone, again)] == [200, 302, 302]
    assert SecurityEvent.objects.filter(kind="sessions ended").count() == 2


def test_a_new_password_signs_out_all_other_devices(anna: User) -> None:
    here, other = log_in(), log_in()
    new = "another brown fox"
    sent = {"old_password": PASSWORD, "new_password1": new, "new_password2": new}
    assert_is_sound(here.get(f"{ACCOUNT}password/"), "en")
    assert here.post(f"{ACCOUNT}password/", sent)["Location"] == ACCOUNT
    assert [client.get(ACCOUNT).status_code for client in (here, other)] == [200, 302]
    assert here.get(ACCOUNT).content.decode().count("● this device") == 1
    assert here.get("/admin/password_change/")["Location"] == f"{ACCOUNT}password/"


def test_a_session_that_is_used_ends_all_the_same_after_two_weeks(anna: User) -> None:
    client, now = log_in(), timezone.now()
    for days in range(1, 15):
        with time_machine.travel(now + timedelta(days=days, minutes=-1)):
            assert client.get(ACCOUNT).status_code == 200
    with time_machine.travel(now + timedelta(days=14, minutes=1)):
        assert client.get(ACCOUNT)["Location"].startswith(LOGIN)


# -- tokens ----------------------------------------------------------------------------------------


def test_tokens_are_listed_with_their_end_and_revoked_by_whoever_made_them(anna: User) -> None:
    now = timezone.now()
    Permit.objects.create(person=anna, role="organiser", place="site", granted_at=now)
    own, text = services.issue_token(name="My script", role=Role.REFEREE, by=with_account(anna), now=now)
    other, _text = services.issue_token(name="Another", role=Role.REFEREE, by=COMMAND, now=now)
    client = log_in()
    shown = client.get(ACCOUNT).content.decode()
    assert ("My script" in shown, "Another" in shown) == (True, False)
    assert f"until {when(own.expires_at)}" in " ".join(shown.split())
    assert client.post(f"{ACCOUNT}tokens/{other.pk}/revoke/").status_code == 404
    client.post(f"{ACCOUNT}tokens/{own.pk}/revoke/", {"seen": ""})
    assert AccessToken.objects.get(pk=own.pk).revoked_at is not None
    asked = Client().get("/api/v1/players/", headers={"Authorization": f"Bearer {text}"})
    assert asked.status_code == 401


# -- mail ------------------------------------------------------------------------------------------


def test_nothing_is_sent_and_nothing_offered_where_no_mail_is_set(anna: User) -> None:
    client = log_in()
    assert "Forgotten" not in Client().get(LOGIN).content.decode()
    assert Client().get("/accounts/forgotten/").status_code == 404
    assert 'name="email"' not in client.get(ACCOUNT).content.decode()
    assert letters() == []


def test_a_forgotten_password_is_chosen_anew_by_mail(anna: User, posted: Any) -> None:
    client = Client()
    assert "/accounts/forgotten/" in client.get(LOGIN).content.decode()
    assert_is_sound(client.get("/accounts/forgotten/"), "en")
    with posted(execute=True):
        known = client.post("/accounts/forgotten/", {"who": "ANNA@example.org"})
    with posted(execute=True):
        others = [client.post("/accounts/forgotten/", {"who": who}) for who in ("nobody", "an\u200bna")]
    told = {re.sub(r'value="[^"]+"', "", each.content.decode()) for each in (known, *others)}
    assert len(told) == 1
    (letter,) = letters()
    assert (letter.to, letter.from_email) == (["anna@example.org"], "league@example.org")
    assert "new password" in letter.subject
    assert client.post(link_in(letter.body), {"password": "another brown fox"}).status_code == 302
    assert Client().login(username="anna", password="another brown fox")


def test_one_account_is_not_sent_letter_after_letter(anna: User, posted: Any) -> None:
    with posted(execute=True):
        for _ in range(20):
            Client().post("/accounts/forgotten/", {"who": "anna"})
    assert 1 <= len(letters()) <= 6


def test_an_invitation_goes_to_the_address_of_whoever_is_invited(anna: User, posted: Any) -> None:
    anna.is_superuser = True
    anna.save()
    client = log_in()
    sent = {"person": "Cora Weiß", "email": "cora@example.org", "role": "referee", "place": "site"}
    with posted(execute=True):
        page = client.post("/access/?place=site", sent)
    assert "Sent by mail, too." in page.content.decode()
    (letter,) = letters()
    assert letter.to == ["cora@example.org"]
    opened = Client()
    opened.post(link_in(letter.body), {"name": "cora", "password": "another brown fox"})
    assert "_auth_user_id" in opened.session


def test_an_address_is_kept_once_its_link_was_opened(anna: User, posted: Any) -> None:
    client = log_in()
    with posted(execute=True):
        client.post(f"{ACCOUNT}email/", {"email": "new@example.org"})
    anna.refresh_from_db()
    assert anna.email == "anna@example.org"
    (letter,) = letters()
    link = link_in(letter.body)
    # Programs that look through mail open links; only the button keeps the address.
    assert_is_sound(Client().get(link), "en")
    with posted(execute=True):
        Client().post(link)
    anna.refresh_from_db()
    assert anna.email == "new@example.org"
    assert letters()[-1].to == ["anna@example.org"]
    assert Client().post(link).status_code == 403
    assert Client().get("/accounts/email/nonsense/").status_code == 403
    client.post(f"{ACCOUNT}email/", {"remove": "1"})
    anna.refresh_from_db()
    assert anna.email == ""


@pytest.mark.parametrize("told", ["", "new", "new@example.org\nbcc: all@example.org"])
def test_what_is_no_address_is_neither_kept_nor_written_to(anna: User, posted: Any, told: str) -> None:
    client = log_in()
    with posted(execute=True):
        answer = client.post(f"{ACCOUNT}email/", {"email": told}, follow=True)
    assert [str(each) for each in answer.context["messages"]] == [
        "Enter a valid email address." if told else "This field is required."
    ]
    assert (letters(), User.objects.get().email) == ([], "anna@example.org")


def test_a_mail_server_that_fails_stops_nobody(
    anna: User, posted: Any, settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    with posted(execute=True):
        assert Client().post("/accounts/forgotten/", {"who": "anna"}).status_code == 200
    mail.delivered()
    assert "could not be sent" in caplog.text
    assert "anna" not in caplog.text


def test_one_address_sends_so_many_letters_a_minute(anna: User, posted: Any, settings: Any) -> None:
    settings.MAILS_PER_MINUTE = 2
    clients = [log_in(), log_in(), log_in()]
    outgoing.outbox.clear()
    with posted(execute=True):
        for number, client in enumerate(clients):
            client.post(f"{ACCOUNT}email/", {"email": f"new{number}@example.org"}, REMOTE_ADDR="203.0.113.77")
    assert len(letters()) == 2
