"""Registration by oneself: no account, one form one person, a personal link, a waiting list that moves up by itself."""

import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core import mail as outgoing
from django.test import Client

from games.access import mail
from games.enums import Role
from games.models import Player
from tests.tournaments.conftest import NOW, new_event, with_role
from tests.tournaments.event_state import everything
from tests.tournaments.hall.halls import WHO, again, new_hall, published
from tournaments import services
from tournaments.errors import EventStateConflict
from tournaments.files.event_file import export_event, import_event
from tournaments.hall import services as hall
from tournaments.hall.desk.registration_setup import own_address
from tournaments.models import Entry, Event, Season
from tournaments.standings.rounds import waiting_line

pytestmark = pytest.mark.django_db
PAGE = "/events/hall/register/"
DESK = "/organise/events/hall/check-in/registration/"


@pytest.fixture
def opened(season: Season) -> Event:
    """A hall of six places, four of them taken, whose registration is open."""
    event = new_hall(season, 4, settings={"places": 6})
    hall.set_up_registration(event_id=event.pk, changes={"is_open": True, "most_waiting": 2}, **WHO)
    return again(event)


def form_of(client: Client) -> dict[str, str]:
    """What the form of the page sends by itself."""
    page = client.get(PAGE).content.decode()
    (mark,) = re.findall(r'name="form" value="([^"]+)"', page)
    return {"form": mark, "consent": "on"}


def sent(client: Client, name: str, **more: str) -> Any:
    return client.post(PAGE, {**form_of(client), "name": name, **more})


def registered(name: str, **more: str) -> str:
    """Register somebody on a phone of their own; their personal link."""
    answer = sent(Client(), name, **more)
    assert answer.status_code == 302, answer.content.decode()
    return str(answer["Location"])


def waiting(event: Event) -> list[str]:
    """The names on the waiting list, in order."""
    entries = list(event.entries.select_related("player").order_by("number"))
    keys = waiting_line(event, entries)
    return [each.player.name for each in entries if each.key in keys]


def test_somebody_registers_without_an_account_and_gets_a_personal_page(opened: Event) -> None:
    client = Client()
    page = client.get(PAGE).content.decode()
    assert "2 of 6 places free" in page
    answer = sent(client, "  Anna   Amsel ", team="Rote Teufel", same_table="on")
    entry = Entry.objects.get(event=opened, player__name="Anna Amsel")
    assert (entry.number, entry.team, entry.presence) == (5, "Rote Teufel", "announced")
    assert entry.wishes == {"table": 1}
    own = client.get(answer["Location"])
    assert own["X-Robots-Tag"] == "noindex"
    text = own.content.decode()
    assert "Anna Amsel" in text
    assert "<svg" in text, "the link as a code"
    assert "Registered on this phone: 5 Anna Amsel." in client.get(PAGE).content.decode()
    assert "Registered on this phone" not in Client().get(PAGE).content.decode()


def test_the_same_form_twice_registers_one_person(opened: Event) -> None:
    client = Client()
    told = {**form_of(client), "name": "Anna"}
    first, second = client.post(PAGE, told), client.post(PAGE, told)
    assert first["Location"] == second["Location"]
    assert opened.entries.count() == 5
    assert Player.objects.filter(name="Anna").count() == 1


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ({"name": ""}, "required"),
        ({"name": "x" * 61}, "60"),
        ({"name": "a\x00b"}, "Null"),
        ({"name": "*"}, "printable"),
        ({"consent": ""}, "Tick this box"),
        ({"team": "x" * 61}, "60"),
        ({"form": "made up"}, "Reload the page"),
        ({"website": "https://spam.example"}, "Website"),
        ({"name": "person 001"}, "entered already"),
    ],
)
def test_what_cannot_be_is_said_at_its_field_and_changes_nothing(
    opened: Event, told: dict[str, str], said: str
) -> None:
    client = Client()
    before = everything()
    answer = client.post(PAGE, {**form_of(client), "name": "Anna", **told})
    assert answer.status_code == 400
    assert said in answer.content.decode()
    assert everything() == before


def test_places_then_the_waiting_list_then_nothing(opened: Event) -> None:
    for name in ("Anna", "Bruno"):
        registered(name)
    page = Client().get(PAGE).content.decode()
    assert "You register for the waiting list" in page
    link = registered("Clara")
    assert "Waiting list: place 1" in Client().get(link).content.decode()
    registered("Dora")
    assert waiting(opened) == ["Clara", "Dora"]
    full = Client().get(PAGE).content.decode()
    assert "All places are taken, on the waiting list too." in full
    assert 'name="consent"' not in full


def test_who_withdraws_makes_room_for_the_next_and_leaves_no_name(opened: Event) -> None:
    first, _second = registered("Anna"), registered("Bruno")
    registered("Clara")
    registered("Dora")
    answer = Client().post(first, {"do": "withdraw"})
    assert "Registration withdrawn" in answer.content.decode()
    assert waiting(opened) == ["Dora"]
    clara = opened.entries.get(player__name="Clara")
    moved = clara.history.first()
    assert moved is not None
    assert moved.history_change_reason == "entry:entry-5 moved up"
    assert not Player.objects.filter(name="Anna").exists()
    assert not Player.history.filter(name="Anna").exists()
    assert Client().get(first).status_code == 404
    assert registered("Emma").split("/")[4] == "9", "start numbers are never given again"
    owner = with_role(Role.ORGANISER, "event:hall")
    log = owner.get("/events/hall/audit/").content.decode()
    assert "Clara moved up from the waiting list" in log


def test_the_desk_that_lets_somebody_leave_or_adds_places_moves_people_up_too(opened: Event) -> None:
    for name in ("Anna", "Bruno", "Clara", "Dora"):
        registered(name)
    hall.leave(event_id=opened.pk, who=1, reason="ill", **WHO)
    assert waiting(opened) == ["Dora"]
    hall.set_up_registration(event_id=opened.pk, changes={}, places=7, **WHO)
    assert waiting(again(opened)) == []
    reasons = Entry.history.filter(history_change_reason="test moved up").values_list(
        "player__name", flat=True
    )
    assert sorted(reasons) == ["Clara", "Dora"]


def test_the_link_changes_team_and_wishes_and_opens_nothing_else(opened: Event) -> None:
    link = registered("Anna", team="Red")
    client = Client()
    answer = client.post(
        link, {"do": "save", "name": "Anna", "team": "Blue", "same_table": "on", "never_with": "1"}
    )
    assert answer.status_code == 302
    entry = opened.entries.get(player__name="Anna")
    assert (entry.team, entry.wishes) == ("Blue", {"table": 1, "never_with": ["entry-1"]})
    client.post(link, {"do": "save", "name": "Anna", "team": "", "never_with": ""})
    entry.refresh_from_db()
    assert (entry.team, entry.wishes) == ("", {})
    wrong = link[:-3] + ("aa/" if link[-3:-1] != "aa" else "bb/")
    for address in (wrong, link.replace("/5/", "/4/"), link.replace("/5/", "/99/")):
        before = everything()
        assert client.get(address).status_code == 404
        assert client.post(address, {"do": "withdraw"}).status_code == 404
        assert everything() == before
    for told in ({"do": "nonsense"}, {"do": "save", "never_with": "5"}, {"do": "here", "code": "ABCDEF"}):
        assert client.post(link, told).status_code in (200, 400)
    for wish, said in (("somebody", "Start numbers"), ("99", "not entered: 99"), ("1,2,3,4", "at most 3")):
        answer = client.post(link, {"do": "save", "name": "Anna", "never_with": wish})
        assert (answer.status_code, said in answer.content.decode()) == (400, True), wish


def test_who_has_misspelt_their_name_corrects_it_until_play_begins(opened: Event) -> None:
    link = registered("Ana")
    client = Client()
    assert client.post(link, {"do": "save", "name": " Anna  Amsel "}).status_code == 302
    entry = opened.entries.get(number=5)
    assert entry.player.name == "Anna Amsel"
    taken = client.post(link, {"do": "save", "name": "person 001"})
    assert "entered already" in taken.content.decode()
    hall.check_in(event_id=opened.pk, who=[1, 2, 3, 5], **WHO)
    published(opened)
    assert 'name="name"' not in client.get(link).content.decode()
    client.post(link, {"do": "save", "name": "Somebody Else"})
    entry.player.refresh_from_db()
    assert entry.player.name == "Anna Amsel"
    own: dict[str, Any] = {
        "event_id": opened.pk,
        "number": 5,
        "token": hall.personal_token(opened, entry),
        "now": NOW,
    }
    with pytest.raises(EventStateConflict, match="desk corrects"):
        hall.change_own(team="", wishes=hall.OwnWishes(), name="Other", **own)


def test_who_plays_elsewhere_too_is_not_renamed_by_a_personal_link(opened: Event, season: Season) -> None:
    link = registered("Anna")
    player = Player.objects.get(name="Anna")
    services.enter(event_id=new_event(season, slug="cup").pk, player=player, **WHO)
    assert 'name="name"' not in Client().get(link).content.decode()
    Client().post(link, {"do": "save", "name": "Somebody Else"})
    player.refresh_from_db()
    assert player.name == "Anna"


def test_who_was_entered_at_the_desk_has_no_personal_link(opened: Event) -> None:
    """Nothing of them tells this event from one that is made later under the same slug."""
    entry = opened.entries.get(number=1)
    link = f"/events/hall/register/1/{hall.personal_token(opened, entry)}/"
    before = everything()
    assert Client().get(link).status_code == 404
    assert Client().post(link, {"do": "withdraw"}).status_code == 404
    assert everything() == before


def test_a_link_of_an_event_opens_nothing_in_one_of_the_same_slug(opened: Event, season: Season) -> None:
    links = [registered("Anna")]
    file = export_event(opened)
    for _ in range(2):
        opened.delete()
        opened = import_event(file, actor="test", now=NOW)
        assert opened.entries.get(number=5).registered
        for link in links:
            assert Client().get(link).status_code == 404
        links.append(own_address(opened, opened.entries.get(number=5)))
    assert Client().get(links[-1]).status_code == 200


@pytest.mark.parametrize(
    ("viewer", "person", "sees_link_at_desk", "sees_own_data"),
    [
        ("browser that registered", "registered", False, True),
        ("browser that registered", "entered", False, False),
        ("other browser", "registered", False, False),
        ("other browser", "entered", False, False),
        ("organiser", "registered", True, False),
        ("organiser", "entered", False, False),
        ("referee", "registered", False, False),
        ("referee", "entered", False, False),
        ("owner", "registered", True, False),
        ("owner", "entered", False, False),
    ],
)
def test_the_way_to_the_data_of_somebody_is_open_to_the_browser_that_registered_them(
    opened: Event, viewer: str, person: str, sees_link_at_desk: bool, sees_own_data: bool
) -> None:
    registering = Client()
    link = sent(registering, "Anna")["Location"]
    number = 5 if person == "registered" else 1
    entry = opened.entries.get(number=number)
    link = link if person == "registered" else own_address(opened, entry)
    client = {
        "browser that registered": lambda: registering,
        "other browser": Client,
        "organiser": lambda: with_role(Role.ORGANISER, "event:hall"),
        "referee": lambda: with_role(Role.REFEREE, "event:hall"),
        "owner": lambda: with_role(Role.OWNER, "site"),
    }[viewer]()
    at_desk = client.get(f"/organise/events/hall/check-in/people/{entry.key}/").content.decode()
    assert ("/register/" in at_desk, link in at_desk) == (sees_link_at_desk, sees_link_at_desk)
    # Opened twice: a browser that was shown the link is known from then on, and is still not the one that registered.
    pages = [client.get(link).content.decode() for _ in range(2)]
    assert ["/your-data/" in page for page in pages] == [sees_own_data] * 2


def test_the_cookie_of_a_link_that_was_opened_is_not_that_of_a_registration(opened: Event) -> None:
    link = registered("Anna")
    client = Client()
    client.get(link)
    client.cookies["registered"] = client.cookies["registration"].value
    assert "/your-data/" not in client.get(link).content.decode()


def test_registration_ends_when_play_begins_and_who_has_a_seat_withdraws_at_the_desk(opened: Event) -> None:
    client, link = Client(), registered("Anna")
    told = {**form_of(client), "name": "Bruno"}
    hall.check_in(event_id=opened.pk, who=[1, 2, 3, 5], **WHO)
    published(opened)
    assert "/register/" not in client.get("/events/hall/").content.decode()
    desk = with_role(Role.ORGANISER, "event:hall")
    assert "late comers go to the desk" in client.get(PAGE).content.decode()
    assert "late comers go to the desk" in desk.get(DESK).content.decode()
    before = everything()
    assert client.post(PAGE, told).status_code == 400
    answer = client.post(link, {"do": "withdraw"})
    assert answer.status_code == 400
    assert "withdraw at the desk" in answer.content.decode()
    assert everything() == before


def test_registration_is_closed_until_it_is_opened_and_after_its_time(season: Season) -> None:
    event = new_hall(season, 2)
    client = Client()
    assert "Registration is closed." in client.get(PAGE).content.decode()
    assert "/register/" not in client.get("/events/hall/").content.decode()
    hall.set_up_registration(event_id=event.pk, changes={"is_open": True}, **WHO)
    told = {**form_of(client), "name": "Anna"}
    assert "/register/" in client.get("/events/hall/").content.decode()
    changes = {"closes_at": NOW - timedelta(days=3650)}
    hall.set_up_registration(event_id=event.pk, changes=changes, **WHO)
    before = everything()
    answer = client.post(PAGE, told)
    assert answer.status_code == 400
    assert "Registration is closed." in answer.content.decode()
    assert everything() == before


def test_one_address_sends_so_many_forms_a_minute(opened: Event, settings: Any) -> None:
    settings.REGISTRATIONS_PER_MINUTE = 1
    client = Client(REMOTE_ADDR="203.0.113.77")
    told = {**form_of(client), "name": ""}
    answers = [client.post(PAGE, told).status_code for _ in range(3)]
    assert answers[-1] == 429
    assert int(client.post(PAGE, told)["Retry-After"]) >= 0
    assert client.get(PAGE).status_code == 200


def test_a_form_without_its_token_is_refused(opened: Event) -> None:
    client = Client(enforce_csrf_checks=True)
    assert client.post(PAGE, {**form_of(client), "name": "Anna"}).status_code == 403


def test_what_people_agree_to_is_the_text_of_the_host(opened: Event, settings: Any, tmp_path: Path) -> None:
    for name in ("consent", "privacy"):
        (tmp_path / f"{name}.txt").write_text("Photos are <taken>.", encoding="utf-8")
    settings.TEXTS_DIR = str(tmp_path)
    client, before = Client(), opened.entries.count()
    page = client.get(PAGE).content.decode()
    assert "Photos are &lt;taken&gt;." in page
    assert "/about/privacy/" in page
    told = {name: value for name, value in form_of(client).items() if name != "consent"}
    assert client.post(PAGE, {**told, "name": "Anna"}).status_code == 400
    assert opened.entries.count() == before


# -- the desk --------------------------------------------------------------------------------------


def test_the_desk_opens_registration_and_sees_who_came_by_it(opened: Event) -> None:
    for name in ("Anna", "Bruno", "Clara"):
        registered(name)
    helper, owner = with_role(Role.REFEREE, "event:hall"), with_role(Role.ORGANISER, "event:hall")
    page = helper.get(DESK).content.decode()
    assert "5 Anna" in page
    assert "7 Clara" in page.split("Waiting list")[1]
    assert 'name="most_waiting"' not in page, "settings are the organiser's"
    told = {
        "is_open": "on",
        "places": "8",
        "most_waiting": "3",
        "closes_at": "2027-01-02T10:00",
        "conditions": "5 €",
    }
    assert helper.post(DESK, told).status_code == 403
    assert owner.post(DESK, told).status_code == 302
    event = again(opened)
    assert event.settings["places"] == 8
    assert "5 €" in Client().get(PAGE).content.decode()
    for wrong in ({"places": "-1"}, {"places": "9999"}, {"most_waiting": "501"}, {"closes_at": "soon"}):
        before = everything()
        assert owner.post(DESK, {**told, **wrong}).status_code == 200
        assert everything() == before
    person = helper.get("/organise/events/hall/check-in/people/entry-5/").content.decode()
    assert "registered online" in person


def test_the_personal_link_is_sent_where_mail_is_set_and_the_address_is_kept_nowhere(
    opened: Event, settings: Any, django_capture_on_commit_callbacks: Any
) -> None:
    assert 'name="email"' not in Client().get(PAGE).content.decode()
    settings.DEFAULT_FROM_EMAIL = "league@example.org"
    assert 'name="email"' in Client().get(PAGE).content.decode()
    with django_capture_on_commit_callbacks(execute=True):
        own = registered("Anna Amsel", email="amsel-7@example.org")
        registered("Bert Bussard")
    mail.delivered()
    (letter,) = outgoing.outbox
    assert letter.to == ["amsel-7@example.org"]
    assert f"http://testserver{own}" in letter.body
    assert "amsel-7" not in repr(everything())
    assert sent(Client(), "Cora", email="no address").status_code == 400
