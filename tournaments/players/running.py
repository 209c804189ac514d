"""What follows from the games of players one after the other: how many in a row were won, and how strong they are.

The strength is a Bayesian rating for games of many players, the Plackett–Luce model of Weng and Lin (A
Bayesian Approximation Method for Online Ranking, JMLR 12, 2011), by the library openskill: a belief about
what a player is worth, ``mu``, and how uncertain it is, ``sigma``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from openskill.models import PlackettLuce

#: One model for all games: what is known of a player counts wherever he plays. Beginners are worth 25 ± 25/3;
#: beta, the luck of a single game, and tau, how quickly players change, are those the library proposes.
MODEL = PlackettLuce(mu=25.0, sigma=25.0 / 3.0, beta=25.0 / 6.0, tau=25.0 / 300.0)
#: So many sigmas below mu somebody is worth at least, all but certainly.
CERTAIN = 3


@dataclass(frozen=True, slots=True)
class Running:
    """Where a player stands after a game: games and wins so far, wins in a row now and at most, the rating."""

    games: int = 0
    won: int = 0
    in_a_row: int = 0
    longest: int = 0
    rated: int = 0
    mu: float = MODEL.mu
    sigma: float = MODEL.sigma

    @property
    def at_least(self) -> float:
        """What the player is worth all but certainly."""
        return self.mu - CERTAIN * self.sigma


@dataclass(frozen=True, slots=True)
class Placed:
    """A game as it counts here: the place of each player, who won if one did, and whether it tells of strength."""

    places: Mapping[str, int]
    winner: str | None
    is_rated: bool


def after(game: Placed, before: Mapping[str, Running]) -> dict[str, Running]:
    """Where its players stand after a game; who is not in ``before`` had played none."""
    stood = {player: before.get(player, Running()) for player in game.places}
    counted = {player: _counted(stood[player], player == game.winner) for player in stood}
    return _rated(game.places, counted) if game.is_rated else counted


def _counted(stood: Running, won: bool) -> Running:
    in_a_row = stood.in_a_row + 1 if won else 0
    return replace(
        stood,
        games=stood.games + 1,
        won=stood.won + won,
        in_a_row=in_a_row,
        longest=max(stood.longest, in_a_row),
    )


def _rated(places: Mapping[str, int], stood: Mapping[str, Running]) -> dict[str, Running]:
    # Sums of floats depend on their order: it is that of the players' ids, whatever the seats.
    players = sorted(places)
    rated = MODEL.rate(
        [[MODEL.rating(mu=stood[player].mu, sigma=stood[player].sigma)] for player in players],
        ranks=[float(places[player]) for player in players],
    )
    return {
        player: replace(stood[player], rated=stood[player].rated + 1, mu=rating.mu, sigma=rating.sigma)
        for player, (rating,) in zip(players, rated, strict=True)
    }
