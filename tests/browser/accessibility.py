"""What axe is asked for."""

from playwright.sync_api import Page

#: WCAG 2.2, A and AA.
WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]


def violations(page: Page) -> list[str]:
    """What axe finds on a page; it measures with styles of its own, which the policy of the site would refuse."""
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page, options={"runOnly": WCAG, "resultTypes": ["violations"]}).response["violations"]
    return [f"{rule['id']}: {rule['nodes'][0]['html'][:200]}" for rule in found]
