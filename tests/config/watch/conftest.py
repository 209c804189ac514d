"""A game to record in, and the doors through which somebody looks at the site."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from games.models import Game, Player
from games.services import recorder
from rules import RULE_SETS
from tests.games.conftest import NOW, PAIRS, record_random_throws

NAME = "Annegret Unverwechselbar"


@pytest.fixture
def game(db: None) -> Game:
    """A running game of three; the first player has a name that is nowhere else."""
    people = [Player.objects.create(name=name) for name in (NAME, "Bert", "Cora")]
    made = recorder.create_game(
        rules=RULE_SETS["xmadn-3t"], seats=list(zip(people, PAIRS, strict=True)), actor="test", now=NOW
    )
    return recorder.start_game(game_id=made.pk, starter="yellow", actor="test", now=NOW).game


@pytest.fixture
def recorded(game: Game) -> Callable[[int], Game]:
    """A function that records so many throws."""
    return lambda number: record_random_throws(game, number)


@pytest.fixture
def data_dir(settings: Any, tmp_path: Path) -> Path:
    """A folder of data of the test's own."""
    settings.DATA_DIR = tmp_path
    return tmp_path
