"""The admin: rows to look at, and what cannot be touched there."""

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Game, GameEvent, Player
from tests.tournaments.admin_forms import (
    desk,
    particulars,
)
from tests.tournaments.conftest import YELLOW_STARTS, start, win
from tests.tournaments.dashboard import organiser as organiser
from tournaments.models import Event

pytestmark = pytest.mark.django_db


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
