"""Every address of the site × everybody who could ask: what is not public is there for those who may see it alone.

The cells stand in ``visible_cells.py``, written by hand. One site for the whole file: a championship and a hall of
many tables that are not public, beside an event that is.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import Any
from urllib.parse import quote
from uuid import NAMESPACE_URL, UUID, uuid5

import pytest
import time_machine
from django.test import Client

from games.access import magic_links
from games.api.streams import GAMES
from games.enums import Role
from games.models import AccessToken, Game, Permit, Player
from tests.games.conftest import record_random_throws, token_with
from tests.replay import once
from tests.tournaments import doors, visible_cells
from tests.tournaments.conftest import NOW, YELLOW_STARTS, new_event, start, win, with_role
from tests.tournaments.event_state import undone
from tests.tournaments.hall.halls import SETTINGS, WHO, again, in_seat_order, published
from tests.tournaments.operations import UNSAFE, routes, takes
from tests.tournaments.visible_cells import CELLS, OF_THE_CUP, VIEWERS
from tournaments import services
from tournaments.demo import rehearsals
from tournaments.hall import services as hall
from tournaments.hall.services.people import Description
from tournaments.models import Delivery, Entry, Event, Season, Webhook
from tournaments.players.own_data import own_data_address
from tournaments.players.update import count_due
from tournaments.screens import services as screens
from tournaments.streams import EVENTS
from tournaments.webhooks import services as webhooks

pytestmark = [pytest.mark.django_db, pytest.mark.long]
CUP, HALL, OPEN = "secret-cup", "secret-hall", "open-cup"
AT_THE_CUP = ("Quirin Zwiebel", "Quendolin Zwack", "Quasimodo Zorn")
IN_THE_HALL = tuple(f"Xeno Xylander {number}" for number in range(9))
IN_PUBLIC = ("Anna Amsel", "Bert Bussard", "Cora Cormoran")
NOBODY_KNOWS = UUID(int=7)
OF_NOTHING = {
    "players": NOBODY_KNOWS,
    ("games", "pk"): NOBODY_KNOWS,
    "tokens": 0,
    "permits": 0,
    "webhooks": 0,
}
_ID = r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
#: Names that nobody reads who may not see what is not public; ids and slugs are added.
NAMES = ("Geheim", "Zwiebel", "Zwack", "Zorn", "Xylander")


# -- the site ----------------------------------------------------------------------------------------


@dataclass
class World:
    """The site: who looks, and what fills the places of addresses."""

    #: Viewer → browser, for what is about the hall, and what is about the cup.
    of_hall: Mapping[str, Client]
    of_cup: Mapping[str, Client]
    facts: Mapping[Any, Any]
    #: What is not public, in one expression.
    names: re.Pattern[str]

    def of(self, slug: str) -> Mapping[str, Client]:
        """Who looks at what is about the cup or the hall."""
        return self.of_cup if slug == CUP else self.of_hall


@pytest.fixture
def world(db: None) -> Iterator[World]:
    with time_machine.travel(NOW, tick=False):
        of_hall, of_cup, facts, names = once(_new_world)
        yield World(_browsers(of_hall), _browsers(of_cup), facts, names)


def _new_world() -> tuple[Any, ...]:
    """The world as it can be kept (tests/replay.py): cookies in the place of browsers."""
    world = _world()
    viewers = ({viewer: each.cookies for viewer, each in of.items()} for of in (world.of_hall, world.of_cup))
    return (*viewers, world.facts, world.names)


def _browsers(cookies: Mapping[str, Any]) -> dict[str, Client]:
    browsers = {viewer: Client() for viewer in cookies}
    for viewer, browser in browsers.items():
        browser.cookies = cookies[viewer]
    return browsers


def _public_part() -> Season:
    """What is public, and who organises."""
    season = _season("2026")
    _season("2025")
    _cup(season, OPEN, "Open Cup", IN_PUBLIC)
    return season


def _world(season: Season | None = None) -> World:
    season = season or _public_part()
    cup, running = _cup(season, CUP, "Geheimpokal", AT_THE_CUP, is_public=False)
    secret = _hall(season)
    link = personal_link(secret)
    facts = _facts(season, cup, running, secret, link)
    own, accounts = Client(), [with_role(Role.ORGANISER, f"season:{year}") for year in ("2025", "2026")]
    assert own.get(link).status_code == 200
    viewers = {
        slug: dict(
            zip(VIEWERS, (Client(), own, link_to(f"event:{slug}"), link_to(part), *accounts), strict=True)
        )
        for slug, part in ((CUP, f"game:{running.pk}"), (HALL, f"round:{HALL}:1"))
    }
    facts["tokens"] = AccessToken.objects.get(place=f"event:{HALL}").pk
    facts["permits"] = Permit.objects.create(
        person=Permit.objects.first().person,  # type: ignore[union-attr]
        role=Role.VIEWER,
        place=f"event:{HALL}",
        granted_by="test",
        granted_at=NOW,
    ).pk
    return World(viewers[HALL], viewers[CUP], facts, hidden_names(cup, secret))


def _season(year: str) -> Season:
    first, last = date(int(year), 1, 1), date(int(year), 12, 31)
    return services.create_season(slug=year, name=year, starts_on=first, ends_on=last, **WHO)


def _cup(
    season: Season, slug: str, name: str, people: Sequence[str], *, is_public: bool = True
) -> tuple[Event, Game]:
    """A championship with a game that has ended and one that is being played, at board 7."""
    event = new_event(season, slug=slug, name=name, is_public=is_public)
    for each in people:
        player = Player.objects.create(pk=_id(slug, each), name=each)
        services.enter(event_id=event.pk, player=player, **WHO)
    services.draw_in_seed_order(event_id=event.pk, **WHO)
    win(start(event, rounds=YELLOW_STARTS, board="3", game_id=_id(slug, "1")).game, "red")
    running = start(event, board="7", game_id=_id(slug, "2")).game
    return again(event), record_random_throws(running, 9)


def _id(slug: str, name: str) -> UUID:
    """The same id on every site, so that two can be compared."""
    return uuid5(NAMESPACE_URL, f"{slug} {name}")


def _hall(season: Season) -> Event:
    """A hall in its first round, with a result of table 1; one has registered themselves, the door is open.

    One of its people is in the public championship, too.
    """
    event = new_event(
        season,
        slug=HALL,
        name="Geheimsaal",
        format_key="open",
        rules_name="schmidt-classic",
        settings=SETTINGS,
        is_public=False,
    )
    named: list[Player | str] = [*IN_THE_HALL, Player.objects.get(name=IN_PUBLIC[0])]
    people = [(each, Description(team=f"Geheimteam {number % 3}")) for number, each in enumerate(named)]
    hall.announce(event_id=event.pk, players=people, **WHO)
    hall.set_up_registration(event_id=event.pk, changes={"is_open": True}, **WHO)
    Entry.objects.filter(event=event, number=3).update(registered="by a form")
    hall.check_in_all(event_id=event.pk, **WHO)
    hall.open_door(event_id=event.pk, **WHO)
    round_ = published(event)
    hall.enter_slips(event_id=event.pk, slips=in_seat_order(round_)[:1], **WHO)
    return again(event)


def personal_link(event: Event, number: int = 3) -> str:
    return f"/events/{event.slug}/register/{number}/{hall.personal_token(event, event.entries.get(number=number))}/"


def link_to(place: str, role: Role = Role.RECORDER) -> Client:
    """A browser in which a link was opened."""
    browser = Client()
    assert browser.post(magic_links.address_with(token_with(role, place))).status_code == 302
    return browser


def hidden_names(*events: Event) -> re.Pattern[str]:
    """All that names the events and what belongs to them alone: names, slugs, ids of games and of players."""
    found = [*NAMES, *(event.slug for event in events)]
    found += map(str, Game.objects.filter(event_game__event__in=events).values_list("pk", flat=True))
    only_there = Player.objects.filter(entries__event__in=events).exclude(entries__event__slug=OPEN)
    found += map(str, only_there.values_list("pk", flat=True))
    return re.compile("|".join(map(re.escape, found)))


def _facts(season: Season, cup: Event, running: Game, secret: Event, link: str) -> dict[Any, Any]:
    """What fills the places of addresses: by the part of the address before, or by the name of the place."""
    screen = screens.create_hall(slug="screen", name="Screen", language="en", **WHO)
    slide = screens.add_slide(hall_id=screen.pk, kind="table", event=cup, seconds=10, **WHO)
    screens.add_slide(hall_id=screen.pk, kind="seats", event=secret, seconds=10, **WHO)
    webhook: Any = partial(
        Webhook.objects.create,
        url="https://example.org/",
        kinds=["game.ended"],
        created_by="test",
        created_at=NOW,
    )
    of = {}
    for place, about in (("events", {"event": cup}), ("seasons", {"season": season}), ("site", {})):
        hook = webhook(**about)
        body = '{"told": "Geheim"}' if place == "events" else "{}"
        sent = Delivery.objects.create(
            webhook=hook, kind="game.ended", body=body, created_at=NOW, next_attempt_at=NOW
        )
        of[place] = {"webhooks": hook.pk, "deliveries": sent.uuid}
    draw = secret.draws.get()
    return {
        "of": of,
        "seasons": season.slug,
        "halls": screen.slug,
        "slides": slide.pk,
        "rankings": "3t",
        "players": secret.entries.get(number=3).player_id,
        "against": secret.entries.get(number=4).player_id,
        ("games", "pk"): running.pk,
        "replay": running.number - 1,
        ("people", "key"): "entry-3",
        "entries": secret.entries.get(number=3).pk,
        "register": link.split("/")[-2],
        ("slips", "token"): hall.slip_token(draw, 2),
        "here": hall.registration_of(secret).door_code,
        "your-data": own_data_address(secret.entries.get(number=3).player).split("/")[-2],
    }


# -- asking ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Answer:
    """What a viewer got at an address."""

    word: str
    status: int
    text: str
    headers: Mapping[str, str]

    @property
    def location(self) -> str:
        return self.headers.get("Location", "")


_PLACE = re.compile(r"<(?:(\w+):)?(\w+)>")
_FORGERY = re.compile(r'name="csrfmiddlewaretoken" value="\w+"')
#: What fills a place: by the part of the address before it and its name, else by the part before it, else by its kind.
_FIXED: Mapping[Any, str] = {
    ("games", "number"): "1",
    ("slips", "number"): "2",
    ("register", "number"): "3",
    ("w", "number"): "3",
    "prints": "seats-by-name",
    "rounds": "round-1",
    "round": "round-1",
    "seating": "round-1",
    "draw": "seed-order",
    "hold": "interrupt",
    "new": "league",
    "records": "fastest-win",
    "docs": "api",
    "int": "1",
    "str": "x",
    "slug": "x",
    "uuid": str(NOBODY_KNOWS),
}


def path_to(address: str, facts: Mapping[Any, Any], slug: str) -> str:
    """The address with its places filled."""
    kept = next((each for each in ("events", "seasons") if f"{each}/<" in address), "site")
    if address.startswith("api/v1/webhooks/"):
        kept = "events"
    known = {**_FIXED, **facts["of"][kept], **facts, "events": slug}
    parts: list[str] = []
    for part in address.split("/"):
        if place := _PLACE.search(part):
            # Of two places that follow one another the second is told by what stands before both.
            before = next(each for each in reversed(parts) if not each.isdigit()) if parts else ""
            keys = ((before, place[2]), before, place[1] or "str")
            value = next(str(known[key]) for key in keys if key in known)
            parts.append(part[: place.start()] + value + part[place.end() :])
        else:
            parts.append(part)
    return "/" + "/".join(parts)


def ask(browser: Client, path: str, names: re.Pattern[str], is_about: bool, method: str = "get") -> Answer:
    """What a browser gets; ``is_about``: the address is of something that is not public."""
    got = getattr(browser, method)(path)
    content = b"".join(got.streaming_content) if got.streaming else got.content
    text = _FORGERY.sub("", content.decode(errors="replace"))
    shown = "\n".join([text, *(f"{name}: {value}" for name, value in got.items())])
    # A page that repeats the address by which it was asked for says nothing new.
    for echo in (path, quote(path), quote(path, safe=""), path.rstrip("/")):
        shown = shown.replace(echo, "")
    is_named = bool(names.search(shown))
    return Answer(_word(got, is_named, is_about), got.status_code, text, dict(got.items()))


def _word(got: Any, is_named: bool, is_about: bool) -> str:
    status = got.status_code
    to_login = status == 302 and "/accounts/login/" in got["Location"]
    refused = {401: "login", 403: "none", 404: "404", 405: "405"}.get(status, "login" if to_login else "")
    if refused and (is_about or refused != "404"):
        return f"{refused}, and it is named" if is_named and status != 403 else refused
    return "seen" if is_named or is_about else "without"


def is_about(address: str) -> bool:
    """Whether an address is of something that is not public, so that any answer says that it is there."""
    return bool(
        re.search(r"(events|games|players|against)/<(slug|uuid)|(tokens|permits|v1/webhooks)/<int", address)
    ) or address in (
        "w/",
        "w/<int:number>/",
        "your-data/<str:token>/",
        "your-data/<str:token>/export/",
    )


#: By what somebody is let in: opened in a browser of its own, which is known from then on.
_LETS_IN = ("register/<int:number>/", "here/<slug:code>/", "slips/<int:number>/<slug:token>/")


def of_the_cup(address: str) -> bool:
    return address in OF_THE_CUP or "games/<uuid" in address


@dataclass
class Asked:
    """What everybody got everywhere, by address and viewer."""

    answers: dict[tuple[str, str], Answer]
    #: The same at addresses of what does not exist, by those who may see nothing of the rest.
    nowhere: dict[tuple[str, str], tuple[Answer, Answer]]
    #: What a stranger gets who shows the organiser's ETag, and by HEAD.
    guessed: dict[str, int]
    heads: dict[str, int]


_ASKED: list[Asked] = []


@pytest.fixture
def asked(request: pytest.FixtureRequest) -> Asked:
    """All that is asked on one site, once."""
    if not _ASKED:
        _ASKED.append(_ask_all(request.getfixturevalue("world")))
    return _ASKED[0]


def _ask_all(world: World) -> Asked:
    asked = Asked({}, {}, {}, {})
    nowhere = {**world.facts, **OF_NOTHING}
    for address in visible_cells.addresses():
        slug = CUP if of_the_cup(address) else HALL
        path, elsewhere = path_to(address, world.facts, slug), path_to(address, nowhere, "nowhere")
        for viewer, browser in world.of(slug).items():
            asking = Client() if any(each in address for each in _LETS_IN) else browser
            got = asked.answers[address, viewer] = ask(asking, path, world.names, is_about(address))
            if path != elsewhere and got.word in ("404", "login", "none") and _sees_nothing(viewer, address):
                there = ask(browser, elsewhere, world.names, is_about=False)
                asked.nowhere[address, viewer] = got, there
        if is_about(address) and CELLS.get(address, ("",))[0] != "seen":
            tag = asked.answers[address, "organiser"].headers.get("ETag")
            stranger = world.of(slug)["stranger"]
            asked.heads[address] = stranger.head(path).status_code
            if tag:
                asked.guessed[address] = stranger.get(path, headers={"if-none-match": tag}).status_code
    return asked


def _sees_nothing(viewer: str, address: str) -> bool:
    """Whether a viewer sees nothing of what an address is about: others may be told that they have no role."""
    is_own = "games/<uuid" in address or "start/<int:number>" in address
    return viewer in ("stranger", "elsewhere") or (viewer == "of a game" and not is_own)


# -- cell by cell ------------------------------------------------------------------------------------


def test_every_address_has_its_cells() -> None:
    there = set(visible_cells.addresses())
    assert (there - CELLS.keys(), CELLS.keys() - there) == (set(), set())
    assert {len(cells) for cells in CELLS.values()} == {len(VIEWERS)}
    assert {word for cells in CELLS.values() for word in cells} <= set(visible_cells.WORDS)


def test_every_cell_is_as_it_is_written(asked: Asked) -> None:
    wrong = []
    for address in visible_cells.addresses():
        found = [asked.answers[address, viewer].word for viewer in VIEWERS]
        if found != list(CELLS.get(address, ())):
            wrong.append(f"{address}: {' '.join(found)}, not {' '.join(CELLS.get(address, ()))}")
    assert wrong == [], "\n".join(wrong)


def test_what_somebody_may_not_see_is_as_what_is_not_there(asked: Asked) -> None:
    assert len(asked.nowhere) > 300
    wrong = [
        f"{address}, {viewer}: {got.status} {got.location}, of what is not there {there.status} {there.location}"
        for (address, viewer), (got, there) in asked.nowhere.items()
        if plain(got) != plain(there)
    ]
    assert wrong == [], "\n".join(wrong)


def plain(answer: Answer) -> tuple[int, str, str]:
    """The answer without what the address itself says."""
    told = re.sub(f"{CUP}|{HALL}|nowhere|{_ID}|\\b\\d+\\b", "…", answer.location + answer.text)
    return answer.status, told, answer.headers.get("Cache-Control", "")


def test_what_is_not_public_is_kept_by_nobody_between(asked: Asked) -> None:
    """An answer for one viewer says so, and that who asks decides."""
    # What everybody may ask for; the rest is for nobody without a role, whatever it is about.
    seen = {
        at: answer.headers.get("Cache-Control", "")
        for at, answer in asked.answers.items()
        if answer.word == "seen" and CELLS[at[0]][0] in ("404", "without")
    }
    assert {at: kept for at, kept in seen.items() if not re.search("private|no-store", kept)} == {}


def test_a_stranger_learns_nothing_by_an_etag_or_by_head(asked: Asked) -> None:
    assert len(asked.guessed) > 20
    statuses = {"404": (404,), "login": (302, 401), "405": (405,)}
    assert [
        (address, status)
        for found in (asked.guessed, asked.heads)
        for address, status in found.items()
        if status not in statuses[CELLS[address][0]]
    ] == []


# -- what the addresses do not say -------------------------------------------------------------------


def test_the_short_way_and_frozen_moments(world: World) -> None:
    event = Event.objects.get(slug=CUP)
    assert not doors.short_way(CUP)
    assert doors.short_way(OPEN)
    for at in ("", *map(str, range(1, event.version + 1)), NOW.isoformat()):
        path = f"/api/v1/events/{CUP}/standings/?at={quote(at)}"
        found = {viewer: browser.get(path).status_code for viewer, browser in world.of_cup.items()}
        strangers = {found[viewer] for viewer in ("stranger", "player", "of a game", "elsewhere")}
        assert (strangers, found["recorder"]) == ({404}, found["organiser"])
    assert found["recorder"] == 200


#: What narrows a list, with what is there and with what is not.
_NARROWED = (
    ("/api/v1/games/?event={slug}", "/api/v1/games/?event=nowhere"),
    ("/api/v1/games/?player={player}", "/api/v1/games/?player={nobody}"),
    ("/api/v1/games/?state=running&limit=50", "/api/v1/games/?state=running&limit=50"),
    ("/api/v1/events/?player={player}", "/api/v1/events/?player={nobody}"),
    ("/api/v1/events/?season=2026&status=running", "/api/v1/events/?season=2026&status=running"),
    ("/api/v1/players/?search=xylan", "/api/v1/players/?search=nobody"),
    ("/api/v1/ratings/?search=xylan", "/api/v1/ratings/?search=nobody"),
    ("/players/?search=xylan", "/players/?search=nobody"),
    ("/ratings/?search=xylan", "/ratings/?search=nobody"),
    ("/api/v1/webhooks/?event={slug}", "/api/v1/webhooks/?event=nowhere"),
    ("/access/?place=event:{slug}", "/access/?place=event:nowhere"),
    ("/api/v1/rankings/3t/?on=2026-11-21", "/api/v1/rankings/3t/?on=2026-11-21"),
)


def test_no_list_is_narrowed_to_it(world: World) -> None:
    for slug, player in (
        (CUP, Player.objects.get(name=AT_THE_CUP[0])),
        (HALL, Player.objects.get(name=IN_THE_HALL[0])),
    ):
        facts = {"slug": slug, "player": player.pk, "nobody": NOBODY_KNOWS}
        for viewer in ("stranger", "elsewhere"):
            browser = world.of(slug)[viewer]
            for at, other in _NARROWED:
                got, there = (
                    ask(browser, each.format(**facts), world.names, is_about=False) for each in (at, other)
                )
                found = [
                    re.sub(f"{slug}|nowhere|xylan|nobody|{_ID}", "…", each.text) for each in (got, there)
                ]
                assert (got.status, found[0]) == (there.status, found[1]), (viewer, at)
                assert not world.names.search(got.text.replace(slug, ""))


def test_nothing_that_is_sent_tells_that_it_is_there(world: World) -> None:
    """Every address, every method that changes something: as if there were no such thing."""
    nowhere = {**world.facts, **OF_NOTHING}
    wrong, number = [], 0
    for address, view in routes():
        slug = CUP if of_the_cup(address) else HALL
        if (
            not is_about(address)
            or address.startswith(("admin/", "^"))
            or any(each in address for each in _LETS_IN)
        ):
            continue
        path, elsewhere = path_to(address, world.facts, slug), path_to(address, nowhere, "nowhere")
        for viewer in ("stranger", "elsewhere", "of a game"):
            for method in (
                [each for each in UNSAFE if takes(view, each)] if hasattr(view, "cls") else ["post"]
            ):
                if not _sees_nothing(viewer, address):
                    continue
                got, there = (
                    ask(world.of(slug)[viewer], each, world.names, is_about=False, method=method)
                    for each in (path, elsewhere)
                )
                number += 1
                if plain(got) != plain(there):
                    wrong.append(
                        f"{method} {address}, {viewer}: {got.status}, of what is not there {there.status}"
                    )
    assert number > 400
    assert wrong == [], "\n".join(wrong)
    assert not Event.objects.get(slug=CUP).is_public


def test_codes_that_are_wrong_open_nothing_and_tell_nothing(world: World) -> None:
    """Of the hall, and of what is not there: the same answer."""
    for path in (
        "/events/{}/register/3/{}/",
        "/events/{}/here/{}/",
        "/events/{}/slips/2/{}/",
        "/events/{}/slips/2/{}/now/",
    ):
        found = [
            plain(ask(Client(), path.format(slug, "x" * 20), world.names, is_about=False))
            for slug in (HALL, CUP, "nowhere")
        ]
        assert found[0] == found[1] == found[2], path
        assert found[0][0] == 404
    claim = {"number": 2, "order": [1, 2, 3]}
    for token, slug, is_there in (
        ("x" * 20, HALL, False),
        ("x" * 20, CUP, False),
        ("x" * 20, "nowhere", False),
        (world.facts["slips", "token"], HALL, True),
    ):
        address, own = f"/api/v1/events/{slug}/slips/", {"claimant": 1, "token": token}
        for path, told in (("claim/", {**claim, **own}), ("1/withdraw/", own))[: 1 if is_there else 2]:
            answer = Client().post(address + path, told, content_type="application/json")
            assert (answer.status_code != 404) == is_there, (slug, path)


def test_a_door_is_not_tried_more_often_because_nobody_sees_it(world: World, settings: Any) -> None:
    settings.ARRIVALS_PER_MINUTE = 2
    for number, slug in enumerate((HALL, "nowhere"), start=1):
        phone = Client(REMOTE_ADDR=f"10.0.0.{number}")
        found = [phone.get(f"/events/{slug}/here/WRONG{each}/").status_code for each in range(4)]
        assert found == [404, 404, 429, 429], slug


def test_a_link_of_one_game_leads_to_no_other(world: World) -> None:
    """Neither when the game has ended, nor where the next begins: not even their ids and names."""
    event, ended = Event.objects.get(slug=CUP), Game.objects.get(pk=_id(CUP, "1"))
    answer = link_to(f"board:{CUP}:3").get(f"/events/{CUP}/start/2/")
    assert str(_id(CUP, "2")) not in answer.get("Location", "")
    win(Game.objects.get(pk=_id(CUP, "2")), "red")
    for viewer, is_led_on in (("of a game", False), ("recorder", True)):
        page = world.of_cup[viewer].get(f"/games/{_id(CUP, '2')}/referee/desk/").content.decode()
        assert str(ended.pk) not in page
        assert (f"Table of {event.name}" in page) == is_led_on


def test_the_screen_of_a_rehearsal_is_called_like_it(world: World) -> None:
    made = rehearsals.start_rehearsal(
        event_id=Event.objects.get(slug=HALL).pk, name="Geheimprobe", people=8, pace=2, language="en", **WHO
    )
    assert made.hall is not None
    paths = [f"/halls/{made.hall.slug}/", f"/halls/{made.hall.slug}/now/", f"/events/{made.event.slug}/"]
    for viewer, status in (("stranger", 404), ("player", 404), ("elsewhere", 404), ("organiser", 200)):
        assert {world.of_hall[viewer].get(path).status_code for path in paths} == {status}, viewer


def test_who_organises_elsewhere_is_told_of_no_namesake_no_place_and_no_id(world: World) -> None:
    """By the id of a player they would be shown with their name."""
    new_event(Season.objects.get(slug="2025"), slug="elsewhere", starts_on=date(2025, 11, 21))
    header = {"Authorization": f"Bearer {token_with(Role.ORGANISER, 'season:2025')}"}
    send = partial(Client(headers=header).post, content_type="application/json")
    admitted = {"name": "x", "person": "x", "role": "viewer"}
    anna = Player.objects.get(name=IN_PUBLIC[0])
    assert send("/api/v1/events/elsewhere/entries/", {"player": str(anna.pk)}).status_code == 201
    for path, told, other in (
        ("tokens/", {**admitted, "place": f"event:{CUP}"}, {"place": "event:nowhere"}),
        ("permits/", {**admitted, "place": f"event:{CUP}"}, {"place": "event:nowhere"}),
        ("tokens/", {**admitted, "place": f"board:{CUP}:7"}, {"place": "board:nowhere:7"}),
        ("webhooks/", {"event": CUP}, {"event": "nowhere"}),
        ("players/", {"name": AT_THE_CUP[0]}, {"name": "Somebody New"}),
        ("events/elsewhere/entries/", {"player": str(world.facts["players"])}, {"player": str(NOBODY_KNOWS)}),
    ):
        got, there = (send(f"/api/v1/{path}", each) for each in (told, {**told, **other}))
        assert got.status_code == there.status_code >= 400, (path, got.content)
        texts = [answer.content.decode() for answer in (got, there)]
        for value in (*told.values(), *other.values()):
            texts = [text.replace(value, "…") for text in texts]
        assert texts[0] == texts[1], path


#: What tells of the moment or of the machine.
_EVER_NEW = (
    "metrics",
    "readyz",
    "healthz",
    "accounts/",
    "halls/<slug:slug>/",
    "seasons/<slug:slug>/dump.zip",
)


def test_to_a_stranger_everything_is_as_if_there_were_nothing_more(db: None) -> None:
    """Lists, counts, rankings, records: the same page before there is anything that is not public, and afterwards."""
    with time_machine.travel(NOW, tick=False):
        season = _public_part()
        count_due()
        facts = {"of": {"events": {}, "seasons": {}, "site": {}}, "seasons": "2026", "rankings": "3t"}
        at = [
            path_to(address, facts, OPEN)
            for address, cells in CELLS.items()
            if cells[0] == "without" and not address.startswith(_EVER_NEW)
        ]
        at += [f"/players/{_id(OPEN, IN_PUBLIC[0])}/", f"/events/{OPEN}/", "/api/v1/games/?limit=1", "/w/"]

        def pages() -> dict[str, str]:
            return {
                path: _FORGERY.sub("", Client().get(path).content.decode(errors="replace")) for path in at
            }

        before = pages()
        _world(season)
        count_due()
        after = pages()
    assert [path for path in at if before[path] != after[path]] == []


def test_streams_of_everybody_have_nothing_of_it(world: World) -> None:
    """What is read for strangers; that a stream which was open before ends: tests/games/test_public_streams.py."""
    watched = [(GAMES, str(_id(CUP, "2"))), (EVENTS, CUP), (EVENTS, HALL)]

    for is_public in (False, True, False):
        publish(is_public)
        for numbers, openings in doors.streams(watched).values():
            told = bool(numbers), any(each is not None for each in openings)
            assert told == (is_public, is_public)


def test_what_waits_for_a_receiver_is_dropped_when_it_is_hidden(world: World) -> None:
    """Nor does a test of a webhook tell anything of it."""
    chat = {"receiver": "discord", "url": "https://discord.com/api/webhooks/1/x", "language": "de"}
    program = {"receiver": "program", "url": "https://example.org/"}
    Webhook.objects.all().delete()
    cup, season = Event.objects.get(slug=CUP), Season.objects.get(slug="2026")
    hooks = [
        Webhook.objects.create(
            **place, **receiver, kinds=["standings.changed"], created_by="test", created_at=NOW
        )
        for receiver in (chat, program)
        for place in ({"event": cup}, {"season": season}, {})
    ]
    waiting = Delivery.objects.filter(state=Delivery.State.WAITING)

    def named() -> int:
        return len([each for each in waiting.all() if world.names.search(each.body)])

    for is_public, tests, told in ((False, 0, 0), (True, 2, 2 * (3 + 2)), (False, 0, 0)):
        publish(is_public)
        assert named() == told
        with undone():
            for hook in hooks:
                webhooks.ping(webhook_id=hook.pk, **WHO)
            assert named() - told == tests


# -- public, and not public again --------------------------------------------------------------------

#: Cells of what a stranger sees once it is public.
_OF_ALL = ("404 seen seen 404 404 seen", "404 404 seen 404 404 seen", "404 404 seen seen 404 seen")


def test_published_all_see_it_at_once_and_then_nobody_again(world: World) -> None:
    wanted = [address for address, cells in CELLS.items() if " ".join(cells) in _OF_ALL]
    lists = [address for address, cells in CELLS.items() if cells[0] == "without" and cells[-1] == "seen"]

    def seen() -> dict[str, tuple[int, str]]:
        found = {}
        for address in (*wanted, *lists):
            path = path_to(address, world.facts, CUP if of_the_cup(address) else HALL)
            got = ask(Client(), path, world.names, is_about(address))
            found[address] = (got.status, got.word)
        return found

    before = seen()
    assert {word for _, word in before.values()} == {"404", "without"}
    publish(True)
    after = seen()
    assert {address: word for address, word in after.items() if word[1] != "seen"} == {}
    assert doors.short_way(CUP)
    publish(False)
    assert seen() == before
    assert not doors.short_way(CUP)


def publish(is_public: bool) -> None:
    for event in Event.objects.filter(slug__in=(CUP, HALL)):
        services.change_event(event_id=event.pk, changes={"is_public": is_public}, **WHO)
