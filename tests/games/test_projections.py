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
from games.services import recorder
from games.services.projections import differences
from tests.games.conftest import NOW, random_throws, take_back

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def own_folder(settings: Any, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path


def run(*command: str) -> str:
    told = StringIO()
    call_command(*command, stdout=told, stderr=told)
    return told.getvalue()


@pytest.mark.both_databases
def test_a_recorded_game_with_take_backs_follows_from_its_log(recorded: Callable[[int], Game]) -> None:
    game = recorded(80)
    for throws in (3, 1, 7):
        game = take_back(game, throws)
        game = recorder.record_throws(
            game_id=game.pk,
            throws=random_throws(game, 2, seed=throws),
            expected=game.number,
            actor="t",
            now=NOW,
        ).game
    assert differences(game) == []
    assert "1 games, 0 differed" in run("rebuild_projections", "--check")
    assert "1 logs, 0 broken" in run("check_chains")


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
def test_a_changed_event_is_found_by_the_chain_and_by_the_rules(recorded: Callable[[int], Game]) -> None:
    game = recorded(30)
    triggers.remove(connection)
    GameEvent.objects.filter(game=game, number=12).update(payload={"die": 6, "move": None})
    triggers.install(connection)
    with pytest.raises(CommandError):
        run("check_chains")
    assert differences(game)
