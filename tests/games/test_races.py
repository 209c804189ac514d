"""Two writers at once on one game: one event per number, the other is told the present state (PostgreSQL and SQLite).

The control takes the guard away – the row is read without its lock – and shows that the race is real:
then the database's constraint is all that is left, and the loser sees an error of the database.
"""

import threading
from collections import Counter
from typing import Any

import pytest
from django.db import IntegrityError

from games.models import Game, GameEvent
from games.services import event_store, recorder
from tests.concurrency import at_once
from tests.games.conftest import as_json, client_of, random_throws

pytestmark = pytest.mark.django_db(transaction=True)
WRITERS = 12
ROUNDS = 5


def test_of_many_writers_at_once_one_records_and_the_others_are_told_the_present_state(
    token: str, game: Game
) -> None:
    for _ in range(ROUNDS):
        before = Game.objects.get(pk=game.pk)
        throw = as_json(random_throws(before, 1)[0])

        def post(index: int, throw: dict[str, Any] = throw, number: int = before.number) -> Any:
            client = client_of(token)
            return client.post(f"/api/v1/games/{game.pk}/throws/", {"expected": number, **throw})

        answers = at_once(WRITERS, post)
        assert Counter(answer.status_code for answer in answers) == {201: 1, 409: WRITERS - 1}
        for answer in answers:
            if answer.status_code == 409:
                assert answer.json()["current"]["number"] == before.number + 1
                assert [event["number"] for event in answer.json()["missed"]] == [before.number + 1]
        numbers = list(GameEvent.objects.filter(game=game).values_list("number", flat=True))
        assert numbers == list(range(1, before.number + 2))


@pytest.mark.postgresql
def test_without_the_lock_writers_run_into_each_other(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: with the guard off the same load makes the database itself refuse writes."""
    together = threading.Barrier(WRITERS)

    def unlocked(game_id: Any) -> Game:
        found = Game.objects.get(pk=game_id)
        together.wait()
        return found

    throws = random_throws(game, 1)
    monkeypatch.setattr(event_store, "locked_game", unlocked)
    found = at_once(
        WRITERS,
        lambda index: recorder.record_throws(
            game_id=game.pk, throws=throws, expected=2, actor=f"writer {index}", now=game.created_at
        ),
    )
    broken = [error for error in found if isinstance(error, IntegrityError)]
    assert len(broken) == WRITERS - 1
    assert GameEvent.objects.filter(game=game, number=3).count() == 1


def test_writers_that_chain_their_throws_lose_none_and_double_none(token: str, game: Game) -> None:
    """Each of several clients posts its throw again, with the number it was told, until it is recorded."""

    def insist(index: int) -> int:
        client = client_of(token)
        while True:
            state = client.get(f"/api/v1/games/{game.pk}/").json()
            throw = as_json(random_throws(Game.objects.get(pk=game.pk), 1, seed=index)[0])
            body = {"expected": state["number"], **throw}
            answer = client.post(f"/api/v1/games/{game.pk}/throws/", body)
            assert answer.status_code in (201, 409, 422), answer.content
            if answer.status_code == 201:
                number: int = answer.json()["events"][0]["number"]
                return number

    numbers = at_once(6, insist)
    assert sorted(numbers) == list(range(3, 9))
