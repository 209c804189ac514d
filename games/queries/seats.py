"""Who leads which colours of a game, with the names that the public sees."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any
from uuid import UUID

from django.db.models import F

from games.compiled_query import CompiledQuery
from games.models import Game, Seat, ShownSeat


def seats_beside(path: str = "") -> dict[str, F]:
    """Return the annotations of a queryset that give ``as_shown`` the seats of the game at a path."""
    return {
        "seat_player": F(f"{path}seats__player_id"),
        "seat_colour": F(f"{path}seats__colour"),
        "seat_role": F(f"{path}seats__role"),
        "seat_nickname": F(f"{path}seats__player__nickname"),
        "seat_name": F(f"{path}seats__player__name"),
    }


_SEATS = CompiledQuery(
    lambda game: Seat.objects.filter(game=game).values_list(
        "player_id", "colour", "role", "player__nickname", "player__name"
    ),
    sample=UUID(int=1),
)


def shown_seats(game: Game) -> Sequence[ShownSeat]:
    """Return the seats in their order. One query, none where they were read with the game."""
    if game.seats_read is not None:
        return game.seats_read
    if "seats" in getattr(game, "_prefetched_objects_cache", {}):
        seats = game.seats.all()
        return [
            ShownSeat(str(seat.player_id), seat.colour, seat.role, seat.player.shown_as) for seat in seats
        ]
    return as_shown(_SEATS.rows(game.pk))


def as_shown(rows: Iterable[Sequence[Any]]) -> list[ShownSeat]:
    """Return the seats of rows of player, colour, role, nickname and name."""
    return [
        ShownSeat(str(player), colour, role, nickname or name)
        for player, colour, role, nickname, name in rows
        if player is not None
    ]


def seated_names(game: Game) -> dict[str, str]:
    """Map player id → name that the public sees, in the order of the seats (``shown_seats``)."""
    return {seat.player: seat.name for seat in shown_seats(game)}
