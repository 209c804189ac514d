"""A preset of open tournaments in a browser: from one click to its prizes, by the one coloured button alone.

Weidenberg, which has slips of both kinds, two finals, draws by the die, prizes and the youngest; what the others set
is tested without a browser (formats/test_open_presets.py).
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random

import pytest
from playwright.sync_api import Page

from tests.browser.accessibility import violations
from tests.browser.conftest import log_in, shell
from tests.servers import Site

#: Enters the slips of all tables that have no result: so many pawns at home from the first seat on, the others in the
#: yard.
OTHER_SLIPS = """
from django.utils import timezone
from tournaments.models import Event
from tournaments.services import hall
from tournaments.services import PawnLine, Slip
from tournaments.hall.services import TableSlip
from tournaments.standings.event_state import EventState
event = Event.objects.get(slug={slug!r})
sheets = [
    TableSlip(
        game.number,
        Slip(lines={{c: PawnLine(n, 4 - n) for c, n in zip(game.seating.colours, {home!r}, strict=False)}}),
    )
    for game in EventState.load(event).due
]
hall.enter_slips(event_id=event.pk, slips=sheets, actor="user:1", now=timezone.now())
"""
NAMES = [
    f"{first} {last}" for first in ("Anna", "Bruno", "Clara") for last in ("Amsel", "Bär", "Dachs", "Elch")
]
#: The coloured button of a page: there is one, and it is the next step.
DUE = ".desk-page :is(a, button).button:not(.plain):visible"
MOST_STEPS = 120
#: A step that is no button: it is asked for, then meant.
EVERYBODY = "Check everybody in"
#: Pawns at home: a board on which all are level – in the rounds before the last, so that three are level for the fourth
#: place, whoever met whom –, and one on which nobody is.
LEVEL, PARTED = (1, 1, 1, 1), (3, 2, 1, 0)


@dataclass
class Organiser:
    """Somebody who only ever takes the next step."""

    page: Page
    site: Site
    slug: str
    winner: str = ""
    played: list[str] = field(default_factory=list)
    throws: int = 0

    def run(self) -> None:
        """From the page after the click to the prizes."""
        for _ in range(MOST_STEPS):
            # While the text of a page still comes in, no button is there yet.
            self.page.wait_for_load_state()
            due = self.page.locator(DUE)
            due.or_(self.page.locator("summary", has_text=EVERYBODY)).first.wait_for()
            assert due.count() <= 1, (self.page.url, due.all_inner_texts())
            said = due.inner_text() if due.count() else EVERYBODY
            if said == "Finals and prizes":
                due.click()
                self.page.get_by_role("heading", name="Finals and prizes").wait_for()
                return
            self.do(said)
        pytest.fail(f"no end in sight at {self.page.url}")

    def do(self, said: str) -> None:
        """What the button says."""
        taken: Mapping[str, Callable[[], None]] = {
            "Add people": self.add_people,
            EVERYBODY: self.check_everybody_in,
            "Open table": self.enter_slips,
            "Draw now": self.throw,
        }
        if said in taken:
            taken[said]()
            return
        self.page.locator(DUE).click()
        round_ = said.removeprefix("Publish ")
        if round_ in ("Round 2", "Round 3"):
            # In the middle of the day: the slips come in at other desks.
            self.page.get_by_text(f"{round_} is published.").wait_for()
            self.other_slips(round_)
            self.played.append(round_)

    def add_people(self) -> None:
        self.page.locator(DUE).click()
        self.page.fill("[name=people]", "\n".join(NAMES))
        self.page.locator(DUE).click()
        self.page.get_by_text("people added").wait_for()

    def check_everybody_in(self) -> None:
        """Asked for, then meant."""
        self.page.locator("summary", has_text=EVERYBODY).click()
        self.page.get_by_role("button", name="Check in all who are missing").click()

    def throw(self) -> None:
        """Everybody throws another number, as far as there are any; whoever is level then throws again."""
        selects = self.page.locator("form select")
        more = Random(1)
        for at in range(selects.count()):
            selects.nth(at).select_option(str(6 - at if at < 6 else more.randint(1, 6)))
        self.throws += 1
        self.page.locator(DUE).click()

    def other_slips(self, round_: str) -> None:
        """All slips that are missing are entered elsewhere."""
        home = LEVEL if round_ in ("Round 1", "Round 2") else PARTED
        shell(self.site, OTHER_SLIPS.format(slug=self.slug, home=home))
        self.page.reload()

    def enter_slips(self) -> None:
        """The first slip by the keyboard, a board or places, those of other tables elsewhere."""
        round_ = self.page.locator("#slips .facts strong").inner_text()
        self.type("1")
        self.page.locator(".slip-form").wait_for()
        if round_ == "Round 1":
            # A line for every colour; nothing is saved before its worth was seen.
            self.page.locator(".slip-lines input:visible").first.focus()
            self.type("1 3", "1 3", "1 3")
            self.page.keyboard.type("1 3")
            self.page.locator("#worked li").first.wait_for()
            self.page.keyboard.press("Enter")
        else:
            # By start numbers, the last of the table first.
            sitters = self.page.locator(".slip-sitters li").all_inner_texts()
            self.winner = self.winner or " ".join(sitters[-1].split()[-3:])  # of the final, which comes first
            self.type(" ".join(each.split()[-3] for each in reversed(sitters)))
        self.page.locator("#said", has_text="Table 1 entered").wait_for()
        self.played.append(round_)
        if round_ == "Round 1":
            self.other_slips(round_)

    def type(self, *lines: str) -> None:
        """Each with Enter."""
        for line in lines:
            self.page.keyboard.type(line)
            self.page.keyboard.press("Enter")


def test_a_preset_leads_from_one_click_to_its_prizes(page: Page, owned: Site) -> None:
    log_in(page, owned, "/organise/new/open/", "owner")
    page.get_by_role("button", name="Create Weidenberg", exact=True).click()
    page.wait_for_url("**/check-in/")
    organiser = Organiser(page, owned, page.url.split("/")[-3])
    organiser.run()
    assert organiser.played == ["Round 1", "Round 2", "Round 3", "Final", "Small final"]
    assert organiser.throws >= 2
    page.wait_for_load_state()
    assert {"Places", "Last place"} <= {*page.locator(".desk-page h4").all_inner_texts()}
    first = re.sub(r"\s+", " ", page.locator(".given").first.locator("li").first.inner_text())
    assert organiser.winner in first
    # The youngest by a start number, without a day of birth.
    page.locator("summary", has_text="Who is the youngest?").click()
    page.get_by_label("Start number").fill("7")
    page.keyboard.press("Enter")
    page.locator("li.card", has=page.get_by_role("heading", name="Youngest")).get_by_text("7 ").wait_for()
    assert violations(page) == []
    diplomas = page.get_by_role("link", name="Print diplomas").get_attribute("href")
    assert page.request.get(f"{owned.url}{diplomas}").body().startswith(b"%PDF")
    name = page.locator(".given .given-name").first.inner_text().partition(" ")[2]
    page.get_by_role("link", name="Public page").click()
    page.locator("table tbody tr").first.filter(has_text=name).wait_for()
