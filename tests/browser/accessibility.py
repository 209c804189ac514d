"""What axe is asked for."""

from functools import cache

from playwright.sync_api import Page

OPTIONS = {
    # WCAG 2.2, A and AA.
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
    "resultTypes": ["violations"],
    # None of these rules reads the style sheets, which would be fetched again for each page.
    "preload": False,
    "selectors": False,
}


@cache
def _script() -> str:
    from axe_playwright_python.sync_playwright import Axe

    return str(Axe().axe_script)


def violations(page: Page) -> list[str]:
    """What axe finds on a page; it measures with styles of its own, which the policy of the site would refuse."""
    page.evaluate(_script())
    # Only this leaves the browser: what is in order is much more.
    found = page.evaluate("options => axe.run(options).then((results) => results.violations)", OPTIONS)
    return [f"{rule['id']}: {rule['nodes'][0]['html'][:200]}" for rule in found]
