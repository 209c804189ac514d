"""Who leads which colours of a game, with the names that the public sees."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.db.models import Prefetch

from games.access import seats_of_game
from games.models import Game, Seat, ShownSeat

#: The attribute of a game that ``seats_of`` fills.
_READ = "seats_with_players"


def seats_of(path: str = "") -> Prefetch[str]:
    """Return what a queryset prefetches so that ``shown_seats`` of the games at a path needs no query."""
    return Prefetch(f"{path}seats", Seat.objects.select_related("player"), to_attr=_READ)


def shown_seats(game: Game) -> Sequence[ShownSeat]:
    """Return the seats in their order. One query, none where they were read with the game."""
    if game.seats_read is not None:
        return game.seats_read
    if hasattr(game, _READ):
        return as_shown(getattr(game, _READ))
    return seats_of_game(game.pk)


def as_shown(seats: Iterable[Seat]) -> list[ShownSeat]:
    """Return seats as the public sees them."""
    return [ShownSeat(str(seat.player_id), seat.colour, seat.role, seat.player.shown_as) for seat in seats]


def seated_names(game: Game) -> dict[str, str]:
    """Map player id → name that the public sees, in the order of the seats (``shown_seats``)."""
    return {seat.player: seat.name for seat in shown_seats(game)}
