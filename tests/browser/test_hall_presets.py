"""Every preset of open tournaments in a browser: from one click to its prizes, by the one coloured button alone."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from random import Random

import pytest
from playwright.sync_api import Browser, Page

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
from tournaments.services.hall import TableSlip
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
    f"{first} {last}"
    for first in ("Anna", "Bruno", "Clara", "Dora")
    for last in ("Amsel", "Bär", "Dachs", "Elch")
]
#: The coloured button of a page: there is one, and it is the next step.
DUE = ".desk-page :is(a, button).button:not(.plain):visible"
MOST_STEPS = 120
#: A step that is no button: it is asked for, then meant.
EVERYBODY = "Check everybody in"
NEW = "/organise/new/open/"
#: Pawns at home: a board on which all are level, and one on which nobody is.
LEVEL, PARTED = (1, 1, 1, 1), (3, 2, 1, 0)


@dataclass(frozen=True)
class Day:
    """What one preset promises, and how its day is played."""

    name: str
    people: int
    rounds: int
    #: How the slip of the first table is typed, and what is said of it before it is saved.
    slip: tuple[str, ...] = ()
    worked: str = ""
    #: So many belong to a team.
    team: int = 0
    #: Pawns at home in the rounds before the last.
    before: tuple[int, ...] = PARTED
    finals: tuple[str, ...] = ()
    #: At least so many throws of the dice: for the cut.
    throws: int = 0
    prizes: tuple[str, ...] = ("Places", "Last place")


DAYS: Mapping[str, Day] = {
    "turnier": Day(
        "Tournament (Wiesloch, Saarland)",
        16,
        3,
        team=4,
        finals=("Final", "Team final"),
        prizes=("Places", "Teams", "Last place"),
    ),
    # Everybody is level before the last round, so that three are level for the fourth place, whoever met whom.
    "dohna": Day(
        "Publisher’s series (Dohna)", 12, 4, before=LEVEL, slip=("1 3",) * 4, finals=("Final",), throws=1
    ),
    "lions": Day(
        "Lions Club",
        12,
        4,
        team=4,
        slip=("4 0", "2 1 17", "0 3 A", "1 1 5 b"),
        worked="2 = 2",
        prizes=("Places", "Teams", "Last place"),
    ),
    "lions-erfurt": Day(
        "Lions Club Erfurt",
        12,
        5,
        team=2,
        slip=("3 1", "2 2", "0 4", "1 3"),
        worked="3 = 3",
        prizes=("Places", "Teams", "Last place"),
    ),
    "storzingen": Day(
        "Storzingen",
        13,
        3,
        slip=("3 1 x5", "2 2 x3", "0 4 x1", "1 3"),
        worked="10 × (3 − 1) + 5 = 25",
        finals=("Final",),
    ),
    "weidenberg": Day(
        "Weidenberg", 12, 3, before=LEVEL, slip=("1 3",) * 4, finals=("Final", "Small final"), throws=2
    ),
}

#: It has slips of both kinds, two finals, draws by the die, prizes and the youngest; the others are slow.
SHOWN = "weidenberg"


@pytest.fixture(scope="module")
def desk(chromium: Browser, owned: Site) -> Iterator[Page]:
    """The page of an owner who has logged in once for all days."""
    errors: list[str] = []
    with chromium.new_context(locale="en-GB") as context:
        page = context.new_page()
        page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: errors.append(str(error)))
        log_in(page, owned, NEW, "owner")
        yield page
    assert errors == []


@dataclass
class Organiser:
    """Somebody who only ever takes the next step."""

    page: Page
    site: Site
    day: Day
    slug: str = ""
    winner: str = ""
    played: list[str] = field(default_factory=list)
    throws: int = 0
    trail: list[str] = field(default_factory=list)

    def run(self) -> None:
        """From the page after the click to the prizes."""
        for _ in range(MOST_STEPS):
            self.see_what_is_next()
            due = self.page.locator(DUE)
            assert due.count() <= 1, (self.page.url, due.all_inner_texts())
            said = due.inner_text() if due.count() else EVERYBODY
            if said == "Finals and prizes":
                due.click()
                self.page.get_by_role("heading", name="Finals and prizes").wait_for()
                return
            self.trail.append(said)
            self.do(said)
        pytest.fail(f"no end in sight at {self.page.url}")

    def see_what_is_next(self) -> None:
        """Wait for the page a click led to: while its text still comes in, no button is there yet."""
        self.page.wait_for_load_state()
        self.page.locator(DUE).or_(self.page.locator("summary", has_text=EVERYBODY)).first.wait_for()

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
        if said.startswith("Publish ") and said.split()[-1] not in ("1", "final", "Final"):
            # A round in the middle of the day: its slips come in at other desks.
            self.other_desks(said.removeprefix("Publish "))

    def add_people(self) -> None:
        self.page.locator(DUE).click()
        size = self.day.team
        teams = [f"Team {at // size + 1}" if size else "" for at in range(self.day.people)]
        people = [f"{name}; {team}" for name, team in zip(NAMES, teams, strict=False)]
        self.page.fill("[name=people]", "\n".join(people))
        self.page.locator(DUE).click()
        known = self.page.locator("select[name^='who-']").first
        self.page.get_by_text("people added").or_(known).wait_for()
        # Who was here on the day of another preset is asked about: the same person is offered first.
        if known.count():
            self.page.locator(DUE).click()

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

    def other_desks(self, round_: str) -> None:
        """All slips that are missing are entered elsewhere."""
        self.page.get_by_text(f"{round_} is published.").wait_for()
        home = PARTED if round_ == f"Round {self.day.rounds}" or "inal" in round_ else self.day.before
        shell(self.site, OTHER_SLIPS.format(slug=self.slug, home=home))
        self.played.append(round_)
        self.page.reload()

    def enter_slips(self) -> None:
        """The first slip by the keyboard, those of other tables elsewhere."""
        round_ = self.page.locator("#slips .facts strong").inner_text()
        keys = self.page.keyboard
        keys.type("1")
        keys.press("Enter")
        self.page.locator(".slip-form").wait_for()
        if self.page.locator("#places").count() and not (self.day.slip and round_ == "Round 1"):
            self.type_places(round_)
        else:
            self.type_board(round_)
        self.page.locator("#said", has_text="Table 1 entered").wait_for()
        self.played.append(round_)
        if self.page.locator(DUE).inner_text() == "Open table" and round_ != "Final":
            home = PARTED if "inal" in round_ else self.day.before
            shell(self.site, OTHER_SLIPS.format(slug=self.slug, home=home))
            self.page.reload()

    def type_places(self, round_: str) -> None:
        """By start numbers, the last of the table first."""
        sitters = self.page.locator(".slip-sitters li")
        numbers = [each.split()[-3] for each in sitters.all_inner_texts()][::-1]
        if round_ == "Final":
            self.winner = " ".join(sitters.last.inner_text().split()[-3:])
        self.page.keyboard.type(" ".join(numbers))
        self.page.keyboard.press("Enter")

    def type_board(self, round_: str) -> None:
        """A line for every colour; nothing is saved before its worth was seen."""
        first = self.page.locator(".slip-lines input:visible").first
        first.focus()
        lines = self.day.slip if round_ == "Round 1" else ("3 1", "2 2", "1 3", "0 4")
        for at, line in enumerate(lines):
            if at:
                self.page.keyboard.press("Enter")
            self.page.keyboard.type(line)
        worked = self.day.worked if round_ == "Round 1" else ""
        self.page.locator("#worked li", has_text=worked).first.wait_for()
        self.page.keyboard.press("Enter")


@pytest.mark.parametrize(
    "key", [pytest.param(key, marks=[] if key == SHOWN else [pytest.mark.slow]) for key in DAYS]
)
def test_a_preset_leads_from_one_click_to_its_prizes(desk: Page, owned: Site, key: str) -> None:
    day, page = DAYS[key], desk
    page.goto(f"{owned.url}{NEW}")
    page.get_by_role("button", name=f"Create {day.name}", exact=True).click()
    page.wait_for_url("**/check-in/")
    slug = page.url.split("/")[-3]
    organiser = Organiser(page, owned, day, slug)
    organiser.run()
    assert organiser.played == [*(f"Round {n}" for n in range(1, day.rounds + 1)), *day.finals], " > ".join(
        organiser.trail
    )
    assert organiser.throws >= day.throws
    page.wait_for_load_state()
    lists = page.locator(".desk-page h4").all_inner_texts()
    assert [each for each in lists if each in day.prizes] == [*day.prizes]
    first = re.sub(r"\s+", " ", page.locator(".given").first.locator("li").first.inner_text())
    assert organiser.winner in first
    if key == SHOWN:
        _say_youngest(page)
        assert violations(page) == []
    diplomas = page.get_by_role("link", name="Print diplomas").get_attribute("href")
    assert page.request.get(f"{owned.url}{diplomas}").body().startswith(b"%PDF")
    name = page.locator(".given .given-name").first.inner_text().partition(" ")[2]
    page.get_by_role("link", name="Public page").click()
    page.locator("table tbody tr").first.filter(has_text=name).wait_for()


def _say_youngest(page: Page) -> None:
    """By a start number, without a day of birth."""
    page.locator("summary", has_text="Who is the youngest?").click()
    page.get_by_label("Start number").fill("7")
    page.keyboard.press("Enter")
    page.locator("li.card", has=page.get_by_role("heading", name="Youngest")).get_by_text("7 ").wait_for()
