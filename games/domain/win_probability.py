"""The odds from a position: how many of a great number of games, played on from it, come out which way.

Every figure is an estimate and carries its margin: in 95 of 100 runs with other seeds the true value, for
players who play by the policy, lies within it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules import Game
from rules.errors import OptionError, PositionError
from rules.i18n import Text, quote_value
from rules.rule_sets import Ends
from rules.simulate import Outcome, playouts
from rules.stats import Estimate, mean, share

#: Games with which no chance is further off than one percentage point (95 %).
MOST_PLAYOUTS = 10_000
#: The ends of games that go on for the places (rulebook §9).
FOR_PLACES = (Ends.ALL_PLAYERS, Ends.ALL_COLOURS)


@dataclass(frozen=True, slots=True)
class PlacePoints:
    """What finishing places are worth: those of the colours or of the players, as the game goes on for either.

    ``bonus`` is for the player who is first to have all their colours home (tournament-rules §3.2, §3.3).
    """

    table: tuple[int, ...]
    bonus: int = 0

    def check(self, game: Game) -> None:
        """Raise ``OptionError`` unless the game goes on for the places and each has its points."""
        if game.rules.ends not in FOR_PLACES:
            raise OptionError(
                Text("points: {rules} does not go on for the places (rulebook §9)", rules=game.rules.name)
            )
        due = len(game.setup.throwing if game.rules.ends is Ends.ALL_COLOURS else game.seats.players)
        if len(self.table) != due:
            raise OptionError(
                Text(
                    "points: one number for each of the {due} places is needed, not {table}",
                    due=due,
                    table=quote_value(list(self.table)),
                )
            )

    def expected_points(self, player: str, game: Game, outcome: Outcome) -> Estimate:
        """Return the points that the player can expect.

        Where two colours of a player gain points, the outcome does not tell which places they had in the same
        game; the margin is then that of colours which always gain and lose together, the widest possible.
        """
        if game.rules.ends is Ends.ALL_PLAYERS:
            placed = [outcome.places[player]]
        else:
            placed = [outcome.colour_places[colour] for colour in game.seats.colours_of(player)]
        parts = [mean(zip(self.table, places, strict=False), outcome.games) for places in placed]
        parts.append(mean([(self.bonus, outcome.wins[player])], outcome.games))
        return Estimate(sum(part.value for part in parts), sum(part.margin for part in parts))


@dataclass(frozen=True, slots=True)
class PlayerOdds:
    """What a player can expect of a game."""

    player: str
    wins: Estimate
    #: Chance of the 1st, 2nd … place; empty where the game does not go on for the places.
    places: tuple[Estimate, ...]
    #: Expected points, where places are worth something.
    points: Estimate | None

    def as_json(self) -> dict[str, Any]:
        """Serialise to plain values."""
        data: dict[str, Any] = {"player": self.player, "chance": serialize_estimate(self.wins)}
        if self.places:
            data["places"] = [serialize_estimate(place) for place in self.places]
        if self.points is not None:
            data["points"] = serialize_estimate(self.points)
        return data


@dataclass(frozen=True, slots=True)
class Odds:
    """What can be expected of a game; the players in the order of the seats."""

    games: int
    #: Games that were broken off after very many throws: won by nobody.
    unfinished: int
    #: Throws still to play.
    throws: Estimate
    #: Throws within which half of the games, and nine of ten, are over.
    half_within: int
    most_within: int
    players: tuple[PlayerOdds, ...]

    def as_json(self) -> dict[str, Any]:
        """Serialise to plain values."""
        return {
            "games": self.games,
            "unfinished": self.unfinished,
            "throws": {
                **serialize_estimate(self.throws),
                "half_within": self.half_within,
                "most_within": self.most_within,
            },
            "players": [player.as_json() for player in self.players],
        }


def odds(
    game: Game,
    games: int = MOST_PLAYOUTS,
    *,
    policy: str | Mapping[str, str],
    seed: int,
    points: PlacePoints | None = None,
    progress: Callable[[int], None] | None = None,
) -> Odds:
    """Play ``games`` games on from ``game`` (``rules.simulate.playouts``: also policy, seed, progress).

    Raises ``PositionError`` where nothing is left to play, ``OptionError`` that names what else is not right.
    """
    if game.over:
        raise PositionError(Text("the game is over, nothing is left to play"))
    if points is not None:
        points.check(game)
    outcome = playouts(game, games, policy=policy, seed=seed, progress=progress)
    return Odds(
        games,
        outcome.unfinished,
        mean(outcome.lengths.items(), games),
        outcome.throws_quantile(0.5),
        outcome.throws_quantile(0.9),
        tuple(player_odds(player, game, outcome, points) for player in game.seats.players),
    )


def player_odds(player: str, game: Game, outcome: Outcome, points: PlacePoints | None) -> PlayerOdds:
    """Return what ``player`` can expect of ``game``, given the ``outcome`` of the games played on from it."""
    places: Sequence[int] = outcome.places[player] if game.rules.ends in FOR_PLACES else ()
    return PlayerOdds(
        player,
        share(outcome.wins[player], outcome.games),
        tuple(share(often, outcome.games) for often in places),
        None if points is None else points.expected_points(player, game, outcome),
    )


def serialize_estimate(estimate: Estimate) -> dict[str, float]:
    """Serialise an estimate to plain values."""
    return {"value": estimate.value, "margin": estimate.margin}
