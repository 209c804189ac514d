"""What is stored follows from the log, and a drifted row or a broken chain is found."""

from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from games import triggers
from games.models import Game, GameEvent
from games.services.projections import differences

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def own_folder(settings: Any, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path


def run(*command: str) -> str:
    told = StringIO()
    call_command(*command, stdout=told, stderr=told)
    return told.getvalue()


@pytest.mark.both_databases
@pytest.mark.parametrize(
    "drift",
    [{"position": "6x8 nonsense"}, {"number": 7}, {"state": "ended"}, {"finished": ["red"]}, {"places": ["red"]},
     {"starter": "red"}, {"head": "0" * 64}],
)  # fmt: skip
def test_a_drifted_row_is_found_and_put_right(
    recorded: Callable[[int], Game], drift: dict[str, object]
) -> None:
    game = recorded(30)
    Game.objects.filter(pk=game.pk).update(**drift)
    with pytest.raises(CommandError):
        run("rebuild_projections", "--check")
    run("rebuild_projections")
    assert "0 differed" in run("rebuild_projections", "--check")
    assert Game.objects.get(pk=game.pk).position == game.position


@pytest.mark.both_databases
@pytest.mark.parametrize(
    "change", [{"payload": {"die": 6, "move": None}}, {"position": "6x8 nonsense"}, {"finished": ["red"]}]
)
def test_a_changed_event_is_found_by_the_chain_and_by_the_rules(
    recorded: Callable[[int], Game], change: dict[str, Any]
) -> None:
    game = recorded(30)
    triggers.remove(connection)
    GameEvent.objects.filter(game=game, number=12).update(**change)
    triggers.install(connection)
    with pytest.raises(CommandError):
        run("check_chains")
    assert "event 12: stored is " in str(differences(game)[0])
