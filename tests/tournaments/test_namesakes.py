"""A name that is known is asked about at every door: nobody is silently taken for somebody else, or made twice."""

import html
import re
from collections.abc import Callable
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client
from rest_framework.test import APIClient

from games.access import COMMAND
from games.enums import Role
from games.models import Player
from tests.games.conftest import client_with
from tests.tournaments.conftest import NOW, new_event, with_role
from tests.tournaments.dashboard import organiser as organiser
from tests.tournaments.event_state import everything, undone
from tests.tournaments.hall.halls import WHO, entered, in_seat_order, new_hall, published
from tournaments import services
from tournaments.errors import EventStateConflict
from tournaments.files.event_file import export_event
from tournaments.files.result_import import ResultList, import_list
from tournaments.files.season_file import export_season
from tournaments.hall import services as hall
from tournaments.models import Entry, Event, Season

pytestmark = pytest.mark.django_db
HALL = "/organise/events/hall/check-in/"
API = "/api/v1/"

#: What is typed, beside Anna Bauer, who is known, and Johann Verborgen, who is known and shown as Foxy Fux.
TYPED = {
    "same name": "Anna Bauer",
    "other spelling": "ANNA  BAUÉR",
    "near miss": "Anna Baur",
    "nickname": "Foxy Fux",
    "behind the nickname": "Johann Verborgen",
    "nobody": "Zora Zahn",
}
#: Door → what becomes of each of them: the page asks, shows that they are known, makes somebody new, or refuses;
#: or makes somebody new of whom the desk is asked afterwards.
EXPECTED = {
    #                same name  spelling  near miss  nickname   behind it  nobody
    "new event": ("known", "asked", "asked", "known", "known", "new"),
    "players page": ("asked", "asked", "asked", "asked", "asked", "new"),
    "pasted list": ("asked", "asked", "asked", "asked", "asked", "new"),
    "list as CSV": ("asked", "asked", "asked", "asked", "asked", "new"),
    "walk-in": ("asked", "asked", "asked", "asked", "asked", "new"),
    "walk-in by script": ("asked", "asked", "asked", "asked", "asked", "new"),
    "registration": ("later", "later", "later", "later", "later", "new"),
    "result list": ("known", "asked", "asked", "known", "known", "new"),
    "REST players": ("refused", "refused", "refused", "refused", "refused", "new"),
    "REST nicknames": ("refused", "refused", "refused", "refused", "refused", "new"),
    "REST walk-ins": ("refused", "refused", "refused", "refused", "refused", "new"),
    "REST announced": ("refused", "refused", "refused", "refused", "refused", "new"),
}


@dataclass
class Site:
    """Who is known, and who is at the doors."""

    anna: Player
    foxy: Player
    organiser: Client
    program: APIClient

    def known(self, name: str) -> Player:
        return self.foxy if name in ("Foxy Fux", "Johann Verborgen") else self.anna


@pytest.fixture
def site(season: Season, organiser: Client) -> Site:
    new_hall(season, 2)
    hall.set_up_registration(event_id=Event.objects.get(slug="hall").pk, changes={"is_open": True}, **WHO)
    new_event(season, slug="league", name="League", format_key="league", rules_name="xmadn-2t", settings={})
    anna = Player.objects.create(name="Anna Bauer")
    foxy = Player.objects.create(name="Johann Verborgen", nickname="Foxy Fux")
    return Site(anna, foxy, organiser, client_with(Role.ORGANISER))


def said(name: str, who: str) -> dict[str, str]:
    """What a page sends beside its form, once it was said who is meant."""
    return {f"who-{' '.join(name.split())}": who} if who else {}


# Each sends the name, with what was said about it, and returns the page that answers.
Door = Callable[[Site, str, str], Any]


def by_page(address: str, form: Callable[[str], dict[str, Any]], **how: Any) -> Door:
    def door(site: Site, name: str, who: str) -> Any:
        return site.organiser.post(address, {**form(name), **said(name, who)}, **how)

    return door


def new_event_form(name: str) -> dict[str, Any]:
    names, season = f"{name}\nBert Bach\nCora Clausen", Season.objects.get().pk
    day = {"season": season, "starts_on": "2026-11-21", "level": "1", "ranked": "on", "is_public": "on"}
    return {"names": names, "rules_name": "xmadn-3t", **day}


def csv_file(name: str) -> dict[str, Any]:
    return {"file": SimpleUploadedFile("people.csv", f"Name;Team\n{name};Red".encode())}


def registration(site: Site, name: str, who: str) -> Any:
    phone, page = Client(), "/events/hall/register/"
    (mark,) = re.findall(r'name="form" value="([^"]+)"', phone.get(page).content.decode())
    return phone.post(page, {"form": mark, "consent": "on", "name": name})


def result_list(site: Site, name: str, who: str) -> Any:
    text = f"event;date;format;settings;players;result\nOld Cup;1.2.2026;Championship;wins=1;{name}/Bert/Cora;Bert\n"
    wanted: dict[str, Any] = {
        "decisions": {" ".join(name.split()): who} if who else {},
        "actor": "test",
        "now": NOW,
    }
    import_list(ResultList(text.encode()), is_preview=True, **wanted)
    return import_list(ResultList(text.encode()), **wanted)


def by_rest(address: str, form: Callable[[dict[str, Any]], dict[str, Any]]) -> Door:
    def door(site: Site, name: str, who: str) -> Any:
        sent = {"name": name, **({"new": True} if who == "new" else {})}
        return site.program.post(f"{API}{address}", form(sent), format="json")

    return door


DOORS: dict[str, Door] = {
    "new event": by_page("/organise/new/championship/", new_event_form),
    "players page": by_page("/organise/events/league/players/add/", lambda name: {"names": name}),
    "pasted list": by_page(f"{HALL}add/", lambda name: {"people": name}),
    "list as CSV": by_page(f"{HALL}add/", csv_file),
    "walk-in": by_page(f"{HALL}walk-in/", lambda name: {"name": name}, follow=True),
    "walk-in by script": by_page(f"{HALL}walk-in/", lambda name: {"name": name}, headers={"X-Line": "1"}),
    "registration": registration,
    "result list": result_list,
    "REST players": by_rest("players/", lambda sent: sent),
    "REST nicknames": by_rest(
        "players/", lambda sent: {**sent, "name": "Ludwig Unbekannt", "nickname": sent["name"]}
    ),
    "REST walk-ins": by_rest("events/hall/walk-ins/", lambda sent: sent),
    "REST announced": by_rest("events/hall/announced/", lambda sent: {"people": [sent]}),
}


@pytest.mark.parametrize("door", EXPECTED)
def test_every_door_asks_about_a_name_that_is_known(site: Site, door: str) -> None:
    for name, cell in zip(TYPED.values(), EXPECTED[door], strict=True):
        with undone():
            check_cell(site, door, name, cell)


def check_cell(site: Site, door: str, name: str, cell: str) -> None:
    """What becomes of a name at a door."""
    before, players = everything(), set(Player.objects.values_list("pk", flat=True))
    answer = DOORS[door](site, name, "")
    made = Player.objects.exclude(pk__in=players).exclude(
        name__in=("Bert", "Cora", "Bert Bach", "Cora Clausen")
    )
    entries = {entry.player for entry in Entry.objects.filter(player__in=[site.anna, site.foxy])}
    if cell == "asked":
        assert everything() == before
        if door != "result list":
            text = html.unescape(answer.content.decode())
            assert f'name="who-{" ".join(name.split())}"' in text
            assert f'value="{site.known(name).pk}"' in text
    elif cell == "refused":
        assert everything() == before
        assert answer.status_code == 409
        found = answer.json()
        assert found["type"] == "urn:rauswurf:problem:doubtful-name"
        assert [each["id"] for each in found["candidates"]] == [str(site.known(name).pk)]
    elif cell == "known":
        assert (set(made), entries) == (set(), {site.known(name)})
    else:
        assert ([each.shown_as for each in made], entries) == ([" ".join(name.split())], set())
    waiting = hall.open_namesakes(Event.objects.all(), COMMAND)
    assert [each.candidates[0].key for each in waiting] == (
        [str(site.known(name).pk)] if cell == "later" else []
    )


@pytest.mark.parametrize("case", ["near miss", "behind the nickname"])
@pytest.mark.parametrize("door", [door for door in EXPECTED if door != "registration"])
def test_what_was_said_is_done(site: Site, door: str, case: str) -> None:
    name = TYPED[case]
    known = site.known(name)
    if "asked" in EXPECTED[door]:
        with undone():
            DOORS[door](site, name, str(known.pk))
            assert Entry.objects.filter(player=known).count() == 1
            assert not Player.objects.filter(name=name).exclude(pk=known.pk).exists()
    # Somebody else of the same name is somebody new.
    DOORS[door](site, name, "new")
    new = Player.objects.exclude(pk__in=[site.anna.pk, site.foxy.pk])
    assert [each.shown_as for each in new].count(name) == 1
    assert not Entry.objects.filter(player__in=[site.anna, site.foxy]).exists()


@pytest.mark.parametrize("door", DOORS)
def test_a_name_without_a_letter_is_refused(site: Site, door: str) -> None:
    before = everything()
    answer = DOORS[door](site, "\u0302" * 60, "new")
    assert everything() == before
    is_list = door == "result list"
    text = answer.problems[0].message.en if is_list else html.unescape(answer.content.decode())
    assert "a letter or a digit among them" in text, text


# -- registered by oneself -------------------------------------------------------------------------


def test_the_desk_says_whether_it_is_the_same_person(site: Site) -> None:
    own = registration(site, "Anna Bauer", "")["Location"]
    entry = Entry.objects.get(event__slug="hall", player__name="Anna Bauer")
    made, asked = entry.player, "Same person?"
    assert asked in site.organiser.get("/organise/").content.decode()
    for who, player in (("new", made), (str(site.anna.pk), site.anna)):
        with undone():
            assert asked in site.organiser.get(HALL).content.decode()
            site.organiser.post(f"{HALL}namesake/", {"who": entry.key, "player": who})
            assert asked not in site.organiser.get(HALL).content.decode()
            assert Entry.objects.get(pk=entry.pk).player == player
    site.organiser.post(f"{HALL}namesake/", {"who": entry.key, "player": str(site.anna.pk)})
    assert not Player.objects.filter(pk=made.pk).exists()
    page = Client().get(own).content.decode()
    assert "Anna Bauer" in page, "the personal link goes on"
    assert "Your data" not in page, "who registered under a name may be anybody"
    assert 'name="name"' not in page, "nor is a player of the site renamed by it"
    # Withdrawn, the player stays.
    Client().post(own, {"do": "withdraw"})
    assert not Entry.objects.filter(player=site.anna).exists()
    assert Player.objects.filter(pk=site.anna.pk).exists()


def test_a_stranger_does_not_learn_who_is_known(site: Site) -> None:
    answers = [registration(site, name, "") for name in ("Anna Bauer", "Zora Zahn")]
    assert [answer.status_code for answer in answers] == [302, 302]
    shown = [_without_what_is_theirs(Client().get(answer["Location"]).content.decode()) for answer in answers]
    assert shown[0].splitlines() == shown[1].splitlines()


def _without_what_is_theirs(page: str) -> str:
    """A personal page without name, number, link and code."""
    page = re.sub(
        r"<svg.*?</svg>|[0-9a-f]{20}|nonce-[^ ]*|value=\"[^\"]{30,}\"|your-data/[^\"]*", "", page, flags=re.S
    )
    return re.sub(r"Anna Bauer|Zora Zahn|\b[34]\b", "", page)


def test_who_plays_already_stays_who_they_are(site: Site) -> None:
    registration(site, "Anna Bauer", "")
    event = Event.objects.get(slug="hall")
    hall.announce(event_id=event.pk, players=[("Ida Iltis", hall.Description())], **WHO)
    hall.check_in_all(event_id=event.pk, **WHO)
    entered(event, in_seat_order(published(event))[:1])
    assert hall.open_namesakes([event], COMMAND) == []
    entry = event.entries.get(player__name="Anna Bauer")
    before = everything()
    with pytest.raises(EventStateConflict):
        hall.same_person(event_id=event.pk, who=entry.key, player=site.anna, **WHO)
    assert everything() == before


@pytest.mark.parametrize("place", ["season:2026", "event:hall"])
def test_only_whom_the_desk_may_know_is_offered(site: Site, place: str) -> None:
    registration(site, "Anna Bauer", "")
    entry = Entry.objects.get(event__slug="hall", player__name="Anna Bauer")
    somebody = Player.objects.create(name="Somebody Else")
    client = with_role(Role.ORGANISER, place)
    client.post(f"{HALL}namesake/", {"who": entry.key, "player": str(somebody.pk)})
    assert Entry.objects.get(pk=entry.pk).namesake == ""
    assert not Entry.objects.filter(player=somebody).exists()


# -- where ids say who is meant --------------------------------------------------------------------


@pytest.mark.parametrize("case", ["near miss", "nobody"])
@pytest.mark.parametrize("door", ["event file", "season file", "command", "admin"])
def test_who_is_new_by_the_id_of_a_file_is_named_where_the_name_is_known(
    site: Site, door: str, case: str, tmp_path: Path
) -> None:
    name = TYPED[case]
    if door == "admin":
        sent = {"name": name, "nickname": "", "born": ""}
        text = site.organiser.post("/admin/games/player/add/", sent, follow=True).content.decode()
    else:
        text = _imported(site, door, name, tmp_path)
    said = f"Somebody new, although the name is known: {name}."
    assert (said in html.unescape(text)) is (case != "nobody")
    assert not Entry.objects.filter(player__in=[site.anna, site.foxy]).exists()


def _imported(site: Site, door: str, name: str, tmp_path: Path) -> str:
    """What is said of the file of an event of somebody of this name, and of nobody else who is like anybody."""
    with undone():
        season = Season.objects.create(slug="old", name="Old", starts_on=NOW.date(), ends_on=NOW.date())
        event = new_event(season, slug="old-cup", name="Old Cup")
        services.enter_all(event_id=event.pk, players=[name, "Gerd"], **WHO)
        text = export_season(season) if door == "season file" else export_event(event)
    if door == "command":
        (tmp_path / "file.json").write_text(text)
        call_command("import_event", tmp_path / "file.json", stdout=(out := StringIO()))
        return out.getvalue()
    file = SimpleUploadedFile("file.json", text.encode())
    page: bytes = site.organiser.post("/organise/import/", {"file": file}, follow=True).content
    return page.decode()


# -- whom the caller may know ----------------------------------------------------------------------


@pytest.mark.parametrize("door", ["page", "REST"])
@pytest.mark.parametrize(
    ("typed", "is_asked"), [("Foxy Fux", True), ("Foxy Fuxx", True), ("Johann Verborgen", False)]
)
def test_a_helper_finds_nobody_by_the_name_behind_a_nickname(
    site: Site, door: str, typed: str, is_asked: bool
) -> None:
    if door == "REST":
        program = client_with(Role.REFEREE, "event:hall")
        answer: Any = program.post(f"{API}events/hall/walk-ins/", {"name": typed}, format="json")
    else:
        helper = with_role(Role.REFEREE, "event:hall")
        answer = helper.post(f"{HALL}walk-in/", {"name": typed}, headers={"X-Line": "1"})
    text = answer.content.decode()
    assert (str(site.foxy.pk) in text) is is_asked
    assert ("Verborgen" in text) is (not is_asked), "only as it was typed"
    assert answer.status_code == ((409 if is_asked else 201) if door == "REST" else 200)
