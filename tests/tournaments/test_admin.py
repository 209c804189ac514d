"""The admin: rows to look at, and what cannot be touched there."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from games.enums import Role
from games.models import AccessToken, Game, GameEvent, Player
from tests.games.conftest import client_with
from tests.tournaments.admin_forms import (
    desk,
    particulars,
    step,
    whole_desk,
)
from tests.tournaments.conftest import YELLOW_STARTS, start, win
from tests.tournaments.event_state import everything
from tournaments.models import Event

pytestmark = pytest.mark.django_db


@pytest.fixture
def organiser(db: None) -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("organiser"))
    return client


def test_the_admin_speaks_german(organiser: Client, cup: Event) -> None:
    first = start(cup, rounds=YELLOW_STARTS)
    win(first.game, "red")
    page = whole_desk(organiser, cup, **{"Accept-Language": "de"})
    assert "Rot hat Spiel 1 entschieden" in page
    assert "Spiel starten" in page
    assert "Ergebnis eintragen" in page
    assert "Rangliste" in page or "Tabelle" in page


def test_a_late_entry_by_rest_is_refused_with_the_reason(cup: Event) -> None:
    late = Player.objects.create(name="Dora Däne")
    before = everything()
    answer = client_with(Role.ORGANISER).post(f"/api/v1/events/{cup.slug}/entries/", {"player": str(late.pk)})
    assert answer.status_code == 409
    assert answer.json()["messages"]["en"].startswith("Already drawn")
    assert "void the draw" in answer.json()["messages"]["en"]
    assert everything() == before


def test_events_games_and_their_log_can_only_be_looked_at(organiser: Client, cup: Event) -> None:
    game = win(start(cup, rounds=YELLOW_STARTS).game, "red")
    number = GameEvent.objects.count()
    event = GameEvent.objects.first()
    assert event is not None
    for page in (
        "/admin/tournaments/event/",
        particulars(cup),
        "/admin/games/game/",
        f"/admin/games/game/{game.pk}/change/",
        f"/admin/games/gameevent/?game__id__exact={game.pk}",
        f"/admin/games/gameevent/{event.pk}/change/",
    ):
        answer = organiser.get(page)
        assert answer.status_code == 200, page
        assert b'name="_save"' not in answer.content
        assert b"delete_selected" not in answer.content
    for page in (
        "/admin/tournaments/event/add/",
        reverse("admin:tournaments_event_delete", args=[cup.pk]),
        "/admin/games/game/add/",
        f"/admin/games/game/{game.pk}/delete/",
        "/admin/games/gameevent/add/",
        f"/admin/games/gameevent/{event.pk}/delete/",
    ):
        assert organiser.get(page).status_code == 403, page
    before = Game.objects.filter(pk=game.pk).values().get()
    assert organiser.post(f"/admin/games/game/{game.pk}/change/", {"title": "x"}).status_code == 403
    assert organiser.post(particulars(cup), {"name": "x"}).status_code == 403
    assert organiser.post(f"/admin/games/gameevent/{event.pk}/change/", {"kind": "end"}).status_code == 403
    assert Game.objects.filter(pk=game.pk).values().get() == before
    assert GameEvent.objects.count() == number


def test_a_player_with_games_is_not_deleted(organiser: Client, cup: Event, players: list[Player]) -> None:
    organiser.post(f"/admin/games/player/{players[0].pk}/delete/", {"post": "yes"})
    assert Player.objects.filter(pk=players[0].pk).exists()


def test_players_are_found_in_any_spelling(organiser: Client, players: list[Player]) -> None:
    for text in ("oehler", "ÖHLER", "ohler"):
        page = organiser.get("/admin/games/player/", {"q": text}).content.decode()
        assert "Änne Öhler" in page
        assert "Bert" not in page


def test_a_token_is_shown_once_and_can_be_revoked(organiser: Client) -> None:
    assert organiser.get("/admin/games/accesstoken/add/")["Location"] == "/access/"
    wanted = {"name": "board 1", "role": "recorder", "place": "site", "hours": "12"}
    assert "rauswurf_" in organiser.post("/access/", wanted).content.decode()
    token = AccessToken.objects.get()
    assert "rauswurf_" not in organiser.get(f"/admin/games/accesstoken/{token.pk}/change/").content.decode()
    wanted_now = {"action": "revoke", "_selected_action": [token.pk], "seen": ""}
    organiser.post("/admin/games/accesstoken/", wanted_now)
    assert AccessToken.objects.get().revoked_at is not None
    assert organiser.post(f"/admin/games/accesstoken/{token.pk}/delete/").status_code == 403


def test_somebody_who_may_only_look_cannot_draw_or_start(cup: Event) -> None:
    client = Client()
    client.force_login(User.objects.create_user("helper", is_staff=True))
    for url in (step("chooseway", cup), step("startgame", cup, 1)):
        assert client.get(url).status_code == 403
        assert client.post(url, {}).status_code == 403


def test_every_page_of_the_admin_keeps_the_strict_policy(organiser: Client, cup: Event) -> None:
    start(cup, rounds=YELLOW_STARTS)
    for page in (particulars(cup), desk(cup), "/admin/tournaments/event/", "/admin/games/player/add/"):
        answer = organiser.get(page)
        assert "unsafe" not in answer["Content-Security-Policy"]
        assert b"<script>" not in answer.content
        assert b"style=" not in answer.content
        assert b"onclick=" not in answer.content


def test_the_history_tells_who_and_why_and_nothing_is_put_back(organiser: Client, cup: Event) -> None:
    start(cup, rounds=YELLOW_STARTS)
    page = organiser.get(reverse("admin:tournaments_event_history", args=[cup.pk])).content.decode()
    assert "test" in page
    record = cup.history.first()
    url = reverse("admin:tournaments_event_simple_history", args=[cup.pk, record.pk])
    assert organiser.get(url).status_code == 200
    assert organiser.post(url, {"name": "put back"}).status_code == 403
    assert Event.objects.get(pk=cup.pk).name == "Cup"
    assert organiser.get("/admin/tournaments/event/nothing/history/").status_code == 404
