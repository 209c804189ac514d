"""Results alone, entered by tapping."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.conftest import NAMES, PHONE, log_in, read_json, shell
from tests.servers import Site

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.sqlite

SERIES = """
from datetime import date
from django.utils import timezone
from games.models import Player
from tournaments import services
told = dict(actor="test", now=timezone.now())
season = services.create_season(
    slug="s", name="Season", starts_on=date(2026, 1, 1), ends_on=date(2026, 12, 31), **told
)
event = services.create_event(
    season=season, slug="gp", name="Grand Prix", format_key="gp-series", rules_name="xmadn-gp",
    starts_on=date(2026, 11, 21), **told
)
for seed, name in enumerate({players!r}, start=1):
    services.enter(event_id=event.pk, player=Player.objects.get(name=name), seed=seed, **told)
services.draw_in_seed_order(event_id=event.pk, **told)
"""
ORDER = ["red", "yellow", "violet", "black", "green", "blue"]


def test_a_gp_game_takes_six_taps(chromium: Browser, referees_site: Site) -> None:
    shell(referees_site, SERIES.format(players=NAMES))
    with chromium.new_context(locale="en-GB", **PHONE) as context:
        page = context.new_page()
        log_in(page, referees_site, "/events/gp/results/")
        assert page.is_disabled("text=Record the result")
        page.tap(".choice label:has([value=green])")
        page.tap("text=Start again")
        page.wait_for_selector(".choice output:text('1.')", state="detached")
        # A colour that was tapped by mistake is freed by a tap; the last one follows by itself.
        page.tap(".choice label:has([value=green])")
        page.tap(".choice label:has([value=green])")
        for colour in ORDER[:5]:
            page.tap(f".choice label:has([value={colour}])")
        assert page.inner_text(".choice label:has([value=blue]) output") == "6."
        page.tap("text=Record the result")
        page.wait_for_selector("#entered .places li >> nth=5")
        shown = [text.split()[-1].lower() for text in page.locator("#entered .colour").all_inner_texts()]
        assert shown == ORDER
        table = read_json(page, referees_site, "/api/v1/events/gp/standings/")
        assert [game["places"] for game in table["games"]] == [ORDER]


LEAGUE = (
    SERIES.replace('slug="s"', 'slug="t"')
    .replace('"gp", name="Grand Prix"', '"xl", name="League"')
    .replace('"gp-series", rules_name="xmadn-gp"', '"league", rules_name="xmadn-2t", settings={{"drrs": 1}}')
)


def test_a_league_asks_for_the_pawns_of_who_lost_and_a_slip_is_undone(
    chromium: Browser, referees_site: Site
) -> None:
    shell(referees_site, LEAGUE.format(players=NAMES))
    with chromium.new_context(locale="en-GB", **PHONE) as context:
        page = context.new_page()
        log_in(page, referees_site, "/events/xl/results/")

        def table() -> Any:
            return read_json(page, referees_site, "/api/v1/events/xl/standings/")

        seating = table()["next_games"][0]["seating"]
        winner, loser = seating.values()
        page.tap(f".choice label:has([value={winner[0]}])")
        assert page.input_value(f"details[open] [name='pawns.{winner[0]}']") == "4"
        page.tap("details[open] >> text=Record the result")
        assert "pawns of who lost are missing" in page.inner_text("details[open] .trouble")
        assert table()["games"] == []
        for colour, pawns in zip(loser, "20", strict=True):
            page.fill(f"details[open] [name='pawns.{colour}']", pawns)
        page.tap("details[open] >> text=Record the result")
        page.wait_for_selector("#entered")
        assert table()["unfinished"] == []
        page.tap("#entered >> text=Undo my entry")
        page.wait_for_selector("#entered", state="detached")
        assert [game["state"] for game in table()["games"]] == ["created"]

        page.tap(f".choice label:has([value={winner[0]}])")
        for _ in range(2):
            page.tap("details[open] >> text=Record the result")
        page.wait_for_selector("#entered")
        assert table()["unfinished"][0]["games"] == [1]
        for colour in loser:
            page.fill(f"#entered [name='pawns.{colour}']", "1")
        page.tap("#entered >> text=Add the pawns")
        page.wait_for_selector("#entered >> text=missing", state="detached")
        assert table()["unfinished"] == []
