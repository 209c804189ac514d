"""What a phone shows whatever its own clock says and however old the page is, and what it says of a refusal."""

from itertools import product
from typing import Any

from playwright.sync_api import Page

#: The site's time when the page was opened first, and two minutes before, when the clock was started; in milliseconds.
OPENED = 1_790_000_000_000
STARTED = OPENED - 120_000
#: Clocks on which 100 seconds had been played before they were started: with a limit of 45 minutes or without.
RUNNING = {"played_ms": 100_000, "since": STARTED, "limit_reached": False}
PAUSED = {**RUNNING, "since": None}
LIMITED = {"limit_ms": 45 * 60_000}
CLOCKS = [RUNNING, PAUSED, {**RUNNING, **LIMITED}, {**PAUSED, **LIMITED}]
#: What the four show when the page is opened.
AT_FIRST = ["0:03:40", "0:01:40", "0:41:20", "0:43:20"]
#: Seconds since the page was opened, and what the four clocks show then.
READINGS = {
    41: ["0:04:21", "0:01:40", "0:40:39", "0:43:20"],
    2_479: ["0:44:59", "0:01:40", "0:00:01", "0:43:20"],
    7_200: ["2:03:40", "0:01:40", "+1:18:40", "0:43:20"],
}
#: By how many seconds the phone's clock is ahead.
SKEWS = [-86_400, 0, 600]
#: Opens windows one after the other, each on a device that keeps what it has heard until it is told to forget; what
#: the clocks show in each when it is read, and what would be recorded as now. Times are the site's, in milliseconds.
WINDOWS = """async ([windows, clocks]) => {
    const iso = (milliseconds) => milliseconds === null ? null : new Date(milliseconds).toISOString();
    const realNow = Date.now;
    let at;
    Date.now = () => at;
    const found = [];
    for (const [number, { forgets, skew, opened, served, asks, read }] of windows.entries()) {
        if (forgets) localStorage.clear();
        const { hearTime } = await import(`./${number}/site-time.js`);
        const { shownTime, stampAction } = await import(`./${number}/referee/clock.js`);
        at = opened + skew;
        hearTime(iso(served));
        if (asks) hearTime(iso(served), at - 200);
        at = read + skew;
        const shown = clocks.map((clock) => shownTime({ ...clock, since: iso(clock.since) }));
        found.push([shown, Date.parse(stampAction({}, { action: "start" }).at)]);
    }
    Date.now = realNow;
    return found;
}"""


def test_the_clock_is_right_with_every_reload_on_every_phone(phone: Page) -> None:
    windows: list[dict[str, Any]] = []
    due: list[Any] = []
    cells = product(READINGS.items(), SKEWS, ["none", "online", "offline"], [False, True])
    for (away, readings), skew, reload, asks in cells:
        now, device = OPENED + away * 1000, {"skew": skew * 1000, "asks": asks}
        first = {**device, "forgets": True, "opened": OPENED, "served": OPENED}
        if reload == "none":
            windows.append({**first, "read": now})
        else:
            served = {"online": now, "offline": OPENED}[reload]
            again = {**device, "forgets": False, "opened": now, "served": served, "read": now}
            windows += [{**first, "read": OPENED}, {**again, "asks": asks and reload == "online"}]
            due.append([AT_FIRST, OPENED])
        due.append([readings, now])
    found = phone.evaluate(WINDOWS, [windows, CLOCKS])
    compared = zip(windows, due, found, strict=True)
    assert [(window, shown) for window, right, shown in compared if shown != right] == []
    assert len(windows) * len(CLOCKS) == 360


#: What was believed of a phone, when it asked, what it was told, when the answer came; what is believed then.
BELIEVED = [
    # A page alone: of a fresh one nothing else is known, an old one changes nothing.
    ("Infinity", "-Infinity", 5_000, 5_000, 0),
    ("Infinity", "-Infinity", 5_000, 605_000, 600_000),
    (0, "-Infinity", 5_000, 605_000, 0),
    (600_000, "-Infinity", 5_000, 645_000, 600_000),
    # The phone's clock has been moved back since.
    (600_000, "-Infinity", 5_000, 5_000, 0),
    # An answer: however long it was on its way, what can be stays.
    (0, 5_000, 5_000, 5_900, 0),
    (0, 5_000, 19_000, 20_000, 0),
    (600_000, 605_000, 5_000, 620_000, 600_000),
    # The phone's clock has been moved forward, or back: the nearest that can be.
    (0, 605_000, 5_000, 605_200, 599_000),
    (600_000, 5_000, 5_000, 5_200, 200),
    (-600_000, 5_000, 5_000, 5_200, -1_000),
]


def test_what_is_believed_of_a_phones_clock_stays_as_long_as_it_can_be(phone: Page) -> None:
    found = phone.evaluate(
        """async (cells) => {
            const { aheadAfter } = await import("./site-time.js");
            return cells.map((cell) => aheadAfter(...cell.slice(0, 4).map(Number)));
        }""",
        BELIEVED,
    )
    assert found == [cell[4] for cell in BELIEVED]


#: Every shape in which a form of the referee's page has a field.
FORM = """<form>
  <label>Paragraph  broken
    <select name="paragraph"><option>§6 illegal move</option></select></label>
  <label>or another <input name="paragraph"></label>
  <label><span class="colour">Yellow</span> <input name="yellow"></label>
  <fieldset><legend>Ruling</legend><label><input type="radio" name="ruling"> It stands</label></fieldset>
  <label>First <input name="places.0"></label>
  <input type="hidden" name="position">
</form>"""
#: The field of a refusal, what the site says, what the form says.
REFUSED = [
    ("paragraph", "paragraph: this is missing", "Paragraph broken: this is missing"),
    ("yellow", "yellow: no such field", "Yellow: no such field"),
    ("ruling", "ruling: one of a, b is needed", "Ruling: one of a, b is needed"),
    ("places[0]", "places[0]: this is missing", "First: this is missing"),
    # What has no heading is said as it came.
    ("position", "position: this is missing", "position: this is missing"),
    ("unknown", "unknown: this is missing", "unknown: this is missing"),
    ("paragraph", "The paragraph is missing", "The paragraph is missing"),
    (None, "It is over.", "It is over."),
]


def test_a_refusal_calls_its_field_as_the_form_does(phone: Page) -> None:
    said = phone.evaluate(
        """async ([html, refusals]) => {
            const { refusalOn } = await import("./referee/forms.js");
            document.body.innerHTML = html;
            const of = ([field, detail]) => refusalOn(document.forms[0], { detail, field: field ?? undefined });
            return refusals.map(of);
        }""",
        [FORM, REFUSED],
    )
    assert said == [words for _, _, words in REFUSED]
