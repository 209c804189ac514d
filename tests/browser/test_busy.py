"""What takes a while says at once that it goes on: in a real browser."""

from playwright.sync_api import Browser, Route

from tests.browser.conftest import log_in
from tests.servers import Site

LIST = "event;date;format;settings;players;result\nCup;1.2.2024;Championship;wins=1;Anna/Bert/Cora;Anna\n"


def test_a_button_that_takes_a_while_is_deaf_and_says_so_at_once(chromium: Browser, owned: Site) -> None:
    """The button changes without the server's answer, and what it says is sent along."""
    with chromium.new_context(locale="en-GB") as context:
        page = context.new_page()
        log_in(page, owned, "/organise/import/results/", "owner")
        sent: list[str] = []

        def stay(route: Route) -> None:
            """Answer nothing, so that the page stays as the button has left it."""
            if route.request.method != "POST":
                return route.continue_()
            sent.append((route.request.post_data_buffer or b"").decode())
            return route.fulfill(status=204)

        page.route("**/organise/import/results/", stay)
        page.set_input_files(
            "[name=file]", {"name": "cup.csv", "mimeType": "text/csv", "buffer": LIST.encode()}
        )
        page.click("[name=look]", no_wait_after=True)
        button = page.locator("[name=look]:disabled")
        button.wait_for()
        assert (button.inner_text(), button.get_attribute("aria-busy")) == ("Reading …", "true")
        (body,) = sent
        assert 'name="look"' in body
