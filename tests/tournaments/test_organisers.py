"""Organisers can organise: a role opens the desk, with what is theirs on it, and reaches into nothing else."""

from datetime import date
from typing import Any

import pytest
from django.contrib.auth.models import Permission, User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.access.permissions import NotAllowed
from games.access.principal import Grant, Principal, with_account
from games.enums import Role
from games.errors import BadRequest
from games.models import Game, GameEvent, Player
from tests.games.pages import assert_is_sound
from tests.tournaments.admin_forms import desk, entries, event_form, messages, opened, particulars, step
from tests.tournaments.conftest import NOW, YELLOW_STARTS, new_event, start, with_role
from tests.tournaments.dashboard import staff
from tournaments import services
from tournaments.errors import EventStateConflict
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


def found(client: Client, term: str, field: str = "player", model: str = "entry") -> Any:
    """What a field of a form offers for what is typed."""
    asked = {"app_label": "tournaments", "model_name": model, "field_name": field, "term": term}
    return client.get("/admin/autocomplete/", asked)


# -- the door ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_has_no_role_is_told_what_is_missing_instead_of_logging_in_for_ever(
    cup: Event, language: str
) -> None:
    client = Client(headers={"accept-language": language})
    person = User.objects.create_user("lena", is_staff=True)
    person.user_permissions.set(Permission.objects.all())
    client.force_login(person)
    for page in ("/admin/", EVENTS, PLAYERS, desk(cup), "/admin/autocomplete/"):
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


def test_a_seasons_organiser_finds_players_and_adds_an_event(
    lena: Client, season: Season, players: list[Player]
) -> None:
    offered = found(lena, "ohler").json()["results"]
    assert [each["id"] for each in offered] == [str(players[0].pk)]
    event = opened(season)
    answer = lena.post(particulars(event), {**event_form(season), **entries(players)}, follow=True)
    assert answer.redirect_chain[-1][0] == desk(event)
    assert event.entries.count() == 3
    answer = lena.post(step("holddraw", event, "seed"), {"published_seed": "lottery 3"}, follow=True)
    assert all(player.name in messages(answer)[0] for player in players)


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
        "/admin/games/permit/",
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
    assert [game["id"] for game in found(lena, "", "event", "webhook").json()["results"]] == [str(cup.pk)]
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


@pytest.mark.parametrize("is_running", [False, True])
def test_an_organiser_moves_no_event_into_a_season_of_others(
    lena: Client, cup: Event, other: Season, is_running: bool
) -> None:
    if is_running:
        start(cup, rounds=YELLOW_STARTS)
    page = lena.get(particulars(cup)).content.decode()
    assert "Season of others" not in page
    answer = lena.post(particulars(cup), {**event_form(other), **entries([])})
    assert answer.status_code == 200
    assert "season" in answer.context["adminform"].form.errors
    assert Event.objects.get(pk=cup.pk).season == cup.season


def test_whoever_organises_both_seasons_moves_an_event_that_has_not_begun(
    season: Season, other: Season
) -> None:
    event = new_event(season)
    client = with_role(Role.ORGANISER, "site")
    client.post(particulars(event), {**event_form(other, name="Cup"), **entries([])})
    assert Event.objects.get().season == other
    assert event.history.latest().history_user is not None or event.history.count() > 1


@pytest.mark.parametrize("places", [["season:2026"], ["season:2027"], ["event:cup", "season:2027"], []])
def test_the_conduct_of_events_itself_moves_nothing_for_whoever_organises_one_season(
    cup: Event, other: Season, places: list[str]
) -> None:
    by = Principal("user:7", tuple(Grant(Role.OWNER, place) for place in places))
    with pytest.raises(NotAllowed, match="season"):
        services.move_event(event_id=cup.pk, season=other, by=by, now=NOW)
    with pytest.raises(BadRequest, match="season"):
        services.change_event(event_id=cup.pk, changes={"season": other}, actor="user:7", now=NOW)
    assert Event.objects.get().season == cup.season


def test_an_event_that_has_begun_stays_in_its_season_whoever_asks(cup: Event, other: Season) -> None:
    start(cup, rounds=YELLOW_STARTS)
    root = User.objects.create_superuser("root")
    with pytest.raises(EventStateConflict, match="stays in its season"):
        services.move_event(event_id=cup.pk, season=other, by=with_account(root), now=NOW)
    client = Client()
    client.force_login(root)
    answer = client.post(particulars(cup), {**event_form(other), **entries([])}, follow=True)
    assert "it stays in its season" in messages(answer)[0]
    assert Event.objects.get().season == cup.season


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
        reverse("admin:tournaments_entry_history", args=[entry.pk]),
    ):
        assert client.post(page, {}).status_code in (302, 403, 404), page
    assert cup.games.count() == 1
    assert not theirs.games.exists()
