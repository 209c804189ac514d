"""The check-in at the desk of a hall: found by number and letters, one tap, walk-ins, lists, several desks at once."""

import html
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from games.enums import Role
from tests.tournaments.conftest import with_role
from tests.tournaments.dashboard import organiser as organiser
from tests.tournaments.event_state import everything
from tests.tournaments.hall.halls import WHO, again, new_hall, page
from tournaments.hall import services as hall
from tournaments.models import Entry, Event, Season
from tournaments.standings.rounds import waiting_line

pytestmark = pytest.mark.django_db
DESK = "/organise/events/hall/"
CHECK_IN = f"{DESK}check-in/"
TAP = f"{CHECK_IN}tap/"
BY_SCRIPT = {"X-Line": "1"}


@pytest.fixture
def sixteen(season: Season) -> Event:
    return new_hall(season)


@pytest.fixture
def helper(sixteen: Event) -> Client:
    """Somebody at the door, with the role of a referee."""
    return with_role(Role.REFEREE, "event:hall")


def tap(client: Client, key: str, wanted: str, **headers: str) -> Any:
    return client.post(TAP, {"who": key, "do": wanted}, headers=headers)


def presence(event: Event, number: int) -> str:
    return Entry.objects.get(event=event, number=number).presence


# -- found -----------------------------------------------------------------------------------------


def found(text: str) -> list[str]:
    """The keys of the lines of a page."""
    return [piece.partition('"')[0] for piece in text.split('<li class="person" id="')[1:]]


def test_the_lists_tell_who_is_missing_and_the_counters_how_many(helper: Client, sixteen: Event) -> None:
    hall.check_in(event_id=sixteen.pk, who=[1, 2, 3], **WHO)
    hall.set_away(event_id=sixteen.pk, who=[3], **WHO)
    text = page(helper, CHECK_IN)
    assert len(found(text)) == 13
    assert [piece.partition("</strong>")[0] for piece in text.split("<strong>")[1:4]] == ["13", "2", "1"]
    assert found(page(helper, CHECK_IN, show="present")) == ["entry-1", "entry-2"]
    assert found(page(helper, CHECK_IN, show="elsewhere")) == ["entry-3"]
    assert len(found(page(helper, CHECK_IN, show="nonsense"))) == 13


# -- one tap ---------------------------------------------------------------------------------------


def test_a_tap_changes_one_person_and_is_answered_by_the_line_and_the_counters(
    helper: Client, sixteen: Event
) -> None:
    answer = tap(helper, "entry-4", "present", **BY_SCRIPT)
    text = answer.content.decode()
    assert answer.status_code == 200
    assert found(text) == ["entry-4"]
    assert 'value="announced" aria-pressed="true"' in text
    assert "<strong>15</strong> Missing" in text
    assert len(answer.content) < 3000
    assert presence(sixteen, 4) == "present"
    for wanted, paid in (("paid", True), ("paid", True), ("unpaid", False)):
        tap(helper, "entry-4", wanted)
        assert sixteen.entries.get(number=4).paid is paid
    tap(helper, "entry-4", "away")
    assert presence(sixteen, 4) == "away"
    # Without script it leads back to the same search.
    answer = helper.post(TAP, {"who": "entry-4", "do": "present", "q": "Person 003"})
    assert presence(sixteen, 4) == "present"
    assert (answer.status_code, answer["Location"]) == (302, f"{CHECK_IN}?q=Person+003")


def test_a_tap_that_means_nothing_changes_nothing(helper: Client, sixteen: Event) -> None:
    before = everything()
    assert tap(helper, "entry-4", "nonsense").status_code == 400
    assert tap(helper, "entry-99", "present", **BY_SCRIPT).status_code == 409
    assert tap(helper, "", "present", **BY_SCRIPT).status_code == 409
    assert tap(helper, "\x00", "paid").status_code == 302
    assert helper.post(TAP).status_code == 400
    assert helper.get(TAP).status_code == 405
    assert everything() == before


# -- walk-ins --------------------------------------------------------------------------------------


def test_a_walk_in_that_cannot_be_is_told_and_nobody_is_entered(helper: Client, sixteen: Event) -> None:
    before = everything()
    for wrong in (
        {},
        {"name": "x" * 101},
        {"name": "A\x07B"},
        {"name": "Person 003"},
        {"name": "A", "team": "t" * 61},
    ):
        answer = helper.post(f"{CHECK_IN}walk-in/", wrong, headers=BY_SCRIPT)
        assert answer.status_code == 409, wrong
        assert "data-wrong" in answer.content.decode()
    assert everything() == before


# -- one person ------------------------------------------------------------------------------------


def test_somebody_is_described_with_where_they_want_to_sit(helper: Client, sixteen: Event) -> None:
    address = f"{CHECK_IN}people/entry-4/"
    told = {"team": "Cranes", "groups": "Juniors", "paid": "on", "table": "3", "never_with": "5, 6"}
    assert helper.post(address, told)["Location"] == CHECK_IN
    entry = sixteen.entries.get(number=4)
    assert (entry.team, entry.groups, entry.paid) == ("Cranes", ["Juniors"], True)
    assert entry.wishes == {"table": 3, "never_with": ["entry-5", "entry-6"]}
    assert 'value="5, 6"' in page(helper, address)
    helper.post(address, {"team": "Cranes"})
    assert sixteen.entries.get(number=4).wishes == {}


def test_what_cannot_be_known_of_somebody_is_refused_at_its_field(helper: Client, sixteen: Event) -> None:
    address = f"{CHECK_IN}people/entry-4/"
    before = everything()
    for wrong in (
        {"table": "0"},
        {"table": "many"},
        {"never_with": "Anna"},
        {"never_with": "99"},
        {"never_with": "4"},
        {"team": "t" * 61},
        {"groups": ",".join(map(str, range(11)))},
        {"do": "left"},
    ):
        answer = helper.post(address, wrong)
        assert answer.status_code == 200, wrong
        assert 'role="alert"' in answer.content.decode(), wrong
    assert helper.get(f"{CHECK_IN}people/entry-99/").status_code == 404
    assert everything() == before


def test_somebody_leaves_for_good_with_a_reason_and_can_come_back(helper: Client, sixteen: Event) -> None:
    address = f"{CHECK_IN}people/entry-4/"
    helper.post(address, {"do": "left", "reason": "the last train"})
    assert presence(sixteen, 4) == "left"
    assert "has left" in page(helper, CHECK_IN, show="elsewhere")
    helper.post(address, {"do": "present"})
    assert presence(sixteen, 4) == "present"


def test_only_organisers_announce_people_and_remove_entries(
    organiser: Client, helper: Client, sixteen: Event
) -> None:
    address = f"{CHECK_IN}people/entry-4/"
    for path, sent in ((f"{CHECK_IN}add/", {}), (f"{CHECK_IN}all/", {}), (address, {"do": "remove"})):
        assert helper.post(path, sent).status_code == 403, path
    text = page(helper, CHECK_IN) + page(helper, address)
    assert not any(said in text for said in (f'"{CHECK_IN}add/"', "Check everybody in", "Remove entry"))
    assert organiser.post(address, {"do": "remove"})["Location"] == CHECK_IN
    assert not sixteen.entries.filter(number=4).exists()
    assert organiser.get(address).status_code == 404


# -- lists -----------------------------------------------------------------------------------------


def test_a_pasted_list_announces_people_in_its_order(organiser: Client, sixteen: Event) -> None:
    text = "Number;Name;Team;Groups\n3;Cora;;\n1;Änne Öhler;Cranes;Juniors,Club\n2;Person 003;;"
    answer = organiser.post(f"{CHECK_IN}add/", {"people": text})
    assert answer["Location"] == CHECK_IN
    said = page(organiser, CHECK_IN)
    assert "2 people added. 1 was entered before." in said
    assert "these people have others: 17 Änne Öhler, 4 Person 003, 18 Cora." in said
    assert [entry.player.name for entry in sixteen.entries.order_by("number")][16:] == ["Änne Öhler", "Cora"]
    entry = sixteen.entries.get(number=17)
    assert (entry.team, entry.groups, entry.presence) == ("Cranes", ["Juniors", "Club"], "announced")


def test_start_numbers_of_a_list_are_kept_where_they_are_free(organiser: Client, season: Season) -> None:
    event = new_hall(season, 6)
    text = "Nummer;Name\n50;Gerd Maier\n;Anna\n2;Bea\n8;Cleo\n50;Dora"
    organiser.post(f"{CHECK_IN}add/", {"people": text})
    said = page(organiser, CHECK_IN)
    numbers = {entry.player.name: entry.number for entry in event.entries.all()}
    assert [numbers[name] for name in ("Gerd Maier", "Cleo")] == [50, 8]
    assert len(set(numbers.values())) == len(numbers)
    # No number was wished for Anna.
    assert f"these people have others: {numbers['Bea']} Bea, {numbers['Dora']} Dora." in said
    assert max(numbers["Anna"], numbers["Bea"], numbers["Dora"]) < 13, "a great number leaves no gap"
    # Nobody gets a number again that somebody had who has withdrawn.
    hall.withdraw(event_id=event.pk, who=50, **WHO)
    organiser.post(f"{CHECK_IN}add/", {"people": "50;Emil"})
    assert "Emil." in page(organiser, CHECK_IN).partition("these people have others: ")[2]


def test_a_low_number_does_not_overtake_whoever_waits_longer(season: Season) -> None:
    event = new_hall(season, 2, settings={"places": 3})
    who = [(name, hall.Description()) for name in ("Anna", "Bea", "Cleo")]
    hall.announce(event_id=event.pk, players=who, numbers=[30, 20, 10], **WHO)
    assert waiting_line(event, list(event.entries.all())) == ("entry-20", "entry-10")


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Anna\n\n Bruno ", ["Anna", "Bruno"]),
        ("1. Anna\n2) Bruno", ["Anna", "Bruno"]),
        ("- Anna\n– Bruno", ["Anna", "Bruno"]),
        ("Anna\tCranes\tClub", ["Anna"]),
        ('name,team\n"Amsel, Anna",Cranes', ["Amsel, Anna"]),
        ("Startnummer;Spieler;Mannschaft\n7;Anna;A", ["Anna"]),
    ],
)
def test_lists_are_read_as_people_write_them(
    organiser: Client, season: Season, text: str, names: list[str]
) -> None:
    event = new_hall(season, 3)
    assert organiser.post(f"{CHECK_IN}add/", {"people": text}).status_code == 302
    assert [entry.player.name for entry in event.entries.order_by("number")][3:] == names


def test_a_file_of_names_is_read_in_whatever_letters_it_was_saved(organiser: Client, sixteen: Event) -> None:
    for name, code in (("Jürgen", "utf-8-sig"), ("Käthe", "cp1252")):
        file = SimpleUploadedFile("names.csv", f"Name;Team\n{name};Wölfe".encode(code))
        assert organiser.post(f"{CHECK_IN}add/", {"file": file}).status_code == 302
    assert {"Jürgen", "Käthe"} <= set(sixteen.entries.values_list("player__name", flat=True))


def test_a_list_that_cannot_be_read_names_its_line_and_enters_nobody(
    organiser: Client, sixteen: Event
) -> None:
    before = everything()
    for text, told in (
        ("", "At least one name is needed."),
        ("Name;Team", "At least one name is needed."),
        ("Anna\nBruno\nAnna", "Line 3: Anna stands in line 1 already"),
        ("Number;Name\nx;Anna", "Line 2: “x” is no start number."),
        ("Anna\n1;;Cranes", "Line 2: The name is missing."),
        (f"Anna\n{'x' * 101}", "Line 2: A name has at most 100 characters."),
        ("x" * 150_000, "Line 1: A name has at most 100 characters."),
        (f"Anna;{'t' * 61}", "Line 1: A team or group has at most 60 printable characters."),
        ("\n".join(f"Name {number}" for number in range(2001)), "at most 2000 lines"),
        ("\n".join(f"Name {number}" for number in range(400)), "400 players"),
    ):
        answer = organiser.post(f"{CHECK_IN}add/", {"people": text})
        assert answer.status_code == 200, told
        assert told in html.unescape(answer.content.decode())
    assert everything() == before


def test_everybody_is_checked_in_at_once_where_a_desk_is_not_needed(
    organiser: Client, sixteen: Event
) -> None:
    _, _, asked = page(organiser, CHECK_IN).partition("<summary>Check everybody in</summary>")
    assert f'action="{CHECK_IN}all/"' in asked, "only after a question"
    organiser.post(f"{CHECK_IN}all/")
    assert again(sixteen).entries.filter(presence="present").count() == 16
    assert "16 people checked in." in page(organiser, CHECK_IN)


# -- large halls -----------------------------------------------------------------------------------
