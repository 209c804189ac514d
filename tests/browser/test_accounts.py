"""A passkey on real pages; everything else of signing in has no script (tests/games/access)."""

from playwright.sync_api import Page

from tests.servers import Site

ACCOUNT = "/accounts/security/"


def log_in(page: Page, site: str) -> None:
    page.context.clear_cookies()
    page.goto(f"{site}/accounts/login/?next={ACCOUNT}")
    page.fill("[name=username]", "referee")
    page.fill("[name=password]", "quick brown fox")
    page.click("main .login button")


def test_a_passkey_is_made_and_opens_the_account(page: Page, referees_site: Site) -> None:
    site = f"http://localhost:{referees_site.port}"  # by a name, as passkeys want it
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
    log_in(page, site)
    page.click("text=Add passkey")
    page.fill("[name=name]", "Key ring")
    page.click("main .login button")
    page.wait_for_selector("#recovery-codes code")
    page.click("text=Done")
    assert "Key ring" in page.inner_text(".factors")

    log_in(page, site)
    page.wait_for_url(f"{site}/accounts/second-step/")
    page.click("text=Use passkey")
    page.wait_for_url(f"{site}{ACCOUNT}")

    # Without the key the page says so, and a code is still asked for.
    devices.send("WebAuthn.setAutomaticPresenceSimulation", {"authenticatorId": key, "enabled": False})
    devices.send("WebAuthn.clearCredentials", {"authenticatorId": key})
    devices.send("WebAuthn.setAutomaticPresenceSimulation", {"authenticatorId": key, "enabled": True})
    log_in(page, site)
    page.click("text=Use passkey")
    page.wait_for_selector("text=The passkey was not used")
    assert page.is_visible("[name=code]")
