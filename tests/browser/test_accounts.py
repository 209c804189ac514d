"""Signing in as people do: an app's codes, a passkey, an invitation by mail; on real pages."""

import re
import time
from collections.abc import Iterator
from pathlib import Path

import pyotp
import pytest
from playwright.sync_api import Browser, Page

from tests.servers import Console, Site, forked_site, wait_until

PASSWORD = "quick brown fox"
ACCOUNT = "/accounts/security/"
PEOPLE = """
from django.contrib.auth.models import User
for name in ("anna", "bert"):
    User.objects.create_user(name, f"{name}@example.org", "quick brown fox")
User.objects.create_superuser("root", "root@example.org", "quick brown fox")
"""


@pytest.fixture(scope="module")
def letters(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder into which the site writes its mail."""
    return tmp_path_factory.mktemp("letters")


@pytest.fixture(scope="module")
def site(letters: Path, site_database: dict[str, str], console: Console) -> Iterator[Site]:
    """A site that sends mail."""
    wanted = {
        **site_database,
        "DEFAULT_FROM_EMAIL": "league@example.org",
        "EMAIL_URL": f"filemail:///{letters}",
    }
    with forked_site(console, wanted) as running:
        running.shell(PEOPLE)
        yield running


def at(site: Site, path: str) -> str:
    """An address by a name, as passkeys want it."""
    return f"http://localhost:{site.port}{path}"


def log_in(page: Page, site: Site, who: str, password: str = PASSWORD) -> None:
    page.goto(at(site, f"/accounts/login/?next={ACCOUNT}"))
    page.fill("[name=username]", who)
    page.fill("[name=password]", password)
    page.click("main .login button")


def log_out(page: Page) -> None:
    page.context.clear_cookies()


def letter_to(folder: Path, address: str) -> str:
    """The last letter to an address, once it is there."""

    def letters() -> list[str]:
        texts = [file.read_text(encoding="utf-8") for file in sorted(folder.iterdir())]
        return [text for text in texts if f"To: {address}" in text and text.rstrip().endswith("-" * 79)]

    wait_until(letters)
    return letters()[-1]


def test_an_app_is_set_up_and_opens_the_account_and_so_does_a_recovery_code(page: Page, site: Site) -> None:
    log_in(page, site, "anna")
    page.wait_for_url(at(site, ACCOUNT))
    page.click("text=Add app")
    app = pyotp.TOTP(page.inner_text("#app-secret").replace(" ", ""))
    page.fill("[name=name]", "My phone")
    page.fill("[name=code]", app.now())
    page.click("main .login button")
    page.locator("#recovery-codes code").nth(9).wait_for()
    codes = page.locator("#recovery-codes code").all_inner_texts()
    assert len(codes) == 10
    page.click("text=Done")
    page.locator(".factors", has_text="My phone").wait_for()
    log_out(page)

    log_in(page, site, "anna")
    page.wait_for_url(at(site, "/accounts/second-step/"))
    page.goto(at(site, ACCOUNT))
    assert "/accounts/login/" in page.url, "the password alone opens nothing"
    log_in(page, site, "anna")
    # The step of the set-up is used; the next one counts already.
    page.fill("[name=code]", app.at(int(time.time()) + 30))
    page.click("main .login button")
    page.wait_for_url(at(site, ACCOUNT))
    log_out(page)

    log_in(page, site, "anna")
    page.fill("[name=code]", codes[3])
    page.click("main .login button")
    page.wait_for_url(at(site, ACCOUNT))
    assert "9 recovery codes left" in page.inner_text("main")


def test_a_passkey_is_made_and_opens_the_account(page: Page, site: Site) -> None:
    devices = page.context.new_cdp_session(page)
    devices.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    key = devices.send("WebAuthn.addVirtualAuthenticator", {"options": options})["authenticatorId"]
    log_in(page, site, "bert")
    page.click("text=Add passkey")
    page.fill("[name=name]", "Key ring")
    page.click("main .login button")
    page.wait_for_selector("#recovery-codes code")
    page.click("text=Done")
    assert "Key ring" in page.inner_text(".factors")
    log_out(page)

    log_in(page, site, "bert")
    page.wait_for_url(at(site, "/accounts/second-step/"))
    page.click("text=Use passkey")
    page.wait_for_url(at(site, ACCOUNT))
    log_out(page)

    # Without the key the page says so, and a code is still asked for.
    devices.send("WebAuthn.setAutomaticPresenceSimulation", {"authenticatorId": key, "enabled": False})
    devices.send("WebAuthn.clearCredentials", {"authenticatorId": key})
    devices.send("WebAuthn.setAutomaticPresenceSimulation", {"authenticatorId": key, "enabled": True})
    log_in(page, site, "bert")
    page.click("text=Use passkey")
    page.wait_for_selector("text=The passkey was not used")
    assert page.is_visible("[name=code]")


def test_who_is_invited_opens_their_account_and_signs_out_a_device_that_they_have_lost(
    chromium: Browser, page: Page, site: Site, letters: Path
) -> None:
    log_in(page, site, "root")
    page.goto(at(site, "/access/?place=site"))
    page.fill("[name=person]", "Emil Weiß")
    page.fill("[name=email]", "emil@example.org")
    page.click("form.admit:has([name=person]) button")
    page.wait_for_selector("text=Sent by mail, too.")
    log_out(page)

    link = re.search(r"http://localhost:\d+/accounts/join/\S+", letter_to(letters, "emil@example.org"))
    assert link is not None
    page.goto(link[0])
    page.fill("[name=name]", "emil")
    page.fill("[name=password]", PASSWORD)
    page.click("text=Open account")
    page.wait_for_selector("text=Signed in as emil.")
    assert page.request.get(link[0]).status == 403, "the link opens once"

    phone = chromium.new_context().new_page()
    log_in(phone, site, "emil")
    phone.wait_for_url(at(site, ACCOUNT))
    page.goto(at(site, ACCOUNT))
    page.click(".admitted button:has-text('Sign out')")
    page.wait_for_selector("text=1 device signed out.")
    phone.reload()
    phone.wait_for_url("**/accounts/login/**")
    phone.context.close()
