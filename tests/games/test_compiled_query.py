"""A query that is written once gives what its queryset gives, whatever is asked in between."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection, transaction
from django.db.models import JSONField, QuerySet, Value
from django.forms import model_to_dict
from django.test.utils import CaptureQueriesContext

from games.access.tokens import _OF_DIGEST
from games.compiled_query import CompiledQuery
from games.models import AccessToken, Game, Player, Seat
from games.queries.seats import _SEATS, shown_seats
from games.services.event_store import _LOCKED, _locked

SAMPLE = UUID(int=1)


def everything(row: Any) -> Any:
    return (
        row
        if isinstance(row, tuple)
        else (type(row), model_to_dict(row), vars(row).keys(), row._state.adding)
    )


def seats_of(game: UUID) -> QuerySet[Seat]:
    return Seat.objects.filter(game=game)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("query", "queryset"),
    [
        (
            _SEATS,
            lambda game: Game.objects.get(pk=game).seats.values_list(
                "player_id", "colour", "role", "player__nickname", "player__name"
            ),
        ),
        (
            CompiledQuery(lambda game: Seat.objects.filter(game=game), SAMPLE),
            lambda game: Seat.objects.filter(game=game),
        ),
    ],
)
def test_its_rows_are_those_of_the_queryset(
    game: Game, created: Game, query: CompiledQuery[Any], queryset: Callable[[UUID], QuerySet[Any, Any]]
) -> None:
    with transaction.atomic():
        for asked in (game.pk, created.pk):
            found = [everything(row) for row in query.rows(asked)]
            assert found
            assert found == [everything(row) for row in queryset(asked)]


@pytest.mark.django_db
def test_the_locked_game_is_the_one_in_its_row_with_the_seats_as_they_are_shown(
    game: Game, created: Game
) -> None:
    Player.objects.filter(seats__game=game).update(nickname="Nick")
    for asked in (game, created):
        with transaction.atomic(), CaptureQueriesContext(connection) as statements:
            locked = _locked(asked.pk)
            seats = shown_seats(locked)
        assert len(statements) == 1
        stored = Game.objects.get(pk=asked.pk)
        assert model_to_dict(locked) == model_to_dict(stored)
        assert [locked.serializable_value(f.attname) for f in Game._meta.concrete_fields] == [
            stored.serializable_value(f.attname) for f in Game._meta.concrete_fields
        ]
        assert locked._state.adding is False
        assert (
            seats
            == shown_seats(stored)
            == shown_seats(Game.objects.prefetch_related("seats").get(pk=asked.pk))
        )
        assert [seat.colour for seat in seats] == [seat.colour for seat in stored.seats.order_by("order")]


@pytest.mark.both_databases
@pytest.mark.django_db
@pytest.mark.parametrize(
    "kept",
    [
        {},
        [],
        None,
        "",
        "é\u2028\U0001f3b2",
        10**30,
        -0.5,
        True,
        {"a": [1, {"b": None}], "ü": [[], {}]},
        [[[1.5]]],
    ],
)
def test_json_is_read_as_django_reads_it(game: Game, kept: Any) -> None:
    Game.objects.filter(pk=game.pk).update(told=Value(kept, JSONField()))
    (found,) = CompiledQuery(lambda pk: Game.objects.filter(pk=pk).order_by(), SAMPLE).rows(game.pk)
    stored = Game.objects.get(pk=game.pk).told
    assert (found.told, type(found.told)) == (stored, type(stored)) == (kept, type(kept))


@pytest.mark.django_db
def test_a_game_without_seats_is_locked_like_any_other(game: Game) -> None:
    Seat.objects.filter(game=game).delete()
    with transaction.atomic():
        assert shown_seats(_locked(game.pk)) == []


@pytest.mark.django_db
def test_what_is_not_there_gives_no_rows() -> None:
    assert _OF_DIGEST.rows("none") == []
    with transaction.atomic():
        assert _LOCKED.joined(uuid4()) is None
        with pytest.raises(Game.DoesNotExist):
            _locked(uuid4())


@pytest.mark.django_db
def test_it_is_one_statement_and_sees_every_change() -> None:
    token, _ = AccessToken.issue(name="before", role="recorder")
    assert [found.name for found in _OF_DIGEST.rows(token.digest)] == ["before"]
    AccessToken.objects.filter(pk=token.pk).update(name="after")
    with CaptureQueriesContext(connection) as statements:
        assert [found.name for found in _OF_DIGEST.rows(token.digest)] == ["after"]
    assert len(statements) == 1


@pytest.mark.django_db
def test_a_queryset_about_several_values_is_asked_by_all_of_them(game: Game) -> None:
    seats = list(game.seats.all())
    by_colour = CompiledQuery(
        lambda asked: Seat.objects.filter(colour=asked[0], game=asked[1]), sample=("red", SAMPLE)
    )
    for seat in seats:
        assert by_colour.rows((seat.colour, game.pk)) == [seat]
    assert by_colour.rows((seats[0].colour, uuid4())) == []


@pytest.mark.django_db
def test_a_queryset_about_more_than_its_values_is_refused() -> None:
    two = CompiledQuery(lambda game: Seat.objects.filter(game=game, colour="red"), SAMPLE)
    with pytest.raises(ValueError, match="alone is needed"):
        two.rows(SAMPLE)
