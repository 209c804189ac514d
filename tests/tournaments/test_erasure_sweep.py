"""After *erase* the name stands in no column of the database, and a step that is left out would be noticed."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.db import models

from games import above
from games.domain.hash_chain import first_break
from games.models import Game, Player
from games.services import erase_player
from games.services.name_columns import REPLACED
from games.services.projections import differences
from tests.tournaments.conftest import NOW
from tests.tournaments.named_everywhere import named_everywhere as named_everywhere
from tests.tournaments.nicknamed import played as played, traces_in, xaver as xaver
from tests.tournaments.stored import columns_with
from tournaments.integrity import RankingsIntegrity, StandingsIntegrity

pytestmark = pytest.mark.django_db

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
    "games_openididentity": "issuer subject",
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
    "tournaments_draw": "order places subject throws",
    "tournaments_entry": "key registered wishes",
    "tournaments_event": "game_times options settings slug",
    "tournaments_eventgame": "due_starter throws",
    "tournaments_eventpoints": "cp wp",
    "tournaments_eventunit": "key",
    "tournaments_forecastrun": "asked_by assumed digest question tallies",
    "tournaments_hall": "slug",
    "tournaments_hallrehearsal": "seed started_by",
    "tournaments_hallslide": "ranking",
    "tournaments_historyimport": "asked_by digest",
    # Goes with its import.
    "tournaments_historyimportevent": "found problems",
    "tournaments_playedcolour": "colour",
    "tournaments_playedgame": "evidence",
    "tournaments_ranking": "key settings",
    "tournaments_registration": "door_code",
    "tournaments_resultclaim": "claimant sheet",
    "tournaments_roundclock": "clock subject",
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


@pytest.mark.both_databases
def test_every_column_that_can_hold_a_name_is_filled_and_then_free_of_it(named_everywhere: Player) -> None:
    assert columns_with(traces_in) == {*_columns_for_words()}
    erase_player.erase(player_id=named_everywhere.pk, actor="test", now=NOW)
    assert columns_with(traces_in) == set()
    assert columns_with(lambda text: "1980-05-17" in text) == set()
    for game in Game.objects.all():
        assert (first_break(game.events.all()), differences(game)) == (None, [])
    assert [*StandingsIntegrity().check(), *RankingsIntegrity().check()] == []


def _nothing(*args: Any, **named: Any) -> int:
    return 0


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
    monkeypatch.setattr(above.room if step == "after_rewriting" else erase_player, step, _nothing)
    erase_player.erase(player_id=named_everywhere.pk, actor="test", now=NOW)
    assert left <= columns_with(traces_in)


def test_a_column_that_is_missing_in_the_list_is_seen(
    named_everywhere: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    listed = {f"{model._meta.db_table}.{name}" for model, columns in REPLACED.items() for name in columns}
    for model in REPLACED:
        monkeypatch.setitem(REPLACED, model, ())
    erase_player.erase(player_id=named_everywhere.pk, actor="test", now=NOW)
    # The player's own lines in the admin's log are found by the player, too.
    assert listed - columns_with(traces_in) == {"django_admin_log.object_repr"}
