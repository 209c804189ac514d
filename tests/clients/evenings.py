"""An evening that is organised by the client alone: players, an event, the draw, its first game."""

from __future__ import annotations

from typing import Any

from rauswurf_client import Client, Throw
from rules import RULE_SETS, Game as Play

#: A game on it is over after a few hundred throws instead of more than a thousand.
SMALL_BOARD = {"board": "6x2"}
PLAYERS = ("Anna", "Bert", "Cora")


def season(client: Client) -> None:
    """A season that every evening is in."""
    client.write(
        "seasons/", {"slug": "2027", "name": "2027", "starts_on": "2027-01-01", "ends_on": "2027-12-31"}
    )


def cup(client: Client, slug: str) -> dict[str, Any]:
    """A cup first-to-1 of three players, drawn, and its first game, which has begun."""
    event = {
        "season": "2027",
        "slug": slug,
        "name": "Client Cup",
        "format": "championship",
        "rules": "xmadn-3t",
        "options": SMALL_BOARD,
        "settings": {"wins": 1},
        "starts_on": "2027-03-20",
    }
    client.write("events/", event)
    for name in PLAYERS:
        player = client.write("players/", {"name": name, "new": True})
        client.write(f"events/{slug}/entries/", {"player": player["id"]})
    client.write(f"events/{slug}/draws/", {"published_seed": "20 March"})
    thrown = {"yellow": 6, "black": 2, "blue": 4, "red": 1, "green": 5, "violet": 3}
    game: dict[str, Any] = client.write(f"events/{slug}/games/", {"throws": [thrown]})["game"]
    return game


def to_the_end(shown: dict[str, Any]) -> list[Throw]:
    """Throws that bring a game to its end soon: the first player has the best dice, all others a 1."""
    rules = RULE_SETS[shown["rules"]].but(**shown["options"])
    seats = {seat["player"]["id"]: seat["colours"] for seat in shown["seats"]}
    game = Play.at(str(shown["position"]), rules, seats, finished=tuple(shown["finished"]))
    favoured = next(colours for colours in seats.values() if game.colour in colours)
    throws: list[Throw] = []
    while not game.over:
        die = best_die(game) if game.colour in favoured else 1
        moves = game.moves(die)
        move = str(moves[0]) if moves else None
        throws.append(Throw(die, move))
        game = game.play(die, move)
    return throws


def best_die(game: Play) -> int:
    """The die that brings a colour furthest: a 6 where it can be moved, as it throws again then."""
    return next((die for die in (6, 5, 4, 3, 2, 1) if game.moves(die)), 6)
