"""Whoever has a role finds their events at /organise/, and nothing of others; whoever organises can organise."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from games.enums import Role
from games.models import AccessToken
from tests.games.pages import assert_is_sound
from tests.tournaments.conftest import NOW, YELLOW_STARTS, new_event, start, with_role
from tests.tournaments.hall.halls import WHO, published
from tests.tournaments.query_counts import queries
from tests.tournaments.slips import enter
from tournaments import services
from tournaments.models import Event, Season
from tournaments.services import Slip, hall
from tournaments.services.hall import Description

pytestmark = pytest.mark.django_db
HOME = "/organise/"


def headings(client: Client, address: str = HOME) -> dict[str, str]:
    """What stands under each heading of the page."""
    parts = client.get(address).content.decode().split("<h2>")[1:]
    return {part.partition("</h2>")[0]: part for part in parts}


def test_lena_organiser_of_one_event_can_organise_it(cup: Event, series: Event) -> None:
    """An account with a role in an event, without "staff status" or any permission of Django's."""
    lena = with_role(Role.ORGANISER, "event:cup")
    assert 'href="/organise/"' in lena.get("/").content.decode()
    page = assert_is_sound(lena.get(HOME), "en")
    assert 'href="/organise/events/cup/"' in page
    assert "/organise/events/gp/" not in page
    for address in ("", "access/", "archive/", "settings/"):
        assert lena.get(f"/organise/events/cup/{address}").status_code == 200, address
    assert lena.get("/events/cup/audit/").status_code == 200
    for address in ("", "access/", "archive/"):
        assert lena.get(f"/organise/events/gp/{address}").status_code == 403, address


def test_events_stand_under_to_do_running_coming_and_finished(
    season: Season, cup: Event, series: Event
) -> None:
    today = timezone.localdate()
    new_event(season, slug="later", name="Later", starts_on=today + timedelta(days=40))
    enter(series, 1, Slip(places=("red", "yellow", "black", "green", "blue", "violet")))
    client = with_role(Role.ORGANISER, "season:2026")
    found = headings(client)
    assert list(found) == ["To do", "Running", "Coming"]
    for part, words in zip(
        found.values(), ("Unconfirmed results", "events/gp/", "events/later/"), strict=True
    ):
        assert words in part
    services.suspend_event(event_id=cup.pk, hold=Event.Hold.CALLED_OFF, reason="x", actor="test", now=NOW)
    assert "/organise/events/cup/" in headings(client)["Finished"]


def test_halls_cost_as_many_queries_as_one_while_nobody_waits(season: Season) -> None:
    client = with_role(Role.ORGANISER, "season:2026")

    def play(slug: str) -> int:
        event = new_event(
            season,
            slug=slug,
            format_key="open",
            rules_name="schmidt-classic",
            settings={},
            starts_on=timezone.localdate(),
        )
        hall.announce(event_id=event.pk, players=[(f"{slug} {n}", Description()) for n in range(8)], **WHO)
        hall.check_in_all(event_id=event.pk, **WHO)
        published(event)
        queries(client, HOME)
        return queries(client, HOME)

    assert play("one") == play("two") == play("three")


@pytest.mark.parametrize(
    ("role", "place", "buttons"),
    [
        (
            Role.OWNER,
            "site",
            {"/organise/new/", "/organise/seasons/new/", "/organise/import/", "/organise/site/"},
        ),
        (Role.ORGANISER, "site", {"/organise/new/", "/organise/seasons/new/", "/organise/import/"}),
        (Role.ORGANISER, "season:2026", {"/organise/new/"}),
        (Role.REFEREE, "event:cup", set()),
    ],
)
def test_everybody_finds_the_buttons_that_are_theirs(
    cup: Event, role: Role, place: str, buttons: set[str]
) -> None:
    page = with_role(role, place).get(HOME).content.decode().partition("<main")[2]
    every = {"/organise/new/", "/organise/seasons/new/", "/organise/import/", "/organise/site/"}
    assert {each for each in every if f'href="{each}"' in page} == buttons


def test_a_recorder_of_one_board_finds_the_event_and_no_desk(cup: Event) -> None:
    start(cup, rounds=YELLOW_STARTS, board="7")
    page = with_role(Role.RECORDER, "board:cup:7").get(HOME).content.decode()
    assert 'href="/events/cup/"' in page
    assert "/organise/events/cup/" not in page


def test_whoever_has_no_role_has_no_home(cup: Event) -> None:
    assert Client().get(HOME).status_code == 302
    client = Client()
    client.force_login(User.objects.create_user("guest"))
    assert client.get(HOME).status_code == 403
    assert with_role(Role.VIEWER, "event:cup").get(HOME).status_code == 403


# -- the event's own page of access ----------------------------------------------------------------


def test_a_link_for_a_board_that_nobody_has_played_at_yet(cup: Event) -> None:
    client = with_role(Role.ORGANISER, "event:cup")
    sent = {"name": "Hall 2", "role": "recorder", "place": "event:cup", "board": "Hall 2", "hours": "12"}
    assert client.post("/organise/events/cup/access/", sent).status_code == 200
    assert AccessToken.objects.get().place == "board:cup:Hall 2"
