"""Games, events and players as the REST interface shows them."""

from __future__ import annotations

from typing import Any, NamedTuple

from games.domain.embargo import as_json
from games.domain.known_result import Known
from games.models import Game, GameEvent, Player, Seat
from games.queries.proposal import Proposal
from rules.board import LETTERS

COLOUR_OF_LETTER = {letter: colour for colour, letter in LETTERS.items()}


class SeatShown(NamedTuple):
    """Who leads a colour, in which role, and the name that the public sees."""

    player: str
    colour: str
    role: str
    name: str


def game_state(game: Game) -> dict[str, Any]:
    """The present state of a game. One query, for the seats, unless they were prefetched."""
    seats = _seats(game)
    names = {seat.player: seat.name for seat in seats}
    colour, missed = to_throw(game.position)
    winner = None if game.winner_id is None else str(game.winner_id)
    return {
        "id": str(game.id),
        "title": game.title,
        "rules": game.rules_name,
        "options": game.options,
        "board": game.rules.board,
        "state": str(game.state),
        "seats": [
            {
                "player": {"id": player, "name": names[player]},
                "colours": colours,
                "rearguard": _with_role(seats, player, Seat.Role.REARGUARD),
                "vanguard": _with_role(seats, player, Seat.Role.VANGUARD),
            }
            for player, colours in game.seating.items()
        ],
        "starter": game.starter or None,
        "number": game.number,
        "head": game.head,
        "position": game.position or None,
        "colour": colour,
        "missed": missed,
        "player": next((seat.player for seat in seats if seat.colour == colour), None),
        "finished": game.finished,
        "places": game.places,
        "winner": None if winner is None else {"id": winner, "name": names[winner]},
        "decided_by": game.decided_by,
        "ranking": game.ranking,
        "told": game.told,
        "tallies": game.tallies,
        "dice": game.dice or None,
        "clock": game.clock,
        "calls": game.calls,
        "correction": game.correction,
        "confirmations": game.confirmations,
        "created_at": game.created_at,
        "started_at": game.started_at,
        "ended_at": game.ended_at,
        "embargo": as_json(game.embargo),
        "imported": min(game.imported, game.number),
    }


def player_state(player: Player) -> dict[str, Any]:
    """A player as the public sees him."""
    return {"id": str(player.id), "name": player.shown_as}


def event_state(event: GameEvent) -> dict[str, Any]:
    """One event of a log."""
    return {
        "number": event.number,
        "kind": str(event.kind),
        "payload": event.payload,
        "position": event.position,
        "finished": event.finished,
        "actor": event.actor,
        "id": None if event.client_id is None else str(event.client_id),
        "happened_at": event.happened_at,
        "recorded_at": event.recorded_at,
        "hash": event.hash,
    }


def to_throw(position: str) -> tuple[str | None, int]:
    """The colour to throw and how many throws it has missed, read off a position; no colour where none throws."""
    if not position:
        return None, 0
    throw = position.split(" ")[2]
    return COLOUR_OF_LETTER.get(throw[0]), int(throw[1])


def _seats(game: Game) -> list[SeatShown]:
    if "seats" in getattr(game, "_prefetched_objects_cache", {}):
        seats = game.seats.all()
        return [
            SeatShown(str(seat.player_id), seat.colour, seat.role, seat.player.shown_as) for seat in seats
        ]
    # Read past the models: this is part of every recorded throw.
    rows = game.seats.values_list("player_id", "colour", "role", "player__nickname", "player__name")
    return [
        SeatShown(str(player), colour, role, nickname or name)
        for player, colour, role, nickname, name in rows
    ]


def _with_role(seats: list[SeatShown], player: str, role: Seat.Role) -> str | None:
    return next((seat.colour for seat in seats if (seat.player, seat.role) == (player, role)), None)


def proposal_state(proposal: Proposal) -> dict[str, Any]:
    """A correction that waits, as whoever is to approve it sees it."""
    return {
        "number": proposal.number,
        "reason": proposal.reason,
        "proposed_at": proposal.proposed_at.isoformat(),
        "proposed_by": proposal.proposed_by,
        "is_yours": proposal.is_own,
        "before": _known_state(proposal.before),
        "after": _known_state(proposal.after),
        "consequences": [told.as_json() for told in proposal.consequences],
    }


def _known_state(known: Known) -> dict[str, Any]:
    return {
        "winner": known.winner,
        "places": list(known.places),
        "pawns": dict(known.pawns),
        "seconds": known.seconds,
    }
