"""What takes a while says at once that it goes on: in a real browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import log_in, shell
from tests.servers import Site

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route

pytestmark = [pytest.mark.sqlite, pytest.mark.timeout(120)]
OWNER = """
from django.contrib.auth.models import User
User.objects.create_superuser("owner", password="quick brown fox")
"""
LIST = "event;date;format;settings;players;result\nCup;1.2.2024;Championship;wins=1;Anna/Bert/Cora;Anna\n"


def test_a_button_that_takes_a_while_is_deaf_and_says_so_at_once(
    chromium: Browser, live_asgi_server: Site
) -> None:
    """The server's answer is held back; the button changes without it, and what it says is sent along."""
    shell(live_asgi_server, OWNER)
    with chromium.new_context(locale="en-GB") as context:
        page = context.new_page()
        log_in(page, live_asgi_server, "/organise/import/results/", "owner")
        held: list[Route] = []
        page.route(
            "**/organise/import/results/",
            lambda route: held.append(route) if route.request.method == "POST" else route.continue_(),
        )
        page.set_input_files(
            "[name=file]", {"name": "cup.csv", "mimeType": "text/csv", "buffer": LIST.encode()}
        )
        button = page.locator("[name=look]")
        button.click(no_wait_after=True)
        page.wait_for_selector("[name=look]:disabled")
        assert button.inner_text() == "Reading …"
        assert button.get_attribute("aria-busy") == "true"
        while not held:
            page.wait_for_timeout(20)
        assert len(held) == 1
        held[0].continue_()
        page.wait_for_selector("text=will be imported")
