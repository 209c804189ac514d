"""A page in Chromium that has the phone's rules, and no server behind it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from games.offline.bundle import FOLDER

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

#: Where the scripts of ``games`` stand.
SCRIPTS = FOLDER.parent
SITE = "http://phone.test/"


@pytest.fixture(scope="module")
def phone(chromium: Browser) -> Iterator[Page]:
    """A page of a site that has the two scripts alone; ``import("./game.js")`` works on it."""

    def answer(route: Route) -> None:
        name = route.request.url.removeprefix(SITE)
        if name.endswith(".js"):
            script = (SCRIPTS / name).read_text(encoding="utf-8")
            route.fulfill(body=script, content_type="text/javascript")
        else:
            route.fulfill(body="<!doctype html><title>Phone</title>", content_type="text/html")

    with chromium.new_context() as context:
        page = context.new_page()
        page.route(f"{SITE}**", answer)
        page.goto(SITE)
        yield page
