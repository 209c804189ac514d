"""Who finds, and who is told, the name behind a nickname and the date of birth of somebody, door by door.

Xaver was first entered in the season 2026, by his name; the site's organisers have given him the nickname and the date
since. In the season 2027 somebody else has entered him by his id.
"""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from django.test import Client

from games.access import Principal
from games.access.principal import Grant
from games.enums import Role
from games.models import Player
from games.queries.name_matching import KnownNames
from tests.replay import once
from tests.tournaments import doors
from tests.tournaments.conftest import new_event, with_role
from tests.tournaments.files.pdf_text import pages
from tests.tournaments.hall.halls import SETTINGS, WHO
from tests.tournaments.nicknamed import NAME, NICKNAME, traces_in
from tournaments import services
from tournaments.files.event_file import export_event, import_event
from tournaments.files.season_file import export_season
from tournaments.hall import services as hall
from tournaments.models import Event, Season
from tournaments.players.update import count_due
from tournaments.services import Slip

pytestmark = pytest.mark.django_db
BORN = date(1931, 3, 4)


def open_hall(season: Season, slug: str, who: Player | str) -> Event:
    event = new_event(
        season, slug=slug, name=slug, format_key="open", rules_name="schmidt-classic", settings=SETTINGS
    )
    hall.announce(event_id=event.pk, players=[(who, hall.Description())], **WHO)
    return event


@pytest.fixture
def xaver(season: Season) -> Player:
    return once(_xaver, season, told=season.pk)


def _xaver(season: Season) -> Player:
    """He has won a game of the cup of 2026, and is in one of the halls of 2027."""
    cup = new_event(season, settings={"wins": 1})
    services.enter_all(event_id=cup.pk, players=[NAME, "Bert Bach", "Cora Clausen"], **WHO)
    services.draw_in_seed_order(event_id=cup.pk, **WHO)
    services.enter_slip(event_id=cup.pk, number=1, slip=Slip(places=("yellow",)), **WHO)
    player = Player.objects.get(name=NAME)
    later = services.create_season(
        slug="2027", name="2027", starts_on=date(2027, 1, 1), ends_on=date(2027, 12, 31), **WHO
    )
    open_hall(later, "cup-2027", player)
    for of, year in ((season, "2026"), (later, "2027")):
        open_hall(of, f"hall-{year}", f"Guest of {year}")
        new_event(of, slug=f"next-{year}", name=f"next-{year}")
    player.nickname, player.born = NICKNAME, BORN
    player.save()
    count_due()
    return player


#: Who asks → their role and its place, and the year in which they are at home.
ROLES: Mapping[str, tuple[Role | None, str, str]] = {
    "organiser of the site": (Role.ORGANISER, "site", "2026"),
    "organiser of the season where first entered": (Role.ORGANISER, "season:2026", "2026"),
    "organiser of another season": (Role.ORGANISER, "season:2027", "2027"),
    "organiser of an event they are in": (Role.ORGANISER, "event:cup-2027", "2027"),
    "referee of an event they are in": (Role.REFEREE, "event:cup-2027", "2027"),
    "stranger": (None, "", "2027"),
}
#: The others are shown no more than the organiser of another season, or are told what is theirs to know anyway.
SLOW = ("organiser of the site", "organiser of an event they are in", "referee of an event they are in")
KNOW = ("organiser of the site", "organiser of the season where first entered")


def client_of(who: str) -> Client:
    role, place, _year = ROLES[who]
    return Client() if role is None else with_role(role, place)


# -- finding ---------------------------------------------------------------------------------------

SEARCHES = {
    "REST players": "/api/v1/players/?search=",
    "REST ratings": "/api/v1/ratings/?search=",
    "players": "/players/?search=",
}


@pytest.mark.parametrize("door", SEARCHES)
@pytest.mark.parametrize("who", ROLES)
def test_a_search_finds_a_hidden_name_for_who_may_know_it(xaver: Player, who: str, door: str) -> None:
    client = client_of(who)
    assert NICKNAME in client.get(f"{SEARCHES[door]}litz").content.decode()
    for text in (NAME, "xaver", "quoellm", "ver qu"):
        found = NICKNAME in client.get(f"{SEARCHES[door]}{text}").content.decode()
        assert found is (who in KNOW), text


def _post(path: str, field: str, **more: str) -> Callable[[Client, str, str], Any]:
    def send(client: Client, year: str, name: str) -> Any:
        season = Season.objects.get(slug=year).pk
        sent = {field: name, **{key: value.format(season=season) for key, value in more.items()}}
        return client.post(path.format(year=year), sent, follow=True)

    return send


def _rest(path: str, form: Callable[[str], dict[str, Any]]) -> Callable[[Client, str, str], Any]:
    def send(client: Client, year: str, name: str) -> Any:
        return client.post(path.format(year=year), form(name), content_type="application/json")

    return send


#: Where a name is typed that may be that of somebody who is here.
TYPED = {
    "walk-in": _post("/organise/events/hall-{year}/check-in/walk-in/", "name"),
    "pasted list": _post("/organise/events/hall-{year}/check-in/add/", "people"),
    "players page": _post("/organise/events/next-{year}/players/add/", "names"),
    "new event": lambda client, year, name: _post(
        "/organise/new/championship/",
        "names",
        season="{season}",
        rules_name="xmadn-3t",
        starts_on=f"{year}-11-21",
        level="1",
        ranked="on",
        is_public="on",
    )(client, year, f"{name}\nDora Dohle\nEmil Ente"),
    "REST walk-ins": _rest("/api/v1/events/hall-{year}/walk-ins/", lambda name: {"name": name}),
    "REST announced": _rest(
        "/api/v1/events/hall-{year}/announced/", lambda name: {"people": [{"name": name}]}
    ),
}


@pytest.mark.parametrize("door", TYPED)
@pytest.mark.parametrize("who", ROLES)
def test_a_typed_name_means_who_is_hidden_behind_it_for_who_may_know_it(
    xaver: Player, who: str, door: str
) -> None:
    role, place, year = ROLES[who]
    if place == "event:cup-2027":  # typed where they have a role
        place = "event:next-2027" if door == "players page" else "event:hall-2027"
    client = Client() if role is None else with_role(role, place)
    before = xaver.entries.count()
    answer = TYPED[door](client, year, NAME)
    said = answer.content.decode()
    is_recognised = NICKNAME in said or str(xaver.pk) in said or xaver.entries.count() > before
    assert is_recognised is (who in KNOW)


def test_what_is_taken_for_the_same_event_tells_no_hidden_name(xaver: Player) -> None:
    """A form that is sent twice makes one event; by that others could try names out."""
    season = Season.objects.get(slug="2027")
    others = [Player.objects.create(name=name) for name in ("Dora Dohle", "Emil Ente")]

    def made(*players: Player | str) -> Event:
        wish = services.EventWish(
            name="Twice",
            format_key="championship",
            rules_name="xmadn-3t",
            settings={"wins": 1},
            starts_on=date(2027, 11, 21),
            season=season,
            players=players,
            is_usual_name=True,
        )
        return services.make_event(wish=wish, **WHO)

    first = made(xaver, *others)
    assert made(xaver, *others) == first
    assert made(NAME, "Dora Dohle", "Emil Ente") != first


# -- reading ---------------------------------------------------------------------------------------

_ADMIN = "/admin/games/player/"
FILES = {"/organise/events/cup/event.json", "/organise/seasons/2026/season.json"}


def has_year_of_birth(text: str) -> bool:
    """Ids, tokens and figures have any four digits by chance."""
    words = re.sub(r"[\w-]{20,}", "", text)
    return re.search(rf"(?<![\w.,-]){BORN.year}(?!\w)|\d[.]\d+[.]{BORN.year}", words) is not None


def telling(client: Client, xaver: Player, below: str) -> set[str]:
    """All addresses, of those that begin so, at which something of the hidden name or the date of birth stands."""
    values: dict[str, list[object]] = {
        "uuid": [xaver.pk],
        "games/uuid": list(Event.objects.get(slug="cup").games.values_list("game_id", flat=True)),
        "slug": ["cup", "cup-2027"],
        "seasons/slug": ["2026", "2027"],
        "int": [1],
        "str": ["entry-1"],
        "path": [1],
        "player/path": [xaver.pk],
    }
    found = set()
    for path in (path for path in doors.paths(values) if path.startswith(below)):
        answer = client.get(path)
        if answer.status_code != 200 or answer.streaming:
            continue
        text = (
            "\n".join(pages(answer.content))
            if path.endswith(".pdf")
            else answer.content.decode(errors="replace")
        )
        # Its letters are random, and can spell any name of five.
        text = re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", text)
        if traces_in(text) or has_year_of_birth(text):
            found.add(path)
    return found


@pytest.mark.long
@pytest.mark.parametrize(
    "who", [pytest.param(who, marks=[pytest.mark.slow] * (who in SLOW)) for who in ROLES]
)
def test_no_address_tells_a_hidden_name_or_a_date_of_birth_to_who_may_not_know_it(
    xaver: Player, who: str
) -> None:
    pk = xaver.pk
    site = {
        _ADMIN,
        f"{_ADMIN}{pk}/change/",
        f"{_ADMIN}{pk}/history/",
        f"/organise/players/{pk}/edit/",
        *FILES,
        "/organise/events/cup-2027/event.json",
        "/organise/seasons/2027/season.json",
    }
    expected = {
        "organiser of the site": site,
        "organiser of the season where first entered": FILES,
        "organiser of another season": set(),
        "organiser of an event they are in": set(),
        "referee of an event they are in": set(),
        "stranger": set(),
    }
    # One who may know it shows that it would be found, where they are told.
    below = "/organise/" if who in KNOW and not doors.EVERYWHERE else "/"
    found = telling(client_of(who), xaver, below)
    assert found == {path for path in expected[who] if path.startswith(below)}


def test_files_have_the_name_for_who_may_know_it_and_never_the_date(xaver: Player) -> None:
    events = {slug: Event.objects.get(slug=slug) for slug in ("cup", "cup-2027")}
    season, other = (
        Principal("user:1", (Grant(Role.ORGANISER, f"season:{year}"),)) for year in ("2026", "2027")
    )
    for viewer, is_announced in ((season, True), (other, False), (replace(other, may_everything=True), True)):
        texts = [export_event(event, viewer) for event in events.values()]
        texts += [export_season(event.season, viewer) for event in events.values()]
        assert [bool(traces_in(text)) for text in texts] == [is_announced] * 4
        assert not any(map(has_year_of_birth, texts))
        assert all(NICKNAME in text for text in texts)


def test_a_file_without_hidden_names_is_imported_again_to_the_same_players(xaver: Player) -> None:
    event = Event.objects.get(slug="cup-2027")
    viewer = Principal("user:1", (Grant(Role.ORGANISER, "season:2027"),))
    text = export_event(event, viewer)
    (told,) = json.loads(text)["players"]
    assert told == {"id": str(xaver.pk), "name": NICKNAME, "nickname": ""}
    before = Player.objects.values().get(pk=xaver.pk)
    event.delete()
    again = import_event(text, **WHO)
    assert [entry.player_id for entry in again.entries.all()] == [xaver.pk]
    assert Player.objects.values().get(pk=xaver.pk) == before
    assert export_event(again, viewer) == text


# -- where somebody was first entered ----------------------------------------------------------------


def open_to(*places: str) -> set[str]:
    viewer = Principal("user:1", tuple(Grant(Role.ORGANISER, place) for place in places))
    return {player.shown_as for player in Player.objects.all() if KnownNames(viewer).called(player.name)}


def test_who_was_here_before_they_were_entered_stays_hidden(season: Season) -> None:
    """Otherwise whoever enters them first, by their id, would be told."""
    hidden = Player.objects.create(name=NAME, nickname=NICKNAME)
    cup = new_event(season)
    services.enter(event_id=cup.pk, player=hidden, **WHO)
    assert open_to("season:2026", "event:cup") == set()
    assert open_to("site") == {NICKNAME}


@pytest.mark.parametrize("action", ["withdrawn", "event deleted"])
def test_who_has_gone_from_the_first_season_does_not_become_another_ones(xaver: Player, action: str) -> None:
    hidden = Player.objects.create(name="Ludwig Lauer", nickname="Lux", entered_in="season:2026")
    event = new_event(Season.objects.get(slug="2026"), slug="short", name="short")
    entry = services.enter(event_id=event.pk, player=hidden, **WHO)
    if action == "withdrawn":
        services.withdraw(event_id=event.pk, key=entry.key, **WHO)
    else:
        event.delete()
    services.enter(event_id=Event.objects.get(slug="next-2027").pk, player=hidden, **WHO)
    assert "Lux" not in open_to("season:2027")
    assert "Lux" in open_to("season:2026")


def test_a_season_of_the_same_name_that_comes_later_knows_nobody(season: Season) -> None:
    hidden = Player.objects.create(name=NAME, nickname=NICKNAME, entered_in="season:2026")
    assert open_to("season:2026") == {NICKNAME}
    season.delete()
    hidden.refresh_from_db()
    assert hidden.entered_in == ""
    assert open_to("season:2026") == set()
