"""People see what is kept about them, take it along and ask for erasure; texts of the host are shown."""

import json
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from games.enums import Role
from games.models import Game, Player
from games.services.erase_player import erase
from tests.tournaments.conftest import with_role
from tests.tournaments.dashboard import organiser
from tests.tournaments.nicknamed import NAME, played as played, xaver as xaver
from tournaments.models import Event
from tournaments.players.own_data import own_data_address

pytestmark = pytest.mark.django_db
owner = organiser


def asks(player: Player) -> bool:
    player.refresh_from_db()
    return player.erasure_asked_at is not None


def test_the_page_shows_what_is_kept_and_the_file_has_all_of_it(
    played: dict[str, Event], xaver: Player, django_assert_max_num_queries: Any
) -> None:
    Game.objects.filter(event_game__event=played["over"]).update(title=f"{NAME}s Revanche")
    where = own_data_address(xaver)
    # As few queries for many games as for one.
    with django_assert_max_num_queries(12):
        page = Client().get(where)
    assert page["X-Robots-Tag"] == "noindex"
    assert NAME in page.content.decode()
    answer = Client().get(f"{where}export/")
    kept = json.loads(answer.content)
    assert (kept["name"], kept["date_of_birth"]) == (NAME, None)
    assert {entry["event"] for entry in kept["entries"]} == {event.slug for event in played.values()}
    assert {game["id"] for game in kept["games"]} == {
        str(pk) for pk in Game.objects.filter(seats__player=xaver).values_list("pk", flat=True)
    }
    assert any(text["text"] == f"{NAME}s Revanche" for text in kept["texts"])


@pytest.mark.parametrize("how", ["other", "cut", "none", "old"])
def test_another_link_opens_nothing(xaver: Player, how: str) -> None:
    with time_machine.travel(timezone.now() - timedelta(days=32 if how == "old" else 0)):
        where = own_data_address(xaver)
    bad = {
        "other": where.replace(xaver.pk.hex, "0" * 32),
        "cut": where[:-3] + "/",
        "none": "/your-data/x/",
        "old": where,
    }[how]
    for answer in (Client().get(bad), Client().get(f"{bad}export/"), Client().post(bad)):
        assert answer.status_code == 404
    assert not asks(xaver)


def test_who_asks_for_erasure_is_answered_by_the_owner_alone(
    played: dict[str, Event], xaver: Player, owner: Client
) -> None:
    where, decline = own_data_address(xaver), f"/organise/players/{xaver.pk}/decline/"
    for _ in range(2):
        assert Client().post(where).status_code == 302
    assert "Requested." in Client().get(where).content.decode()
    assert f"/admin/games/player/{xaver.pk}/erase/" in owner.get("/organise/site/").content.decode()
    assert Client().post(decline).status_code == 302
    for role, place in ((Role.ORGANISER, "site"), (Role.OWNER, "event:cup")):
        assert with_role(role, place).post(decline).status_code == 403
    assert (asks(xaver), xaver.name) == (True, NAME)
    before = xaver.history.count()
    assert [owner.post(decline).status_code for _ in range(2)] == [302, 302]
    assert (asks(xaver), xaver.history.count()) == (False, before + 1)
    Client().post(where)
    erase(player_id=xaver.pk, actor="command", now=timezone.now())
    assert not asks(xaver)
    assert "Your name was erased." in Client().get(where).content.decode()


def test_one_address_asks_only_so_often(xaver: Player, settings: Any) -> None:
    settings.REGISTRATIONS_PER_MINUTE = 1
    client = Client(REMOTE_ADDR="203.0.113.78")
    answers = [client.get(f"{own_data_address(xaver)}export/").status_code for _ in range(3)]
    assert answers[-1] == 429


def test_organisers_of_the_site_make_the_link_and_nobody_else(xaver: Player, owner: Client) -> None:
    where = f"/organise/players/{xaver.pk}/data/"
    assert where in owner.get(f"/admin/games/player/{xaver.pk}/change/").content.decode()
    assert "/your-data/" in with_role(Role.ORGANISER, "site").get(where).content.decode()
    assert with_role(Role.REFEREE, "site").get(where).status_code == 403
    assert with_role(Role.OWNER, "event:cup").get(where).status_code == 403
    assert Client().get(where).status_code == 302
