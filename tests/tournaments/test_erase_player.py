"""The name of a player is taken away for good: no column keeps it, a step left out is noticed, nothing else changes."""

import copy
import logging
from collections.abc import Iterator
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.db import DatabaseError, models, transaction
from django.test import Client

from games import above
from games.domain.events import EVENT_TYPES
from games.domain.events.redaction import WORDS
from games.domain.hash_chain import first_break
from games.enums import EventKind, Role
from games.errors import BadRequest
from games.models import (
    Game,
    GameEvent,
    Permit,
    Player,
    RecoveryCode,
    RememberedAnswer,
    SecondFactor,
)
from games.services import erase_player, erased_list
from games.services.delete_games import delete_games
from games.services.erase_player import apply_erasures, erase
from games.services.export_game import game_as_plain
from games.services.import_game import import_game
from games.services.name_columns import REPLACED
from games.services.projections import differences
from games.services.recorder import create_game
from games.validation.json_value import JsonValue
from rules import RULE_SETS
from tests.games.conftest import client_with
from tests.tournaments.conftest import NOW
from tests.tournaments.event_state import happen
from tests.tournaments.named_everywhere import named_everywhere as named_everywhere
from tests.tournaments.nicknamed import NAME, played as played, traces_in, xaver as xaver
from tests.tournaments.stored import columns_with
from tournaments.integrity import RankingsIntegrity, StandingsIntegrity
from tournaments.models import Event
from tournaments.players.update import count_due
from tournaments.standings.queries import load_standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def known(played: dict[str, Event], xaver: Player) -> Player:
    """A player with a nickname, whose name stands in the title of a game."""
    xaver.nickname = "Blitz"
    xaver.save()
    Game.objects.filter(event_game__event=played["over"]).update(title=f"{NAME}s Revanche")
    User.objects.create_superuser("dora", password="x")
    return xaver


@pytest.mark.both_databases
def test_the_name_of_a_namesake_stays_where_it_was_typed(played: dict[str, Event], known: Player) -> None:
    Game.objects.filter(event_game__event=played["over"]).update(title=f"Revanche – {NAME}!")
    other, third = [Player.objects.create(name=NAME) for _ in range(2)]
    for player in (third, known):
        erase(player_id=player.pk, actor="command", now=NOW)
    other.refresh_from_db()
    assert other.name == NAME
    assert Game.objects.get(event_game__event=played["over"]).title == f"Revanche – {NAME}!"


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
    texts = [event.payload["text"] for event in events if event.kind == "note"]
    assert texts == [called, called, f"what {called}s friend says", "all is well"]
    assert called in str(sealed.confirmations)
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
    answer = RememberedAnswer.objects.create(
        who="test", key="k", body=b"Anna Schmidt", status=201, created_at=NOW
    )
    called = erase(player_id=anna.pk, actor="command", now=NOW)
    assert RememberedAnswer.objects.get() == answer
    assert Game.objects.get(event_game__event=played["over"]).title == f"{called} gegen Anna Schmidt"


# -- accounts, backups -------------------------------------------------------------------------------


def test_with_an_account_go_its_factors_and_sessions(known: Player, sealed: Game) -> None:
    account = User.objects.create_user("x.mueller", email="xm@example.org", first_name="Xaver", last_name="Q")
    happen(sealed, EventKind.NOTE, text="asked xm@example.org and x.mueller")
    SecondFactor.objects.create(account=account, kind="app", name="Phone", data="ABC")
    RecoveryCode.objects.create(account=account, digest="0" * 64)
    for age in (3600, -3600):
        opened = SessionStore()
        opened.update({"_auth_user_id": str(account.pk), "network": "192.0.2.0/24"})
        opened.set_expiry(age)
        opened.save()
    call_command("erase_player", str(known.pk), "--account", "x.mueller", "--yes", stdout=StringIO())
    assert columns_with(lambda text: "x.mueller" in text or "xm@example.org" in text) == set()
    assert first_break(sealed.events.all()) is None
    for rows in (
        User.objects.filter(pk=account.pk),
        SecondFactor.objects,
        RecoveryCode.objects,
        Session.objects,
    ):
        assert not rows.exists()


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
    tags = {address: client.get(address).get("ETag", "") for address in addresses}
    assert any(traces_in(client.get(address).content.decode()) for address in addresses)
    erase(player_id=known.pk, actor="command", now=NOW)
    for address, tag in tags.items():
        answer = client.get(address, headers={"If-None-Match": tag})
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
    assert client.post(url, {"typed": "yes"}).status_code == 400
    assert client.post(url, {"typed": known.shown_as}).status_code == 302
    known.refresh_from_db()
    assert known.name.startswith("N. N. ")


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


#: What can hold no words at all; nor can a column that offers choices.
WORDLESS = (
    models.BooleanField,
    models.DateField,
    models.FloatField,
    models.ForeignKey,
    models.IntegerField,
    models.UUIDField,
)
#: Table → its columns of text in which no name of a player can stand: keys, hashes, actors, boards, figures. The same
#: columns of its history hold none either.
WITHOUT_NAMES = {
    "auth_group": "name",
    "auth_permission": "codename name",
    # Goes with the account (``erase_player --account``).
    "auth_user": "email first_name last_name password username",
    "django_admin_log": "object_id",
    "django_content_type": "app_label model",
    "django_session": "session_key",
    "games_accesstoken": "created_by digest place",
    "games_chances": "engine figures",
    "games_diceseed": "seed",
    "games_game": "calls clock dice finished head options places position ranking seated starter tallies told",
    "games_gameanalysis": "engine found",
    "games_gameevent": "actor finished hash position previous",
    "games_loginattempts": "whose",
    "games_permit": "granted_by place",
    "games_player": "entered_in history_change_reason",
    "games_recoverycode": "digest",
    "games_rememberedanswer": "fingerprint key who",
    "games_seat": "colour",
    "games_secondfactor": "data",
    "games_securityevent": "about actor network place role",
    "games_workclaim": "key kind",
    "tournaments_compensationaward": "points",
    "tournaments_countedgame": "luck rules_name",
    "tournaments_draw": "clock order places subject throws",
    "tournaments_entry": "key registered wishes",
    "tournaments_event": "game_times options settings slug",
    "tournaments_eventgame": "due_starter throws",
    "tournaments_eventpoints": "cp wp",
    "tournaments_eventunit": "key",
    "tournaments_forecastrun": "digest question tallies",
    "tournaments_hall": "slug",
    "tournaments_hallrehearsal": "seed started_by",
    "tournaments_hallslide": "kind ranking",
    "tournaments_historyimport": "asked_by digest",
    "tournaments_playedcolour": "colour",
    "tournaments_playedgame": "evidence",
    "tournaments_ranking": "key settings",
    "tournaments_registration": "door_code",
    "tournaments_resultclaim": "claimant sheet",
    "tournaments_roundplan": "order seed seed_hash subject",
    "tournaments_season": "slug",
    "tournaments_webhook": "created_by kinds language previous_secret secret",
}


def _columns_for_words() -> Iterator[str]:
    for model in apps.get_models(include_auto_created=True):
        table = model._meta.db_table
        without = WITHOUT_NAMES.get(table.replace("_historical", "_"), "").split()
        for field in model._meta.concrete_fields:
            if not (isinstance(field, WORDLESS) or field.choices or field.column in without):
                yield f"{table}.{field.column}"


def figures() -> dict[str, list[Any]]:
    return {
        event.slug: [row["figures"] for row in load_standings(event)["rows"]] for event in Event.objects.all()
    }


@pytest.mark.both_databases
def test_every_column_that_can_hold_a_name_is_filled_and_then_free_of_it(named_everywhere: Player) -> None:
    assert columns_with(traces_in) == {*_columns_for_words()}
    before = figures()
    called = erase(player_id=named_everywhere.pk, actor="test", now=NOW)
    assert figures() == before
    assert called in str(load_standings(Event.objects.get(slug="cup"))["rows"])
    assert columns_with(traces_in) == set()
    assert columns_with(lambda text: "1980-05-17" in text) == set()
    for game in Game.objects.all():
        assert (first_break(game.events.all()), differences(game)) == (None, [])
    assert [*StandingsIntegrity().check(), *RankingsIntegrity().check()] == []
    # What a row is called in the admin and in logs says which it is.
    count_due()
    rooms = [*apps.get_app_config("games").get_models(), *apps.get_app_config("tournaments").get_models()]
    names = {str(row) for model in rooms for row in model._default_manager.all()}
    assert {name for name in names if not name or traces_in(name) or " object (" in name} == set()


@pytest.mark.parametrize(
    ("step", "left"),
    [
        ("redact", {"games_gameevent.payload", "games_game.confirmations"}),
        ("replace_names", {"games_game.title", "tournaments_hall.name", "tournaments_historicalhall.name"}),
        ("drop_named", {"games_rememberedanswer.body", "django_session.session_data"}),
        ("after_rewriting", {"tournaments_event.projection"}),
    ],
)
def test_a_step_that_is_left_out_is_seen(
    named_everywhere: Player, monkeypatch: pytest.MonkeyPatch, step: str, left: set[str]
) -> None:
    monkeypatch.setattr(
        above.room if step == "after_rewriting" else erase_player, step, lambda *args, **named: 0
    )
    erase(player_id=named_everywhere.pk, actor="test", now=NOW)
    assert left <= columns_with(traces_in)


def test_a_column_that_is_missing_in_the_list_is_seen(
    named_everywhere: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    listed = {f"{model._meta.db_table}.{name}" for model, columns in REPLACED.items() for name in columns}
    for model in REPLACED:
        monkeypatch.setitem(REPLACED, model, ())
    erase(player_id=named_everywhere.pk, actor="test", now=NOW)
    # The player's own lines in the admin's log are found by the player, too.
    assert listed - columns_with(traces_in) == {"django_admin_log.object_repr"}
