"""A running site with a referee, games and events on it, as a browser meets them."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.conftest import running_chromium
from tests.servers import Site

#: Run on the site's own database: a referee and a deputy, and the players.
SET_UP = """
from django.contrib.auth.models import User
from django.utils import timezone
from games.models import Permit, Player
for name in ("referee", "deputy"):
    referee = User.objects.create_user(name, password="quick brown fox")
    Permit.objects.create(person=referee, role="referee", place="site", granted_at=timezone.now())
for name in {players!r}:
    Player.objects.create(name=name)
"""
#: Somebody who organises everything.
OWNER = """
from django.contrib.auth.models import User
User.objects.create_superuser("owner", password="quick brown fox")
"""
#: An event, without its players; with somebody who organises it and nothing else.
NEW_EVENT = """
from datetime import date
from django.contrib.auth.models import User
from django.utils import timezone
from games.models import Permit, Player
from tournaments import services
from tournaments.models import Season
from tournaments.hall import services as hall
by = {{"actor": "test", "now": timezone.now()}}
season = Season.objects.first() or services.create_season(
    slug="2026", name="2026", starts_on=date(2026, 1, 1), ends_on=date(2026, 12, 31), **by
)
event = services.create_event(
    season=season, slug={slug!r}, name={name!r}, format_key={format!r}, rules_name={rules!r},
    starts_on=date(2026, 11, 21), settings={settings!r}, **by
)
lena = User.objects.filter(username="lena").first() or User.objects.create_user("lena", password="quick brown fox")
Permit.objects.create(person=lena, role="organiser", place=f"event:{{event.slug}}", granted_at=timezone.now())
"""
#: So many people of an open tournament, four of each team, who are there.
PEOPLE = """
people = [(f"Person {{n}}", hall.Description(team=f"Team {{n // 4}}")) for n in range(1, {people} + 1)]
hall.announce(event_id=event.pk, players=people, **by)
hall.check_in_all(event_id=event.pk, **by)
"""
#: The round that is due, planned and published; prints the start numbers at its tables and the codes of their slips.
PUBLISHED_ROUND = """
import json
from django.utils import timezone
from tournaments.models import Event
from tournaments.hall import services as hall
from tournaments.standings.event_state import EventState
from tournaments.standings.rounds import round_of_subject
by = {{"actor": "test", "now": timezone.now()}}
event = Event.objects.get(slug={slug!r})
plan = hall.plan_round(event_id=event.pk, **by).plan
draw = hall.publish_round(event_id=event.pk, subject=plan.subject, **by)
state = EventState.load(Event.objects.get(pk=event.pk))
round_ = round_of_subject(state, plan.subject)
numbers = {{entry.key: entry.number for entry in state.entries}}
print(json.dumps({{
    "tables": [[numbers[key] for key in each] for each in round_.people],
    "codes": [hall.slip_token(draw, number) for number in round_.playing],
}}))
"""
#: Games, not begun, or begun by yellow, with throws of 5 or from a board; prints their ids.
NEW_GAMES = """
from django.utils import timezone
from games.enums import EventKind
from games.models import Player
from games.services import recorder
from games.services.commands import EventCommand, throw_command
from games.services.recorder import record
from rules import RULE_SETS
players = [Player.objects.get(name=name) for name in {players!r}]
for _ in range({number}):
    game = recorder.create_game(
        rules=RULE_SETS[{name!r}].but(**{options!r}), title={title!r}, actor="test", now=timezone.now(),
        seats=[(player, colours) for player, colours in zip(players, {seats!r}, strict=False)],
    )
    if {beginning!r}:
        told = dict(position={beginning!r}, finished=None, reason="test")
        position = EventCommand(EventKind.POSITION, told)
        record(game_id=game.pk, wanted=position, expected=1, actor="test", now=timezone.now())
    if {moves!r}:
        told = dict(game_id=game.pk, actor="test", now=timezone.now())
        recorder.start_game(starter="yellow", **told)
        recorder.record_throws(throws=[throw_command(5, move) for move in {moves!r}], expected=2, **told)
    print(game.pk)
"""
#: Starts a game, or records a throw in it, as if somebody else had.
ONE_THROW = """
from django.utils import timezone
from games.services import recorder
from games.services.commands import throw_command
from games.models import Game
game = Game.objects.get(pk={game!r})
if game.state == "created":
    recorder.start_game(game_id=game.pk, starter="yellow", actor="test", now=timezone.now())
else:
    recorder.record_throws(
        game_id=game.pk, throws=[throw_command(5, "5:A-5")], expected=game.number, actor="test", now=timezone.now()
    )
"""
#: Chances in a game that is being played, as if they had been counted where it stands.
CHANCES = """
from django.utils import timezone
from games.models import Chances, Game
game, now = Game.objects.get(pk={game!r}), timezone.now()
Chances.objects.create(
    game=game, number=game.number, recorded_at=now, counted_at=now, games=sum({won!r}), margin=0.1, swing=0,
    engine="test", figures=dict(wins=dict(zip(game.seating, {won!r}, strict=True)), places=dict(), colours=dict()),
)
"""
#: Milliseconds until a key that was tapped, or a choice that has appeared, answers.
DEAF = 400
#: Site and person → what a browser keeps in which they are logged in.
_logged_in: dict[tuple[str, str], Any] = {}
NAMES = ("Änne Öhler", "Bert Übel", "Cora Weiß")
#: Their entries in this order, drawn.
DRAWN = f"""
for name in {NAMES!r}:
    services.enter(event_id=event.pk, player=Player.objects.get(name=name), **by)
services.draw_in_seed_order(event_id=event.pk, **by)
"""
SEATS = [["yellow"], ["red"]]
#: A small phone.
PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 740},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
}


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """One browser for all files in a row: none of them asks the database itself."""
    with running_chromium() as browser:
        yield browser


@pytest.fixture
def phone(chromium: Browser) -> Iterator[Page]:
    """A page on a small phone, with a fresh profile."""
    with chromium.new_context(locale="en-GB", **PHONE) as context:
        yield context.new_page()


@pytest.fixture(scope="module")
def referees_site(live_asgi_server: Site) -> Site:
    """The running site, with a referee and two players."""
    live_asgi_server.shell(SET_UP.format(players=NAMES))
    return live_asgi_server


@pytest.fixture(scope="module")
def owned(live_asgi_server: Site) -> Site:
    """The running site, with an owner who organises everything."""
    live_asgi_server.shell(OWNER)
    return live_asgi_server


def new_event(
    site: Site, slug: str, format: str, rules: str, *, name: str = "", more: str = "", **settings: Any
) -> str:
    """What ``more`` prints, which is run when an event is made: ``event``, with ``lena`` who organises it."""
    made = NEW_EVENT.format(
        slug=slug, name=name or slug.capitalize(), format=format, rules=rules, settings=settings
    )
    return site.shell(made + more)


def new_hall(site: Site, people: int, slug: str = "hall") -> None:
    """An open tournament with a number of people who are there."""
    told: dict[str, Any] = {"rounds": 3, "minutes": 30, "place_points": [5, 3, 1, 0, 0, 0]}
    new_event(site, slug, "open", "schmidt-classic", more=PEOPLE.format(people=people), **told)


def published_round(site: Site, slug: str = "hall") -> dict[str, Any]:
    """The round of a hall that was due: the start numbers at its tables, and the codes of their slips."""
    found: dict[str, Any] = json.loads(site.shell(PUBLISHED_ROUND.format(slug=slug)))
    return found


def new_game(
    site: Site,
    name: str,
    title: str = "",
    seats: list[list[str]] = SEATS,
    beginning: str | None = None,
    **options: Any,
) -> str:
    """The id of a new game of as many players as there are seats; begun where its first position is told."""
    (game,) = new_games(site, name, 1, beginning, title=title, seats=seats, **options)
    return game


def new_games(
    site: Site,
    name: str,
    number: int,
    beginning: str | None = None,
    moves: Sequence[str] = (),
    title: str = "A game",
    seats: list[list[str]] = SEATS,
    **options: Any,
) -> list[str]:
    """The ids of a number of new games; begun where a first position, or moves with a 5, are given."""
    script = NEW_GAMES.format(
        number=number,
        name=name,
        title=title,
        seats=seats,
        options=options,
        beginning=beginning,
        moves=list(moves),
        players=NAMES,
    )
    return site.shell(script).split()


def log_in(page: Page, site: Site, then: str, who: str = "referee") -> None:
    """Log somebody in by the page's own form – again by its cookies –, and go to an address from there."""
    page.context.add_cookies(_logged_in.get((site.url, who), []))
    page.goto(f"{site.url}{then}")
    if "/accounts/login/" in page.url:
        page.fill("[name=username]", who)
        page.fill("[name=password]", "quick brown fox")
        page.click("main button")
        page.wait_for_url(f"{site.url}{then}")
        _logged_in[site.url, who] = page.context.cookies()


def open_game(page: Page, site: Site, game: str, who: str = "referee") -> None:
    """Log somebody in, and open the referee's page of a game."""
    log_in(page, site, f"/games/{game}/referee/", who)
    page.wait_for_selector("html[data-ready]")


def settled(page: Page) -> None:
    """Wait until every tap and key is worked off."""
    page.wait_for_selector("#desk[data-taps='0']", state="attached")


def all_sent(page: Page) -> None:
    """Wait until every tap is worked off and nothing waits on the phone any more."""
    settled(page)
    page.wait_for_selector("#waiting[data-entries='0']", state="attached")


def read_json(page: Page, site: Site, path: str) -> dict[str, Any]:
    """What the site answers to a program at that address."""
    answer: dict[str, Any] = json.loads(page.request.get(f"{site.url}{path}").text())
    return answer
