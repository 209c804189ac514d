"""The statements in plain SQL read what the ORM reads."""

from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.db.models import Model
from django.forms import model_to_dict
from django.test.utils import CaptureQueriesContext

from games.access import locked_game
from games.access.plain_sql import token_of_digest
from games.api.serializers import EventSerializer
from games.api.streams import GAMES
from games.chances.queries import newest
from games.models import AccessToken, Chances, Game, Player
from games.queries.seats import seats_of, shown_seats
from games.streams.topics import Message
from tests.games.conftest import NOW

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db]


def columns(row: Model) -> list[object]:
    return [getattr(row, field.attname) for field in row._meta.concrete_fields]


def test_the_locked_game_is_the_one_in_its_row(game: Game, created: Game) -> None:
    for each in (game, created):
        with transaction.atomic(), CaptureQueriesContext(connection) as statements:
            locked = locked_game(each.pk)
        assert len(statements) == 1
        stored = Game.objects.get(pk=each.pk)
        assert (columns(locked), model_to_dict(locked)) == (columns(stored), model_to_dict(stored))
        assert not locked._state.adding
    with transaction.atomic(), pytest.raises(Game.DoesNotExist):
        locked_game(uuid4())


def test_seats_are_shown_alike_read_with_the_game_or_alone(game: Game) -> None:
    Player.objects.filter(pk=next(iter(game.seating))).update(nickname="Nick")
    with CaptureQueriesContext(connection) as statements:
        alone = shown_seats(Game.objects.get(pk=game.pk))
    assert len(statements) == 2
    beside = Game.objects.prefetch_related(seats_of()).get(pk=game.pk)
    with CaptureQueriesContext(connection) as none:
        assert shown_seats(beside) == alone
    assert not none
    assert [seat.colour for seat in alone] == [seat.colour for seat in game.seats.order_by("order")]
    assert "Nick" in {seat.name for seat in alone}


def test_a_token_is_found_by_its_digest() -> None:
    token, _ = AccessToken.issue(name="board 1", role="recorder")
    found = token_of_digest(token.digest)
    assert found is not None
    assert columns(found) == columns(AccessToken.objects.get(pk=token.pk))
    assert token_of_digest("none") is None


def test_the_newest_chances_come_with_the_key_of_what_was_counted_last(game: Game) -> None:
    made = [
        Chances.objects.create(
            game=game, number=number, games=9, figures={"wins": {"a": 9}}, margin=0.1, swing=0.2, engine="test",
            recorded_at=NOW, counted_at=NOW,
        )
        for number in (game.number, game.number - 1, game.number + 1)
    ]  # fmt: skip
    found = newest(game)
    assert found is not None
    assert columns(found) == columns(Chances.objects.get(pk=made[0].pk))
    assert found.last_key == made[1].pk  # not that of the board after the one that is shown


def test_a_stream_sends_the_log_as_it_stands(game: Game) -> None:
    log = game.events.order_by("number")
    sent = [Message.build("event", each.number, EventSerializer.of(each)) for each in log]
    assert GAMES.open.since(str(game.pk), 0) == sent
    assert GAMES.open.since(str(game.pk), game.number - 1) == sent[-1:]
