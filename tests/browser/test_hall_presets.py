"""A preset of open tournaments in a browser: made by one click, its day rehearsed, and its finals and prizes read.

Weidenberg, which has two finals, draws by the die, prizes and the youngest; what the others set is tested without a
browser (formats/test_open_presets.py).
"""

from playwright.sync_api import Page

from tests.browser.accessibility import violations
from tests.browser.conftest import log_in
from tests.servers import Site

#: Plays the rehearsal to its end, its clock far ahead.
PLAYED = """
from datetime import timedelta
from django.utils import timezone
from games.work.claims import step
from tournaments.models import HallRehearsal
from tournaments.demo.rehearsals import WORK
at = timezone.now()
while HallRehearsal.objects.get().state == "running":
    at += timedelta(minutes=1)
    step(WORK, at)
print(HallRehearsal.objects.get().state)
"""


def test_a_preset_leads_from_one_click_to_its_prizes(page: Page, owned: Site) -> None:
    log_in(page, owned, "/organise/new/open/", "owner")
    page.get_by_role("button", name="Create Weidenberg", exact=True).click()
    page.wait_for_url("**/check-in/")
    slug = page.url.split("/")[-3]
    page.goto(f"{owned.url}/organise/events/{slug}/rehearse/")
    page.fill("[name=people]", "12")
    page.get_by_role("button", name="Start rehearsal").click()
    page.get_by_role("button", name="Stop rehearsal").wait_for()
    assert owned.shell(PLAYED) == "over"
    page.goto(f"{owned.url}/organise/events/{slug}-rehearsal/prizes/")
    assert {"Places", "Last place"} <= {*page.locator(".desk-page h4").all_inner_texts()}
    number, _, name = page.locator(".given .given-name").first.inner_text().partition(" ")
    # The youngest by a start number, without a day of birth.
    page.locator("summary", has_text="Who is the youngest?").click()
    page.get_by_label("Start number").fill(number)
    page.keyboard.press("Enter")
    page.locator("li.card", has=page.get_by_role("heading", name="Youngest")).get_by_text(
        f"{number} "
    ).wait_for()
    assert violations(page) == []
    diplomas = page.get_by_role("link", name="Print diplomas").get_attribute("href")
    assert page.request.get(f"{owned.url}{diplomas}").body().startswith(b"%PDF")
    page.get_by_role("link", name="Public page").click()
    page.locator("table tbody tr").first.filter(has_text=name).wait_for()
