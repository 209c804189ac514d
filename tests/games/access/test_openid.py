"""Signing in with an OpenID provider: who comes in by it, and that nothing forged does."""

import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.checks import run_checks
from django.test import Client
from joserfc.jwk import RSAKey

from games.access import NewFactor, openid, second_factor
from games.access.accounts import JOINING, is_waiting, link_of, make_account
from games.access.second_factor import FACTOR
from games.models import OpenIdIdentity
from tests.games.access.conftest import is_in
from tests.games.pages import assert_is_sound
from tests.openid_provider import CLIENT_ID, Provider, provider

pytestmark = pytest.mark.django_db
START, BACK = "/accounts/openid/", "/accounts/openid/back/"


@pytest.fixture
def club(settings: Any) -> Iterator[Provider]:
    openid._client_for.cache_clear()
    with provider() as running:
        for name, value in running.settings().items():
            setattr(settings, name, value)
        yield running


@pytest.fixture
def anna() -> User:
    return User.objects.create_user("anna", "Anna@example.org", "quick brown fox")


class Stay(urllib.request.HTTPRedirectHandler):
    """Follows nothing: the browser of the test does."""

    def redirect_request(self, *_args: Any) -> None:
        return None


def come(then: str = "/events/") -> tuple[Client, Any]:
    """Go to the provider and come back."""
    client = Client()
    there = client.get(START, {"next": then})["Location"]
    try:
        urllib.request.build_opener(Stay).open(there, timeout=10)
    except urllib.error.HTTPError as led:
        back = led.headers["Location"]
        led.close()
    return client, client.get(back)


def test_who_has_an_account_of_the_checked_address_comes_in(club: Provider, anna: User) -> None:
    assert "Sign in with Club Login" in Client().get("/accounts/login/").content.decode()
    client, answer = come()
    assert (answer["Location"], client.session["_auth_user_id"]) == ("/events/", str(anna.pk))
    # From then on they are known by what never changes.
    club.claims = {"email": "other@example.org"}
    assert is_in(come()[0])
    identity = OpenIdIdentity.objects.get()
    assert (identity.account, identity.issuer, identity.subject) == (anna, club.url, "person-1")


def test_whoever_was_invited_comes_in_once_they_have_opened_the_link_that_was_sent(club: Provider) -> None:
    invited = make_account("Cora", "anna@example.org")
    assert is_waiting(invited)
    assert not is_in(come()[0])
    Client().post(link_of(invited, JOINING.mailed), {"name": "cora", "password": "quick brown fox"})
    assert is_in(come()[0])


@pytest.mark.parametrize(
    "claims",
    [
        {"email": "nobody@example.org"},
        {"email_verified": False},
        {"email_verified": None},
        {"email": None},
        {"email": 7},
    ],
)
def test_nobody_else_comes_in(club: Provider, anna: User, claims: dict[str, Any]) -> None:
    club.claims = claims
    client, answer = come()
    assert (answer.status_code, is_in(client)) == (403, False)
    assert_is_sound(answer, "en")
    assert (User.objects.count(), OpenIdIdentity.objects.count()) == (1, 0)


def test_an_address_of_two_accounts_is_nobodys_and_a_closed_account_stays_closed(
    club: Provider, anna: User
) -> None:
    twin = User.objects.create_user("twin", "anna@example.org", "quick brown fox")
    assert not is_in(come()[0])
    twin.delete()
    assert is_in(come()[0])
    User.objects.update(is_active=False)
    assert not is_in(come()[0])


@pytest.mark.parametrize("who", ["nobody", "invited"])
def test_who_may_start_is_respected(club: Provider, settings: Any, who: str) -> None:
    settings.WHO_MAY_START = who
    assert come()[1].status_code == 403
    settings.WHO_MAY_START = "everybody"
    User.objects.create_user("anna")
    client, answer = come()
    assert (answer["Location"], is_in(client)) == ("/accounts/start/", True)
    made = User.objects.get(email="anna@example.org")
    assert (made.username, made.has_usable_password(), made.is_superuser) == ("anna-2", False, False)


@pytest.mark.parametrize(
    "claims",
    [
        {"aud": "another site"},
        {"aud": ["another site"]},
        {"aud": "another site", "azp": CLIENT_ID},
        {"iss": "https://elsewhere.example"},
        {"nonce": "of another browser"},
        {"exp": 1_000_000_000},
        {"sub": ""},
        {"sub": "x" * 300},
    ],
)
def test_an_identity_that_was_not_made_for_this_sign_in_is_refused(
    club: Provider, anna: User, claims: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    club.claims = claims
    client, answer = come()
    assert (answer.status_code, is_in(client)) == (502, False)
    assert "anna" not in caplog.text


def test_an_identity_that_somebody_else_has_signed_is_refused(club: Provider, anna: User) -> None:
    club.signing = RSAKey.generate_key(2048, {"kid": "one"})
    assert come()[1].status_code == 502
    # The provider has changed its keys: they are asked for anew.
    club.key = club.signing
    assert is_in(come()[0])


def test_an_answer_that_nobody_asked_for_opens_nothing(club: Provider, anna: User) -> None:
    for query in ({}, {"code": "x", "state": "y"}, {"error": "access_denied"}):
        client = Client()
        assert client.get(BACK, query).status_code == 502
        assert not is_in(client)
    club.refuses = True
    assert come()[1].status_code == 502


def test_the_way_back_stays_on_the_site(club: Provider, anna: User) -> None:
    assert come("https://elsewhere.example/")[1]["Location"] == "/"


def test_a_second_factor_is_asked_for_after_the_provider_too(club: Provider, anna: User) -> None:
    app = NewFactor(FACTOR.APP, "Phone", second_factor.new_secret())
    second_factor.add(account=anna, factor=app, now=anna.date_joined)
    client, answer = come()
    assert (answer["Location"], is_in(client)) == ("/accounts/second-step/", False)


def test_a_provider_that_is_gone_is_said_and_the_login_goes_on(settings: Any, anna: User) -> None:
    settings.OIDC_SERVER, settings.OIDC_CLIENT_ID = "http://127.0.0.1:1", "rauswurf"
    answer = Client().get(START)
    assert answer.status_code == 502
    assert "gave no valid answer" in assert_is_sound(answer, "en")
    assert Client().login(username="anna", password="quick brown fox")


def test_without_a_provider_there_is_no_such_door() -> None:
    assert "openid" not in Client().get("/accounts/login/").content.decode()
    assert [Client().get(page).status_code for page in (START, BACK)] == [404, 404]


def test_half_a_provider_is_told_when_the_site_starts(settings: Any) -> None:
    assert "config.E010" not in [each.id for each in run_checks()]
    settings.OIDC_SERVER = "https://login.example"
    assert "config.E010" in [each.id for each in run_checks()]
