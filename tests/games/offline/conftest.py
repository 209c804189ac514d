"""A page in Chromium that has the phone's rules, and no server behind it."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route

from games.offline.py2js import FOLDER

#: Where the scripts of ``games`` stand.
SCRIPTS = FOLDER.parent
SITE = "http://phone.test/"


@pytest.fixture(scope="module")
def phone(chromium: Browser) -> Iterator[Page]:
    """A page of a site that has the scripts alone; ``import("./game.js")`` works on it.

    In a folder of a number they are there once more: ``import("./7/game.js")`` is as if the page were loaded again.
    """

    def answer(route: Route) -> None:
        name = re.sub(r"^\d+/", "", route.request.url.removeprefix(SITE))
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
