"""What follows from the games of players one after the other: how many in a row were won, and how strong they are.

Strength is a belief about what a player is worth, ``mu``, and how uncertain that is, ``sigma`` (``rating``), together
with what the games tell of luck (``luck``).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from tournaments.ratings import (
    MU,
    SIGMA,
    Evidence,
    Luck,
    estimate_strength,
    grouped,
    learn_spread,
    spreads_of,
    update_evidence,
)


@dataclass(frozen=True, slots=True)
class RunningRating:
    """A player after a game: games and wins so far, wins in a row now and at most, the rating.

    ``mu`` and ``sigma`` are what followed from the ``evidence`` with the luck of games as it was known then.
    """

    games_so_far: int = 0
    won_so_far: int = 0
    in_a_row: int = 0
    longest: int = 0
    rated: int = 0
    mu: float = MU
    sigma: float = SIGMA
    evidence: Evidence = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A game as it counts here: its rule set, the places, who won if one did, and whether it shows strength."""

    kind: str
    places: Mapping[str, int]
    winner: str | None
    is_rated: bool


def after(
    game: RatedGame, before: Mapping[str, RunningRating], luck: Luck
) -> tuple[dict[str, RunningRating], Luck]:
    """Where its players stand after a game, and what is known of luck; who is not in ``before`` had played none."""
    stood = {player: before.get(player, RunningRating()) for player in game.places}
    counted = {player: _counted(stood[player], player == game.winner) for player in stood}
    return _rated(game, counted, luck) if game.is_rated else (counted, luck)


def _counted(stood: RunningRating, won: bool) -> RunningRating:
    in_a_row = stood.in_a_row + 1 if won else 0
    return replace(
        stood,
        games_so_far=stood.games_so_far + 1,
        won_so_far=stood.won_so_far + won,
        in_a_row=in_a_row,
        longest=max(stood.longest, in_a_row),
    )


def _rated(
    game: RatedGame, stood: Mapping[str, RunningRating], luck: Luck
) -> tuple[dict[str, RunningRating], dict[str, tuple[float, ...]]]:
    # Sums of floats depend on their order: it is that of the players' ids, whatever the seats.
    players = sorted(game.places)
    groups = grouped([game.places[player] for player in players])
    before = [stood[player].evidence for player in players]
    kinds = sorted({game.kind, *(kind for evidence in before for kind in evidence)})
    spreads = spreads_of(kinds, luck)
    found = {}
    for player, evidence in zip(players, update_evidence(groups, game.kind, before, spreads), strict=True):
        belief = estimate_strength(evidence, spreads)
        found[player] = replace(
            stood[player],
            rated=stood[player].rated + 1,
            mu=belief.mu,
            sigma=belief.sigma,
            evidence=evidence,
        )
    return found, {**luck, game.kind: learn_spread(groups, game.kind, before, spreads, luck)}
