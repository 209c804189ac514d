"""What the pages of players show: what is read, with the words and the picture around it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from django.utils.safestring import SafeString, mark_safe
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from games.access.principal import Principal
from games.dates import write_moment
from games.models import Player
from tournaments.statistics import queries
from tournaments.statistics.formatting import band, figure
from tournaments.statistics.queries import EventPlayed, GamePlayed, SeenPlayer
from tournaments.statistics.sparkline import curve

#: On the page of a player; everything there is in REST.
LAST_GAMES = 10
LAST_EVENTS = 10
MOST_OPPONENTS = 20
#: Games in the curve of a rating.
CURVE_GAMES = 100


@dataclass(frozen=True, slots=True)
class PlayedGameCard:
    """A game as the list of a player's games shows it: how they did, against whom."""

    game: GamePlayed
    own: SeenPlayer
    others: list[SeenPlayer]

    @property
    def tied(self) -> bool:
        """Whether they share the first place."""
        return self.own.place == 1 and not self.own.won

    @property
    def lost(self) -> bool:
        """Whether it is known only that another has won: their place is nobody's alone, or the last of two."""
        shared = any(other.place == self.own.place for other in self.others)
        return any(other.won for other in self.others) and (shared or len(self.others) == 1)


def games_shown(player: Player, rows: Any) -> list[PlayedGameCard]:
    """The games of these rows. Two queries."""
    games = queries.games_played(list(rows.values_list("counted", flat=True)))
    return [PlayedGameCard(game, game.seen_player(player), game.others(player)) for game in games]


class PlayerPresenter:
    """A player as their page shows them; the number of queries does not depend on how much they have played."""

    def __init__(self, player: Player, viewer: Principal) -> None:
        self.player = player
        self.totals = queries.totals(player)
        self.career = queries.career_of(player)
        self.by_rules = queries.by_rules(player)
        self.by_colour = queries.by_colour(player)
        self.games = games_shown(player, queries.games_of(player)[:LAST_GAMES])
        entries = queries.entries_of(player, viewer)[:LAST_EVENTS]
        self.events: list[EventPlayed] = queries.events_played(player, entries)

    @cached_property
    def opponents(self) -> list[dict[str, Any]]:
        """Those whom they have met most."""
        return [queries.opponent_state(row) for row in queries.opponents(self.player)[:MOST_OPPONENTS]]

    @property
    def has_figures(self) -> bool:
        """Whether the throws of any game are known."""
        return bool(self.totals["throws_known"])

    @cached_property
    def history(self) -> list[tuple[datetime, float, float]]:
        """When the last games ended, and the rating after each, the earliest first."""
        rows = queries.history(self.player)[:CURVE_GAMES]
        found: list[tuple[datetime, Any, Any]] = list(rows.values_list("ended_at", "mu", "sigma"))
        return found[::-1]

    @cached_property
    def curve(self) -> SafeString:
        """The picture of the rating; empty before there are two games."""
        if len(self.history) < 2:
            return mark_safe("")
        (first, *_begin), (last, mu, sigma) = self.history[0], self.history[-1]
        title = _(
            "The rating after each of the last %(games)d games: now %(mu)s, plus or minus %(band)s."
        ) % {
            "games": len(self.history),
            "mu": figure(mu),
            "band": band(sigma),
        }
        points = [(mu, sigma) for _at, mu, sigma in self.history]
        return mark_safe(curve(points, title, _day(first), _day(last)))


def _day(moment: datetime) -> str:
    return write_moment(localtime(moment).date())
