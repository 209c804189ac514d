"""What tests begin with is written again only where everything before it was the same (tests/replay.py)."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction

from games.models import Player
from tests import replay
from tests.tournaments.stored import everything_kept

# Elsewhere every step is made anew.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


_MADE: list[str] = []


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the players that were made, not written again."""
    monkeypatch.setattr(replay, "_SECONDS", 10**9)
    replay.forget()
    _MADE.clear()
    return _MADE


def new_player(name: str) -> Player:
    _MADE.append(name)
    transaction.on_commit(done)
    return Player.objects.create(name=name)


def done() -> None:
    pass


def told_after(*, before: Callable[[], Any] = lambda: None) -> tuple[str, str]:
    """All that is kept after a step, and its result; nothing of it stays."""
    with transaction.atomic():
        before()
        player = replay.once(new_player, "Anna", told="Anna")
        found = everything_kept("games", "tournaments"), repr((player.pk, player.name))
        transaction.set_rollback(True)
    return found


def test_a_step_taken_again_leaves_the_same_rows_and_returns_the_same(made: list[str]) -> None:
    first = told_after()
    assert "Anna" in first[0]
    assert told_after() == first
    assert made == ["Anna"]


def test_after_anything_else_was_written_and_with_other_settings_a_step_is_made_anew(
    made: list[str], settings: Any
) -> None:
    told_after()
    assert "Bert" in told_after(before=lambda: Player.objects.create(name="Bert"))[0]
    settings.CHANCES = not settings.CHANCES
    told_after()
    assert made == ["Anna"] * 3


def test_what_waits_for_the_commit_waits_for_it_again(
    made: list[str], django_capture_on_commit_callbacks: Any
) -> None:
    for _ in range(2):
        with transaction.atomic():
            with django_capture_on_commit_callbacks() as waiting:
                replay.once(new_player, "Anna", told="Anna")
            assert done in waiting
            transaction.set_rollback(True)
    assert made == ["Anna"]
