"""Events are put away instead of deleted; where nothing was played they can be deleted; their file goes out and in."""

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from games.enums import Role
from games.models import Player
from tests.tournaments.conftest import NOW, YELLOW_STARTS, start, with_role
from tests.tournaments.event_state import everything
from tests.tournaments.slips import enter
from tests.writes import writes_seen
from tournaments import services
from tournaments.files.event_file import export_event
from tournaments.models import Entry, Event, Season

pytestmark = pytest.mark.django_db
CUP = "/organise/events/cup/"
IMPORT = "/organise/import/"


@pytest.fixture
def olga(cup: Event) -> Client:
    return with_role(Role.ORGANISER, "season:2026")


def test_an_archived_event_leaves_all_lists_and_stays_at_its_address(olga: Client, cup: Event) -> None:
    """Nothing that counts changes by it; one that is being played stays where it is."""
    lists = ("/", "/events/", "/seasons/2026/", "/organise/")
    counting = ("rankings/3t", "seasons/2026", f"players/{Player.objects.all()[0].pk}/record")

    def listed() -> list[bool]:
        return ["/events/cup/" in olga.get(page).content.decode() for page in lists]

    def counted() -> list[str]:
        event = Event.objects.select_related("season").get(pk=cup.pk)
        return [export_event(event), *(olga.get(f"/api/v1/{of}/").content.decode() for of in counting)]

    enter(cup, 1)
    answer = olga.post(f"{CUP}archive/put/", follow=True)
    assert "This event is being played. End or cancel it, then archive it." in answer.content.decode()
    services.suspend_event(event_id=cup.pk, hold=Event.Hold.CALLED_OFF, reason="x", actor="test", now=NOW)
    before = counted()
    assert listed() == [True] * 4
    olga.post(f"{CUP}archive/put/")
    assert listed() == [False] * 4
    assert "/organise/events/cup/" in olga.get("/organise/?archived").content.decode()
    assert Client().get("/events/cup/").status_code == 200
    assert counted() == before
    olga.post(f"{CUP}archive/restore/")
    assert listed() == [True] * 4


def test_an_event_without_games_is_deleted_after_one_question(olga: Client, cup: Event) -> None:
    referee = with_role(Role.REFEREE, "event:cup")
    assert "With it go 3 entries" in olga.get(f"{CUP}delete/").content.decode()
    assert Event.objects.exists()
    assert olga.post(f"{CUP}delete/")["Location"] == "/organise/"
    assert Event.objects.count() == Entry.objects.count() == 0
    assert Player.objects.count() == 3
    assert referee.get("/organise/").status_code == 403


def test_what_was_played_is_never_deleted_and_it_is_said_what_to_do_instead(olga: Client, cup: Event) -> None:
    start(cup, rounds=YELLOW_STARTS)
    before = everything()
    assert f'href="{CUP}delete/"' not in olga.get(f"{CUP}archive/").content.decode()
    answer = olga.post(f"{CUP}delete/", follow=True)
    assert "Archive it instead" in answer.content.decode()
    assert everything() == before


@pytest.mark.parametrize("role", [Role.REFEREE, Role.RECORDER, Role.VIEWER])
def test_nobody_but_organisers_puts_away_deletes_or_takes_the_file(cup: Event, role: Role) -> None:
    client = with_role(role, "event:cup")
    with writes_seen() as found:
        for page in ("archive/put/", "archive/restore/", "delete/"):
            assert client.post(f"{CUP}{page}").status_code == 403, page
    assert found == []
    for page in (f"{CUP}archive/", f"{CUP}delete/", f"{CUP}event.json", "/organise/seasons/2026/season.json"):
        assert client.get(page).status_code == 403, page
    for part in (client, with_role(Role.ORGANISER, "season:2026")):
        assert part.get(IMPORT).status_code == part.post(IMPORT, {}).status_code == 403


# -- files -----------------------------------------------------------------------------------------


def uploaded(client: Client, text: str | bytes) -> Any:
    data = text if isinstance(text, bytes) else text.encode()
    return client.post(IMPORT, {"file": SimpleUploadedFile("event.json", data)}, follow=True)


def test_the_file_of_an_event_goes_out_and_in_by_pages(olga: Client, cup: Event) -> None:
    answer = olga.get(f"{CUP}event.json")
    assert answer["Content-Disposition"] == 'attachment; filename="cup.json"'
    text = answer.content.decode()
    assert text == export_event(Event.objects.select_related("season").get(pk=cup.pk))
    owner = with_role(Role.ORGANISER, "site")
    assert "Cup is here already" in uploaded(owner, text).content.decode()
    olga.post(f"{CUP}delete/")
    assert "Cup is imported." in uploaded(owner, text).content.decode()
    assert Event.objects.get(slug="cup").entries.count() == 3


def test_the_file_of_a_season_goes_out_and_in_by_pages(olga: Client, cup: Event) -> None:
    text = olga.get("/organise/seasons/2026/season.json").content.decode()
    services.delete_event(event_id=cup.pk, actor="test", now=NOW)
    Season.objects.all().delete()
    uploaded(with_role(Role.ORGANISER, "site"), text)
    assert Event.objects.get(slug="cup").season.slug == "2026"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        '"season/2"',
        b"\xff\xfe",
        json.dumps({"rauswurf": "season/2"}),
        "[" * 5000,
        "\x00",
    ],
)
def test_a_file_that_is_none_is_refused_at_its_field(season: Season, text: str | bytes) -> None:
    client = with_role(Role.ORGANISER, "site")
    before = everything()
    answer = uploaded(client, text)
    assert answer.status_code == 200
    assert 'role="alert"' in answer.content.decode()
    assert everything() == before
