"""The name of a player is taken away for good: nothing keeps it but what is told, and nothing else changes."""

from __future__ import annotations

from datetime import date
from io import StringIO
from typing import Any
from unittest.mock import patch
from uuid import uuid4

import pytest
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import User
from django.contrib.contenttypes.models import ContentType
from django.core.management import CommandError, call_command
from django.test import Client

from games.domain.hash_chain import first_break
from games.enums import EventKind, Role
from games.models import Game, Player, SecurityEvent
from games.models.player import folded
from games.services.erase_player import erase, mentions_of, would_erase
from games.services.projections import differences
from tests.games.conftest import client_with
from tests.tournaments.conftest import NOW
from tests.tournaments.event_state import happen
from tests.tournaments.nicknamed import NAME, traces_in
from tests.tournaments.nicknamed import played as played
from tests.tournaments.nicknamed import xaver as xaver
from tests.tournaments.stored import everything_kept
from tournaments import services
from tournaments.integrity import RankingsIntegrity, StandingsIntegrity
from tournaments.models import Delivery, Event, ReportLine
from tournaments.standings.queries import load_standings

pytestmark = pytest.mark.django_db


ROOMS = ("games_", "tournaments_", "django_admin_log")


@pytest.fixture
def known(played: dict[str, Event], xaver: Player) -> Player:
    """A player whose name stands wherever it can: in masks, typed reasons, titles, histories, stored answers."""
    xaver.born = date(1980, 5, 17)
    xaver.save()
    xaver.name, xaver.nickname = f"{NAME} junior", "Blitz"
    xaver.save()
    xaver.name = NAME
    xaver.save()
    assert ReportLine.objects.update(reason=f"a wish of {NAME}")
    Game.objects.filter(event_game__event=played["over"]).update(title=f"{NAME}s Revanche")
    user = User.objects.create_superuser("dora", password="x")
    LogEntry.objects.create(
        user=user,
        content_type=ContentType.objects.get_for_model(Player),
        object_id=str(xaver.pk),
        object_repr=NAME,
        action_flag=CHANGE,
    )
    organiser = client_with(Role.ORGANISER)
    headers = {"Idempotency-Key": str(uuid4())}
    organiser.patch(f"/api/v1/players/{xaver.pk}/", {"nickname": NAME[:5] + " Q."}, headers=headers)
    return xaver


def test_nothing_keeps_the_name_and_games_and_tables_stay(played: dict[str, Event], known: Player) -> None:
    before = everything_kept(*ROOMS)
    assert (len(traces_in(before)), "1980-05-17" in before) == (3, True)
    places = {slug: [row["figures"] for row in load_standings(_fresh(slug))["rows"]] for slug in played}
    found = erase(player_id=known.pk, actor="command", now=NOW)
    after = everything_kept(*ROOMS)
    assert [row for row in after.splitlines() if traces_in(row) or "1980-05-17" in row] == []
    assert found.mentions == ()
    assert {
        slug: [row["figures"] for row in load_standings(_fresh(slug))["rows"]] for slug in played
    } == places
    assert found.neutral_name in load_standings(_fresh("cup"))["rows"][0]["name"] + str(
        load_standings(_fresh("cup"))["rows"]
    )
    assert [*StandingsIntegrity().check(), *RankingsIntegrity().check()] == []
    for game in Game.objects.all():
        assert (first_break(game.events.all()), differences(game)) == (None, [])
    known.refresh_from_db()
    assert (known.name, known.nickname, known.born) == (found.neutral_name, "", None)
    assert found.neutral_name.startswith("N. N. ")
    assert Delivery.objects.filter(body__contains=found.neutral_name).exists()


def _fresh(slug: str) -> Event:
    return Event.objects.get(slug=slug)


def test_that_it_was_done_is_kept_without_the_name(known: Player) -> None:
    erase(player_id=known.pk, actor="user:7", now=NOW)
    event = SecurityEvent.objects.get(kind="player erased")
    assert (event.actor, event.about) == ("user:7", f"player:{known.pk}")


def test_what_would_be_done_changes_nothing(known: Player) -> None:
    before = everything_kept(*ROOMS)
    found = would_erase(player_id=known.pk, now=NOW)
    assert everything_kept(*ROOMS) == before
    assert found == erase(player_id=known.pk, actor="command", now=NOW)


def test_what_cannot_be_changed_and_words_of_the_name_are_told(
    played: dict[str, Event], known: Player
) -> None:
    running = played["by-hand"]
    game = services.start_next_game(
        event_id=running.pk,
        rounds=[{"yellow": 6, "green": 1, "red": 2, "black": 3, "violet": 4, "blue": 5}],
        actor="test",
        now=NOW,
    ).played.game
    happen(game, EventKind.NOTE, text=f"{NAME} is late")
    services.change_event(event_id=running.pk, changes={"name": "Quöllmüller-Cup"}, actor="test", now=NOW)
    happen(Game.objects.get(event_game__event=played["over"]), EventKind.CONFIRMATION, official=NAME)
    User.objects.create_user("xaver")
    found = erase(player_id=known.pk, actor="command", now=NOW)
    told = {(mention.text, mention.is_sealed) for mention in found.mentions}
    assert ("xaver", True) in told
    assert ("Quöllmüller-Cup", False) in told
    assert any(NAME in text and is_sealed for text, is_sealed in told)
    assert _fresh("by-hand").name == "Quöllmüller-Cup"
    assert [differences(each) for each in Game.objects.all() if differences(each)] == []


@pytest.mark.both_databases
def test_the_name_of_a_namesake_stays_where_it_was_typed(played: dict[str, Event], known: Player) -> None:
    other = Player.objects.create(name=NAME)
    erase(player_id=known.pk, actor="command", now=NOW)
    other.refresh_from_db()
    assert other.name == NAME
    assert NAME in Game.objects.get(event_game__event=played["over"]).title


def test_two_without_names_are_told_apart(known: Player) -> None:
    Player.objects.create(name=f"N. N. {known.pk.hex[:4]}")
    assert erase(player_id=known.pk, actor="command", now=NOW).neutral_name == f"N. N. {known.pk.hex[:5]}"


# -- the ways to it ----------------------------------------------------------------------------------


def test_the_command_asks_and_tells(known: Player) -> None:
    out = StringIO()
    call_command("erase_player", NAME, "--dry-run", stdout=out)
    assert "Nothing was changed." in out.getvalue()
    with patch("builtins.input", return_value="no"), pytest.raises(CommandError, match="nothing was changed"):
        call_command("erase_player", str(known.pk), stdout=out)
    known.refresh_from_db()
    assert known.name == NAME
    call_command("erase_player", str(known.pk), "--yes", stdout=out)
    known.refresh_from_db()
    assert known.name.startswith("N. N. ")
    with pytest.raises(CommandError, match="one player is needed"):
        call_command("erase_player", NAME, "--yes", stdout=out)


def test_an_organiser_of_the_site_does_it_by_typing_what_the_player_is_shown_as(known: Player) -> None:
    client = Client()
    client.force_login(User.objects.get(username="dora"))
    url = f"/admin/games/player/{known.pk}/erase/"
    known.refresh_from_db()
    page = client.get(url).content.decode()
    assert "It cannot be undone." in page
    assert client.post(url, {"typed": "yes"}).status_code == 400
    assert client.post(url, {"typed": known.shown_as}).status_code == 302
    known.refresh_from_db()
    assert folded(known.name).startswith("n. n. ")


def test_nobody_else_does_it(known: Player) -> None:
    url = f"/admin/games/player/{known.pk}/erase/"
    staff = User.objects.create_user("sam", password="x", is_staff=True)
    client = Client()
    assert client.post(url, {"typed": "Blitz"}).status_code == 302
    client.force_login(staff)
    assert client.post(url, {"typed": known.shown_as}).status_code == 403
    known.refresh_from_db()
    assert known.name == NAME


def test_whoever_gives_a_nickname_is_told_where_the_name_still_stands(
    played: dict[str, Event], xaver: Player
) -> None:
    Game.objects.filter(event_game__event=played["over"]).update(title=f"{NAME}s Revanche")
    client = Client()
    client.force_login(User.objects.create_superuser("dora", password="x"))
    form: dict[str, Any] = {"name": NAME, "nickname": "Blitz", "born": ""}
    answer = client.post(f"/admin/games/player/{xaver.pk}/change/", form, follow=True)
    assert f"{NAME}s Revanche" in answer.content.decode()
    xaver.refresh_from_db()
    assert [mention.text for mention in mentions_of(xaver)] == [f"{NAME}s Revanche"]
