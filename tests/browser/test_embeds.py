"""A game in a frame of a page from elsewhere: followed without a cookie, while no other page lets itself be framed."""

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import ONE_THROW, new_game
from tests.servers import Site


class Quiet(SimpleHTTPRequestHandler):
    """Serves a folder and says nothing about it."""

    def log_message(self, format: str, *args: object) -> None:
        """Nothing."""


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[str]:
    """The address of a site of somebody else; its pages lie in ``tmp_path``."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(tmp_path))) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://localhost:{server.server_port}"
        server.shutdown()
        thread.join()


@pytest.mark.parametrize("with_script", [True, False], ids=["script", "no-script"])
def test_a_game_is_followed_in_a_frame_on_another_site(
    chromium: Browser, referees_site: Site, elsewhere: str, tmp_path: Path, with_script: bool
) -> None:
    game = new_game(referees_site, "schmidt", title="Framed")
    meant, strict = f"{referees_site.url}/embed/games/{game}/", f"{referees_site.url}/games/{game}/"
    (tmp_path / "index.html").write_text(
        f'<!doctype html><iframe id="meant" src="{meant}?language=en&amp;theme=dark" width="340" height="600"></iframe>'
        f'<iframe id="strict" src="{strict}"></iframe>',
        encoding="utf-8",
    )
    with chromium.new_context(java_script_enabled=with_script) as context:
        page = context.new_page()
        page.goto(f"{elsewhere}/index.html")
        framed = page.frame_locator("#meant")
        framed.locator("text=Not begun yet").wait_for()
        if with_script:
            referees_site.shell(ONE_THROW.format(game=game))
            framed.locator(".turn >> text=Yellow to throw").wait_for()
        assert page.frame_locator("#strict").locator("text=Framed").count() == 0
        assert context.cookies() == []
