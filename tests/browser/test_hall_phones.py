"""Everybody's page of a hall on a phone that lies open: a round that is published appears on it by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.accessibility import violations
from tests.browser.conftest import PHONE, shell
from tests.servers import Site

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.sqlite

#: An open tournament with eight people who are there.
HALL = """
from datetime import date
from django.utils import timezone
from tournaments import services
from tournaments.services import hall
by = {"actor": "test", "now": timezone.now()}
season = services.create_season(
    slug="2026", name="2026", starts_on=date(2026, 1, 1), ends_on=date(2026, 12, 31), **by
)
event = services.create_event(
    season=season, slug="hall", name="Hall", format_key="open", rules_name="schmidt-classic",
    starts_on=date(2026, 11, 21), settings={"rounds": 3, "minutes": 30}, **by
)
people = [(f"Person {number}", hall.Description()) for number in range(1, 9)]
hall.announce(event_id=event.pk, players=people, **by)
hall.check_in_all(event_id=event.pk, **by)
"""
#: The round that is due, planned and published.
PUBLISHED = """
from django.utils import timezone
from tournaments.models import Event
from tournaments.services import hall
by = {"actor": "test", "now": timezone.now()}
event = Event.objects.get(slug="hall")
plan = hall.plan_round(event_id=event.pk, **by).plan
hall.publish_round(event_id=event.pk, subject=plan.subject, **by)
"""
#: What the task of phones is: to have read within ten seconds what is published.
WITHIN = 10_000


def test_a_published_round_appears_on_an_open_phone_by_itself(
    chromium: Browser, live_asgi_server: Site
) -> None:
    site = live_asgi_server
    shell(site, HALL)
    with chromium.new_context(locale="en-GB", **PHONE) as context:
        page = context.new_page()
        page.goto(f"{site.url}/w/5/")
        assert page.url == f"{site.url}/events/hall/w/5/"
        page.wait_for_selector("text=First round: not drawn yet")
        shell(site, PUBLISHED)
        page.wait_for_selector(".own-seat", timeout=WITHIN)
        assert "Table" in page.inner_text(".own-table")
        assert page.locator(".opponents li").count() == 3
        assert page.inner_text("[data-news]").startswith("Seat: Table")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert violations(page) == []
