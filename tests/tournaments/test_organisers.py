"""Organisers can organise: a role opens the desk, with what is theirs on it, and reaches into nothing else."""

from datetime import date
from typing import Any

import pytest
from django.contrib.auth.models import Permission, User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.enums import Role
from games.models import Game, GameEvent, Player
from tests.games.pages import assert_is_sound
from tests.tournaments.admin_forms import desk, step
from tests.tournaments.conftest import NOW, YELLOW_STARTS, new_event, start, with_role
from tests.tournaments.dashboard import staff
from tournaments import services
from tournaments.models import Event, Season

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


@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_has_no_role_is_told_what_is_missing_instead_of_logging_in_for_ever(
    cup: Event, language: str
) -> None:
    client = Client(headers={"accept-language": language})
    person = User.objects.create_user("lena", is_staff=True)
    person.user_permissions.set(Permission.objects.all())
    client.force_login(person)
    for page in ("/admin/", EVENTS, PLAYERS, desk(cup)):
        answer = client.get(page)
        assert answer.status_code == 403, page
        text = assert_is_sound(answer, language)
        assert "lena" in text
        assert ("owner" if language == "en" else "Eigentümer") in text
    assert 'href="/organise/"' not in client.get("/").content.decode()


def test_whoever_has_another_role_is_told_which_one_that_is(cup: Event) -> None:
    text = assert_is_sound(with_role(Role.VIEWER, "event:cup").get("/admin/"), "en")
    assert "viewer (Cup)" in text


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
    season: Season, players: list[Player]
) -> None:
    site, lena = with_role(Role.ORGANISER, "site"), with_role(Role.ORGANISER, "season:2026")
    pages: tuple[str, ...] = (
        PLAYERS,
        f"{PLAYERS}add/",
        f"{PLAYERS}{players[0].pk}/change/",
        f"{SEASONS}add/",
    )
    pages += (
        "/organise/seasons/new/",
        "/organise/import/results/",
        "/organise/halls/",
    )
    for page in pages:
        assert site.get(page).status_code == 200, page
        assert lena.get(page).status_code == 403, page
        assert lena.post(page, {"name": "x"}).status_code == 403, page
    assert Season.objects.get() == season
    assert Player.objects.count() == 3


# -- what is theirs ------------------------------------------------------------------------------------


def test_lists_show_what_is_theirs_and_nothing_else(lena: Client, cup: Event, theirs: Event) -> None:
    mine = start(cup, rounds=YELLOW_STARTS).game
    events, seasons = lena.get(EVENTS).content.decode(), lena.get(SEASONS).content.decode()
    assert "Cup" in events
    assert "Cup of others" not in events
    assert "Season of others" not in events + seasons
    assert f"{SEASONS}{cup.season_id}/change/" in seasons
    player = Player.objects.all()[0]
    not_mine = Game.objects.create(rules_name="mhd", seated=[], title="not mine", created_at=NOW)
    games = lena.get("/admin/games/game/").content.decode()
    assert str(mine.pk) in games
    assert "not mine" not in games
    assert lena.get(f"/admin/games/game/{not_mine.pk}/change/").status_code in (302, 403)
    log = lena.get("/admin/games/gameevent/")
    assert {event.game_id for event in log.context["cl"].result_list} == {mine.pk}
    assert GameEvent.objects.exclude(game=mine).count() == 0
    assert lena.get(f"{PLAYERS}{player.pk}/history/").status_code == 403


def test_the_desk_costs_the_same_queries_with_one_event_and_with_six(lena: Client, season: Season) -> None:
    def queries() -> list[int]:
        counts = []
        for page in ("/admin/", EVENTS, SEASONS):
            with CaptureQueriesContext(connection) as asked:
                assert lena.get(page).status_code == 200
            counts.append(len(asked))
        return counts

    new_event(season)
    queries()
    few = queries()
    for number in range(5):
        new_event(season, slug=f"cup-{number}", name=f"Cup {number}")
    assert queries() == few


# -- no other season -----------------------------------------------------------------------------------


def test_by_rest_no_event_changes_its_season(lena: Client, cup: Event, other: Season) -> None:
    for body in ({"season": "2027"}, {"season": "2027", "name": "Moved"}):
        answer = lena.patch("/api/v1/events/cup/", body, content_type="application/json")
        assert answer.status_code == 400, answer.content
    new = {"season": "2027", "slug": "new", "name": "New", "format": "championship", "rules": "xmadn-3t"}
    answer = lena.post("/api/v1/events/", {**new, "starts_on": "2027-11-21"}, content_type="application/json")
    assert answer.status_code == 403
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
