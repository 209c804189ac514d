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
from tests.tournaments.event_state import everything
from tests.tournaments.hall.halls import WHO, in_seat_order, new_hall, published
from tournaments import services
from tournaments.errors import EventStateConflict
from tournaments.files.event_file import export_event
from tournaments.files.result_import import import_list, preview_import
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
CELLS = [
    (door, case, cell) for door, cells in EXPECTED.items() for case, cell in zip(TYPED, cells, strict=True)
]


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


def new_event_form(site: Site, name: str, who: str) -> Any:
    sent = {
        "names": f"{name}\nBert Bach\nCora Clausen",
        "starts_on": "2026-11-21",
        "level": "1",
        "ranked": "on",
        "is_public": "on",
    }
    season = Season.objects.get().pk
    return site.organiser.post(
        "/organise/new/championship/", {**sent, "season": season, "rules_name": "xmadn-3t", **said(name, who)}
    )


def players_page(site: Site, name: str, who: str) -> Any:
    return site.organiser.post("/organise/events/league/players/add/", {"names": name, **said(name, who)})


def pasted_list(site: Site, name: str, who: str) -> Any:
    return site.organiser.post(f"{HALL}add/", {"people": name, **said(name, who)})


def csv_list(site: Site, name: str, who: str) -> Any:
    file = SimpleUploadedFile("people.csv", f"Name;Team\n{name};Red".encode())
    return site.organiser.post(f"{HALL}add/", {"file": file, **said(name, who)})


def walk_in(site: Site, name: str, who: str) -> Any:
    return site.organiser.post(f"{HALL}walk-in/", {"name": name, **said(name, who)}, follow=True)


def walk_in_by_script(site: Site, name: str, who: str) -> Any:
    sent = {"name": name, **said(name, who)}
    return site.organiser.post(f"{HALL}walk-in/", sent, headers={"X-Line": "1"})


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
    preview_import(text.encode(), **wanted)
    return import_list(text.encode(), **wanted)


def by_rest(address: str, form: Callable[[dict[str, Any]], dict[str, Any]]) -> Door:
    def door(site: Site, name: str, who: str) -> Any:
        sent = {"name": name, **({"new": True} if who == "new" else {})}
        return site.program.post(f"{API}{address}", form(sent), format="json")

    return door


DOORS: dict[str, Door] = {
    "new event": new_event_form,
    "players page": players_page,
    "pasted list": pasted_list,
    "list as CSV": csv_list,
    "walk-in": walk_in,
    "walk-in by script": walk_in_by_script,
    "registration": registration,
    "result list": result_list,
    "REST players": by_rest("players/", lambda sent: sent),
    "REST nicknames": by_rest(
        "players/", lambda sent: {**sent, "name": "Ludwig Unbekannt", "nickname": sent["name"]}
    ),
    "REST walk-ins": by_rest("events/hall/walk-ins/", lambda sent: sent),
    "REST announced": by_rest("events/hall/announced/", lambda sent: {"people": [sent]}),
}


def people_of(name: str) -> int:
    """How many are called so."""
    called = [
        " ".join(each.split()) for row in Player.objects.values_list("name", "nickname") for each in row
    ]
    return called.count(" ".join(name.split()))


@pytest.mark.parametrize(("door", "case", "cell"), CELLS)
def test_every_door_asks_about_a_name_that_is_known(site: Site, door: str, case: str, cell: str) -> None:
    name, before, players = TYPED[case], everything(), set(Player.objects.values_list("pk", flat=True))
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
@pytest.mark.parametrize("door", [door for door, cells in EXPECTED.items() if "asked" in cells])
def test_what_was_said_is_done(site: Site, door: str, case: str) -> None:
    name = TYPED[case]
    DOORS[door](site, name, str(site.known(name).pk))
    assert Entry.objects.filter(player=site.known(name)).count() == 1
    assert (
        Player.objects.filter(name=" ".join(name.split()))
        .exclude(pk__in=[site.anna.pk, site.foxy.pk])
        .count()
        == 0
    )


@pytest.mark.parametrize("case", ["near miss", "behind the nickname"])
@pytest.mark.parametrize("door", [door for door in EXPECTED if door != "registration"])
def test_somebody_else_of_the_same_name_is_somebody_new(site: Site, door: str, case: str) -> None:
    name = TYPED[case]
    DOORS[door](site, name, "new")
    assert people_of(name) == (2 if case in ("same name", "nickname", "behind the nickname") else 1)
    assert not Entry.objects.filter(player__in=[site.anna, site.foxy]).exists()


@pytest.mark.parametrize("door", DOORS)
def test_a_name_without_a_letter_is_refused(site: Site, door: str) -> None:
    name = "\u0302" * 60
    before = everything()
    answer = DOORS[door](site, name, "new")
    assert everything() == before
    if door == "result list":
        (problem,) = answer.problems
        assert "a letter or a digit among them" in problem.message.en
    else:
        text = html.unescape(answer.content.decode())
        assert "a letter or a digit among them" in text, text


# -- registered by oneself -------------------------------------------------------------------------


def decided(site: Site, who: str) -> Entry:
    """The registration of Anna Bauer, once the desk has said who that is."""
    entry = Entry.objects.get(event__slug="hall", player__name="Anna Bauer")
    page = html.unescape(site.organiser.get(HALL).content.decode())
    assert "Same person as Anna Bauer" in page
    assert "Same person?" in html.unescape(site.organiser.get("/organise/").content.decode())
    site.organiser.post(f"{HALL}namesake/", {"who": entry.key, "player": who})
    assert "Same person?" not in html.unescape(site.organiser.get(HALL).content.decode())
    return Entry.objects.get(pk=entry.pk)


def test_the_desk_says_that_it_is_the_same_person(site: Site) -> None:
    own = registration(site, "Anna Bauer", "")["Location"]
    made = Entry.objects.get(event__slug="hall", player__name="Anna Bauer").player
    entry = decided(site, str(site.anna.pk))
    assert entry.player == site.anna
    assert not Player.objects.filter(pk=made.pk).exists()
    page = Client().get(own).content.decode()
    assert "Anna Bauer" in page, "the personal link goes on"
    assert "Your data" not in page, "who registered under a name may be anybody"
    assert 'name="name"' not in page, "nor is a player of the site renamed by it"
    # Withdrawn, the player stays.
    Client().post(own, {"do": "withdraw"})
    assert (
        Entry.objects.filter(player=site.anna).count(),
        Player.objects.filter(pk=site.anna.pk).count(),
    ) == (0, 1)


def test_the_desk_says_that_it_is_somebody_else(site: Site) -> None:
    registration(site, "Anna Bauer", "")
    entry = decided(site, "new")
    assert entry.player != site.anna
    assert Player.objects.filter(name="Anna Bauer").count() == 2


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
    sheets = in_seat_order(published(event))
    hall.enter_slips(event_id=event.pk, slips=sheets[:1], **WHO)
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

KNOWN = "Somebody new, although the name is known: {}."


@pytest.mark.parametrize("case", ["near miss", "nobody"])
@pytest.mark.parametrize("door", ["event file", "season file", "command", "admin"])
def test_who_is_new_by_the_id_of_a_file_is_named_where_the_name_is_known(
    site: Site, door: str, case: str, tmp_path: Path
) -> None:
    name = " ".join(TYPED[case].split())
    said = KNOWN.format(name)
    if door == "admin":
        sent = {"name": name, "nickname": "", "born": ""}
        text = site.organiser.post("/admin/games/player/add/", sent, follow=True).content.decode()
    else:
        text = _imported(site, door, name, tmp_path)
    assert (said in html.unescape(text)) is (case != "nobody")
    assert not Entry.objects.filter(player__in=[site.anna, site.foxy]).exists()


def _imported(site: Site, door: str, name: str, tmp_path: Path) -> str:
    """What is said of the file of an event of somebody of this name, and of nobody else who is like anybody."""
    season = Season.objects.create(slug="old", name="Old", starts_on=NOW.date(), ends_on=NOW.date())
    event = new_event(season, slug="old-cup", name="Old Cup")
    services.enter_all(event_id=event.pk, players=[name, "Gerd"], **WHO)
    text = export_season(season) if door == "season file" else export_event(event)
    made = list(event.entries.values_list("player", flat=True))
    event.delete()
    season.delete()
    Player.objects.filter(pk__in=made).delete()
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
