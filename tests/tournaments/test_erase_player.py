"""The name of a player is taken away for good: nothing keeps it but what is told, and nothing else changes."""

import copy
import logging
from datetime import date, timedelta
from io import StringIO
from pathlib import Path
from typing import Any
from unittest.mock import patch
from uuid import uuid4

import pytest
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import User
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.db import DatabaseError, transaction
from django.test import Client

from games.domain.events import EVENT_TYPES
from games.domain.events.redaction import WORDS
from games.domain.hash_chain import first_break
from games.enums import EventKind, Role
from games.errors import BadRequest
from games.models import (
    Game,
    GameEvent,
    OpenIdIdentity,
    Permit,
    Player,
    RecoveryCode,
    SecondFactor,
    SecurityEvent,
)
from games.models.player import folded
from games.services import erased_list
from games.services.delete_games import delete_games
from games.services.erase_player import apply_erasures, erase
from games.services.export_game import game_as_plain
from games.services.import_game import import_game
from games.services.name_columns import texts_naming
from games.services.projections import differences
from games.services.recorder import create_game
from games.validation.json_value import JsonValue
from rules import RULE_SETS
from tests.games.conftest import client_with
from tests.tournaments.conftest import NOW
from tests.tournaments.dashboard import staff
from tests.tournaments.event_state import happen
from tests.tournaments.nicknamed import NAME, played as played, traces_in, xaver as xaver
from tests.tournaments.stored import columns_with, everything_kept
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
    called = erase(player_id=known.pk, actor="command", now=NOW)
    after = everything_kept(*ROOMS)
    assert [row for row in after.splitlines() if traces_in(row) or "1980-05-17" in row] == []
    assert {
        slug: [row["figures"] for row in load_standings(_fresh(slug))["rows"]] for slug in played
    } == places
    assert called in str(load_standings(_fresh("cup"))["rows"])
    assert [*StandingsIntegrity().check(), *RankingsIntegrity().check()] == []
    for game in Game.objects.all():
        assert (first_break(game.events.all()), differences(game)) == (None, [])
    known.refresh_from_db()
    assert (known.name, known.nickname, known.born) == (called, "", None)
    assert called.startswith("N. N. ")
    assert Delivery.objects.filter(body__contains=called).exists()


def _fresh(slug: str) -> Event:
    return Event.objects.get(slug=slug)


def test_that_it_was_done_is_kept_without_the_name(known: Player) -> None:
    erase(player_id=known.pk, actor="user:7", now=NOW)
    event = SecurityEvent.objects.get(kind="player erased")
    assert (event.actor, event.about) == ("user:7", f"player:{known.pk}")


@pytest.mark.both_databases
def test_the_name_of_a_namesake_stays_where_it_was_typed(played: dict[str, Event], known: Player) -> None:
    other = Player.objects.create(name=NAME)
    erase(player_id=known.pk, actor="command", now=NOW)
    other.refresh_from_db()
    assert other.name == NAME
    assert NAME in Game.objects.get(event_game__event=played["over"]).title


def test_two_without_names_are_told_apart(known: Player) -> None:
    Player.objects.create(name=f"N. N. {known.pk.hex[:4]}")
    assert erase(player_id=known.pk, actor="command", now=NOW) == f"N. N. {known.pk.hex[:5]}"


# -- logs that are sealed ------------------------------------------------------------------------------


@pytest.fixture
def sealed(played: dict[str, Event], known: Player) -> Game:
    """A game with the name in notes, and as the official who confirmed it."""
    game = Game.objects.get(event_game__event=played["over"])
    for text in (
        NAME,
        NAME.upper(),
        f"what {NAME}s friend says",
        "all is well",
    ):
        happen(game, EventKind.NOTE, text=text)
    happen(game, EventKind.CONFIRMATION, official=NAME)
    game.refresh_from_db()
    return game


@pytest.mark.both_databases
def test_words_of_sealed_logs_are_taken_out_and_every_chain_still_holds(known: Player, sealed: Game) -> None:
    before = {event.number: event.hash for event in sealed.events.all()}
    called = erase(player_id=known.pk, actor="command", now=NOW)
    sealed.refresh_from_db()
    events = list(sealed.events.all())
    assert {event.number: event.hash for event in events[:-1]} == before
    assert (events[-1].kind, len(events[-1].payload["events"]), sealed.head) == (
        "redaction",
        4,
        events[-1].hash,
    )
    assert [row for row in everything_kept(*ROOMS).splitlines() if traces_in(row)] == []
    texts = [event.payload["text"] for event in events if event.kind == "note"]
    assert texts == [called, called, f"what {called}s friend says", "all is well"]
    assert sealed.confirmations == [called] or called in str(sealed.confirmations)
    for game in Game.objects.all():
        assert (first_break(game.events.all()), differences(game)) == (None, [])
    call_command("rebuild_projections", "--check", stdout=StringIO())
    with pytest.raises(DatabaseError), transaction.atomic():
        GameEvent.objects.filter(game=sealed).update(actor="nobody")


def test_a_redaction_covers_what_stands_there_and_nothing_else(known: Player, sealed: Game) -> None:
    erase(player_id=known.pk, actor="command", now=NOW)
    events = list(sealed.events.all())
    redacted = next(event for event in events if event.kind == "note")
    redacted.payload = {"text": "something else"}
    assert first_break(events) is redacted
    events = list(sealed.events.all())
    events[2].actor = "nobody"
    assert first_break(events) is events[2]


def test_two_erasures_of_one_note_leave_the_chain_whole(known: Player, sealed: Game) -> None:
    bert = Player.objects.get(name="Bert Bach")
    happen(sealed, EventKind.NOTE, text=f"{NAME} and Bert Bach quarrel")
    for player in (known, bert):
        erase(player_id=player.pk, actor="command", now=NOW)
    assert first_break(sealed.events.all()) is None
    assert "Bert" not in str([event.payload for event in sealed.events.all()])


def test_a_log_with_words_taken_out_is_exported_and_taken_over(known: Player, sealed: Game) -> None:
    players = list(Player.objects.all())[:3]
    pairs = [("yellow", "red"), ("green", "black"), ("violet", "blue")]
    seats = list(zip(players, pairs, strict=True))
    game = create_game(rules=RULE_SETS["xmadn-3t"], seats=seats, actor="test", now=NOW)
    happen(game, EventKind.NOTE, text=f"{NAME} is here")
    erase(player_id=known.pk, actor="command", now=NOW)
    plain = game_as_plain(game)
    delete_games([game.pk])
    assert plain["events"][-1]["kind"] == "redaction"
    changed = copy.deepcopy(plain)
    changed["events"][1]["payload"]["text"] = "nobody is here"
    with pytest.raises(BadRequest, match="something has been changed"):
        import_game(JsonValue(changed, "game"))
    assert first_break(import_game(JsonValue(plain, "game")).events.all()) is None


#: Lines that are no words: what a board, a result or the dice follow from.
OF_THE_GAME = {
    "commitment",
    "seed",
    "starter",
    "position",
    "colour",
    "field",
    "move",
    "paragraph",
    "published_seed",
}


def test_nothing_but_words_is_redacted(sealed: Game) -> None:
    lines = {
        field.name
        for kind in EVENT_TYPES.values()
        for field in kind.fields
        if field.schema["type"] in ("string", ["string", "null"])
        and not {"enum", "format"} & field.schema.keys()
    }
    assert lines - OF_THE_GAME == WORDS - {"how"}
    start = next(event.number for event in sealed.events.all() if event.kind == "throw")
    with pytest.raises(ValueError, match=str(start)):
        happen(sealed, EventKind.REDACTION, events={str(start): "0" * 64})


def test_other_people_of_whose_name_it_is_a_part_keep_theirs(played: dict[str, Event], known: Player) -> None:
    anna = Player.objects.create(name="Anna")
    Player.objects.create(name="Anna Schmidt")
    Game.objects.filter(event_game__event=played["over"]).update(title="Anna gegen Anna Schmidt")
    called = erase(player_id=anna.pk, actor="command", now=NOW)
    assert Game.objects.get(event_game__event=played["over"]).title == f"{called} gegen Anna Schmidt"


def test_a_word_is_taken_out_too_where_it_is_told(played: dict[str, Event], known: Player) -> None:
    services.change_event(
        event_id=played["by-hand"].pk, changes={"name": "Quöllmüller-Cup"}, actor="test", now=NOW
    )
    called = erase(player_id=known.pk, actor="command", now=NOW, also=["quöllmüller"])
    assert _fresh("by-hand").name == f"{called}-Cup"


# -- accounts, backups -------------------------------------------------------------------------------


def test_an_account_goes_with_its_name_and_mail(known: Player, sealed: Game) -> None:
    account = User.objects.create_user("x.mueller", email="xm@example.org", first_name="Xaver", last_name="Q")
    happen(sealed, EventKind.NOTE, text="asked xm@example.org and x.mueller")
    call_command("erase_player", str(known.pk), "--account", "x.mueller", "--yes", stdout=StringIO())
    assert columns_with(lambda text: "x.mueller" in text or "xm@example.org" in text) == set()
    assert not User.objects.filter(pk=account.pk).exists()
    assert first_break(sealed.events.all()) is None


def test_with_an_account_go_its_factors_identities_and_sessions(known: Player) -> None:
    account = User.objects.create_user("x.mueller")
    SecondFactor.objects.create(account=account, kind="app", name="Phone", data="ABC", created_at=NOW)
    RecoveryCode.objects.create(account=account, digest="0" * 64)
    OpenIdIdentity.objects.create(account=account, issuer="https://club", subject="x", created_at=NOW)
    for age in (3600, -3600):
        opened = SessionStore()
        opened.update({"_auth_user_id": str(account.pk), "network": "192.0.2.0/24"})
        opened.set_expiry(age)
        opened.save()
    call_command("erase_player", str(known.pk), "--account", "x.mueller", "--yes", stdout=StringIO())
    for model in (SecondFactor, RecoveryCode, OpenIdIdentity, Session):
        assert not model.objects.exists(), model


def test_a_passkey_stays_whole_when_a_name_stands_in_its_letters(known: Player) -> None:
    dora = User.objects.get(username="dora")
    Player.objects.filter(pk=known.pk).update(nickname="Blitz")
    kept = SecondFactor.objects.create(
        account=dora, kind="passkey", name="Phone of Blitz", data="a/Blitz+b/", created_at=NOW
    )
    called = erase(player_id=known.pk, actor="command", now=NOW)
    kept.refresh_from_db()
    assert (kept.name, kept.data) == (f"Phone of {called}", "a/Blitz+b/")


def test_the_last_account_that_may_do_everything_stays(known: Player) -> None:
    with pytest.raises(CommandError, match="the last account"):
        call_command("erase_player", str(known.pk), "--account", "dora", "--yes", stdout=StringIO())
    known.refresh_from_db()
    assert known.name == NAME


def test_a_restored_backup_forgets_again(
    known: Player,
    sealed: Game,
    settings: Any,
    tmp_path: Path,
    django_capture_on_commit_callbacks: Any,
) -> None:
    settings.DATA_DIR = tmp_path
    before = transaction.savepoint()
    with django_capture_on_commit_callbacks(execute=True):
        erase(player_id=known.pk, actor="command", now=NOW)
    transaction.savepoint_rollback(before)
    known.refresh_from_db()
    assert known.name == NAME
    assert not traces_in(erased_list.path_of_list().read_text())
    assert apply_erasures(actor="command", now=NOW) == 1
    assert apply_erasures(actor="command", now=NOW) == 0
    assert columns_with(traces_in) == set()


def test_a_later_account_of_the_same_number_is_nobody_erased(
    known: Player, settings: Any, tmp_path: Path
) -> None:
    settings.DATA_DIR = tmp_path
    account = User.objects.create_user("newcomer")
    early = account.date_joined - timedelta(days=1)
    erased_list.path_of_list().write_text(f"{early.isoformat()} user:{account.pk}\n")
    assert apply_erasures(actor="command", now=NOW) == 0
    late = account.date_joined + timedelta(days=1)
    erased_list.path_of_list().write_text(f"{late.isoformat()} user:{account.pk}\n")
    assert apply_erasures(actor="command", now=NOW) == 1
    assert not User.objects.filter(pk=account.pk).exists()


# -- readers see it at once ----------------------------------------------------------------------------


def test_pages_embeds_and_answers_change_at_once_and_so_do_their_etags(
    played: dict[str, Event], known: Player, sealed: Game
) -> None:
    known.nickname = ""
    known.save()
    client = Client()
    addresses = [
        f"/games/{sealed.pk}/",
        f"/api/v1/games/{sealed.pk}/",
        f"/api/v1/games/{sealed.pk}/record/",
        "/events/cup/",
        "/api/v1/events/cup/standings/",
        "/embed/events/cup/table/",
        f"/embed/games/{sealed.pk}/",
        f"/players/{known.pk}/",
        "/players/",
    ]
    tags: dict[str, str] = {}
    for address in addresses:
        answer = client.get(address)
        assert (address, answer.status_code) == (address, 200)
        tags[address] = answer.get("ETag", "")
    assert any(traces_in(client.get(address).content.decode()) for address in addresses)
    erase(player_id=known.pk, actor="command", now=NOW)
    for address in addresses:
        headers = {"If-None-Match": tags[address]} if tags[address] else {}
        answer = client.get(address, headers=headers)
        assert (address, answer.status_code) == (address, 200)
        assert not traces_in(answer.content.decode())


def test_nothing_that_is_logged_names_anybody(
    played: dict[str, Event], known: Player, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG")
    caplog.set_level("INFO", logger="django.db.backends")
    client = client_with(Role.ORGANISER)
    client.get("/api/v1/players/", {"search": NAME})
    client.get(f"/players/?search={NAME}")
    client.post("/api/v1/players/", {"name": NAME, "nickname": 7}, content_type="application/json")
    client.get(f"/players/{NAME}/")
    erase(player_id=known.pk, actor="command", now=NOW)
    assert [told for told in map(logging.LogRecord.getMessage, caplog.records) if NAME in told] == []


# -- the ways to it ----------------------------------------------------------------------------------


def test_the_command_asks_and_tells(known: Player) -> None:
    out = StringIO()
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
    for place in ("event:cup", "season:2026"):
        Permit.objects.create(person=staff, role="owner", place=place, granted_at=NOW)
        assert client.get("/admin/").status_code == 200
        assert client.post(url, {"typed": known.shown_as}).status_code == 403
    known.refresh_from_db()
    assert known.name == NAME


def test_whoever_gives_a_nickname_is_told_where_the_name_still_stands(
    played: dict[str, Event], xaver: Player
) -> None:
    Game.objects.filter(event_game__event=played["over"]).update(title=f"{NAME}s Revanche")
    client = staff("dora", is_superuser=True)
    form: dict[str, Any] = {"name": NAME, "nickname": "Blitz", "born": ""}
    answer = client.post(f"/admin/games/player/{xaver.pk}/change/", form, follow=True)
    assert f"{NAME}s Revanche" in answer.content.decode()
    xaver.refresh_from_db()
    assert [text for _where, text in texts_naming(xaver, {NAME})] == [f"{NAME}s Revanche"]
