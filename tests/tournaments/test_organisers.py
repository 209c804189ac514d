"""Organisers can organise: a role opens the desk, with what is theirs on it, and reaches into nothing else."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.enums import Role
from games.models import AccessToken, Player
from games.services import recorder
from rules import RULE_SETS
from tests.games.pages import assert_is_sound
from tests.tournaments.admin_forms import desk, step
from tests.tournaments.conftest import NOW, YELLOW_STARTS, new_event, start, with_role
from tests.tournaments.dashboard import staff
from tests.tournaments.hall.halls import published
from tests.tournaments.played_events import entered
from tests.tournaments.query_counts import queries
from tests.tournaments.slips import enter
from tournaments import services
from tournaments.models import Event, Season
from tournaments.services import Slip

pytestmark = pytest.mark.django_db
LANGUAGES = ("en", "de")
EVENTS, SEASONS, PLAYERS = (
    f"/admin/{path}/" for path in ("tournaments/event", "tournaments/season", "games/player")
)


@pytest.fixture
def other(season: Season) -> Season:
    """Another season, that somebody else organises."""
    days: dict[str, Any] = {"starts_on": date(2027, 1, 1), "ends_on": date(2027, 12, 31)}
    return services.create_season(slug="2027", name="Season of others", **days, actor="test", now=NOW)


@pytest.fixture
def theirs(other: Season) -> Event:
    return new_event(other, slug="theirs", name="Cup of others", starts_on=date(2027, 5, 1))


@pytest.fixture
def lena(season: Season) -> Client:
    """The organiser of a season: an account with a permit, no "staff status", nothing from Django."""
    return with_role(Role.ORGANISER, "season:2026")


# -- the door ----------------------------------------------------------------------------------------


def test_whoever_lacks_the_role_is_told_so_instead_of_logging_in_for_ever(cup: Event) -> None:
    client = Client(headers={"accept-language": "de"})
    person = User.objects.create_user("lena", is_staff=True)
    person.user_permissions.set(Permission.objects.all())
    client.force_login(person)
    for page in ("/admin/", EVENTS, PLAYERS, desk(cup)):
        answer = client.get(page)
        assert answer.status_code == 403, page
        assert "Eigentümer" in assert_is_sound(answer, "de")
    assert "viewer (Cup)" in assert_is_sound(with_role(Role.VIEWER, "event:cup").get("/admin/"), "en")


def test_accounts_and_their_raw_permissions_are_for_superusers(db: None) -> None:
    owner = with_role(Role.OWNER, "site")
    someone = User.objects.get()
    pages = ("user/", "user/add/", f"user/{someone.pk}/change/", f"user/{someone.pk}/password/", "group/")
    for page in pages:
        assert owner.get(f"/admin/auth/{page}").status_code == 403, page
    assert "/admin/auth/" not in owner.get("/admin/").content.decode()
    root = staff("root", is_superuser=True)
    assert {root.get(f"/admin/auth/{page}").status_code for page in pages} == {200}


# -- organising ----------------------------------------------------------------------------------------


def test_players_and_seasons_are_written_by_organisers_of_the_site(
    lena: Client, players: list[Player]
) -> None:
    site = with_role(Role.ORGANISER, "site")
    for page in (
        PLAYERS,
        f"{PLAYERS}add/",
        f"{PLAYERS}{players[0].pk}/change/",
        f"{SEASONS}add/",
        "/organise/seasons/new/",
        "/organise/import/results/",
        "/organise/halls/",
    ):
        assert site.get(page).status_code == 200, page
        assert lena.get(page).status_code == lena.post(page, {"name": "x"}).status_code == 403, page
    assert (Season.objects.count(), Player.objects.count()) == (1, 3)


# -- what is theirs ------------------------------------------------------------------------------------


def test_lists_show_what_is_theirs_and_nothing_else(lena: Client, cup: Event, theirs: Event) -> None:
    mine = start(cup, rounds=YELLOW_STARTS).game
    anna, bert, _ = Player.objects.all()
    seats = [(anna, ["yellow"]), (bert, ["red"])]
    other = recorder.create_game(rules=RULE_SETS["mhd"], seats=seats, actor="test", now=NOW)
    for page, listed in ((EVENTS, cup), (SEASONS, cup.season), ("/admin/games/game/", mine)):
        assert list(lena.get(page).context["cl"].result_list) == [listed]
    log = lena.get("/admin/games/gameevent/")
    assert {event.game_id for event in log.context["cl"].result_list} == {mine.pk}
    assert lena.get(f"/admin/games/game/{other.pk}/change/").status_code in (302, 403)
    assert lena.get(f"{PLAYERS}{anna.pk}/history/").status_code == 403


def test_the_desk_costs_the_same_queries_with_one_event_and_with_six(lena: Client, season: Season) -> None:
    new_event(season)
    pages = ("/admin/", EVENTS, SEASONS)
    _, few = ([queries(lena, page) for page in pages] for _ in range(2))
    for number in range(5):
        new_event(season, slug=f"cup-{number}", name=f"Cup {number}")
    assert [queries(lena, page) for page in pages] == few


# -- no other season -----------------------------------------------------------------------------------


def test_by_rest_no_event_changes_its_season(lena: Client, cup: Event, other: Season) -> None:
    body = {"season": "2027", "name": "Moved"}
    assert lena.patch("/api/v1/events/cup/", body, content_type="application/json").status_code == 400
    assert Event.objects.get().season == cup.season


def test_addresses_of_the_desk_reach_no_row_of_another_event(lena: Client, cup: Event, theirs: Event) -> None:
    """A game, an entry or an award is found below its own event alone."""
    start(cup, rounds=YELLOW_STARTS)
    client = with_role(Role.OWNER, "event:theirs")
    entry = cup.entries.all()[0]
    for page in (
        step("startgame", theirs, 1),
        step("enterforfeit", theirs, 1),
        reverse("tournaments:desk-leave", args=[theirs.slug, entry.pk]),
    ):
        assert client.post(page, {}).status_code in (302, 403, 404), page
    assert cup.games.count() == 1
    assert not theirs.games.exists()


# -- at home ----------------------------------------------------------------------------------------

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
        published(entered("open", slug=slug, starts_on=timezone.localdate()))
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
