"""What is counted of games for their players: plain figures, one row a player and game (docs/reference/players.md).

Written by ``tournaments.players.update`` alone. Everything follows from the games as the public sees them
and can be computed again at any time.
"""

from __future__ import annotations

import uuid
from datetime import datetime
from typing import TYPE_CHECKING

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.enums import Decision
from games.models import Game, Player
from games.models.game import DECISION_LABELS

if TYPE_CHECKING:
    from django.db.models.fields.related_descriptors import RelatedManager

#: In which order games are reckoned: by their end, those of the same moment by their ids.
Moment = tuple[datetime, uuid.UUID]


class CountedGame(models.Model):
    """A game with a result, up to its event ``number``. ``None``: not known.

    ``ended_at`` is when it ended, where that is not known when it was typed in; ``captures`` are those of
    all players, ``longest_wait`` is the longest row of throws without a 6. ``luck`` is what was known after it of the
    luck in each kind of game (``tournaments.ratings``), empty until it has been computed.
    """

    game = models.OneToOneField(Game, primary_key=True, on_delete=models.CASCADE, related_name="counted")
    number = models.PositiveIntegerField()
    rules_name = models.CharField(_("rules"), max_length=40)
    ended_at = models.DateTimeField(_("ended"))
    seconds = models.PositiveIntegerField(_("seconds played"), null=True)
    throws = models.PositiveIntegerField(_("throws"), null=True)
    captures = models.PositiveIntegerField(_("captures"), null=True)
    longest_wait = models.PositiveIntegerField(_("throws without a 6"), null=True)
    decided_by = models.CharField(_("decided by"), max_length=15, choices=list(DECISION_LABELS.items()))
    luck = models.JSONField(null=True)

    if TYPE_CHECKING:
        players: RelatedManager[PlayedGame]

    class Meta:
        verbose_name = _("counted game")
        verbose_name_plural = _("counted games")
        ordering = ("ended_at", "game_id")
        indexes = [
            models.Index("ended_at", "game", name="counted_in_order"),
            models.Index("throws", name="counted_by_throws"),
            models.Index("seconds", name="counted_by_seconds"),
            models.Index("captures", name="counted_by_captures"),
            models.Index("longest_wait", name="counted_by_wait"),
        ]

    def __str__(self) -> str:
        return str(self.game_id)

    @property
    def is_rated(self) -> bool:
        """Whether it counts for ratings: a walk-over does not."""
        return self.decided_by != Decision.AWARD


class PlayedGame(models.Model):
    """What a player did in a counted game, and where they stood after it; ``None``: not known.

    The second part follows from their earlier games too and is empty until it has been computed:
    games and wins so far, wins ``in_a_row`` then and at most, rated games, and the rating with what it
    follows from (``tournaments.players.ratings``). In the row that ``is_latest`` of a player it is where they stand
    now, so that lists of all players are quick.
    """

    counted = models.ForeignKey(CountedGame, on_delete=models.CASCADE, related_name="players")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="played_games")
    ended_at = models.DateTimeField(_("ended"))
    place = models.PositiveSmallIntegerField(_("place"))
    won = models.BooleanField(_("won"))
    throws = models.PositiveIntegerField(_("throws"), null=True)
    sixes = models.PositiveIntegerField(_("sixes"), null=True)
    waited = models.PositiveIntegerField(_("throws without a move"), null=True)
    captures = models.PositiveIntegerField(_("captures"), null=True)
    captured = models.PositiveIntegerField(_("times captured"), null=True)

    games_so_far = models.PositiveIntegerField(null=True)
    won_so_far = models.PositiveIntegerField(null=True)
    in_a_row = models.PositiveIntegerField(null=True)
    longest = models.PositiveIntegerField(null=True)
    rated = models.PositiveIntegerField(null=True)
    mu = models.FloatField(null=True)
    sigma = models.FloatField(null=True)
    evidence = models.JSONField(null=True)
    is_latest = models.BooleanField(default=False, db_default=False, editable=False)

    if TYPE_CHECKING:
        colours: RelatedManager[PlayedColour]
        opponents: RelatedManager[PlayedAgainst]

    class Meta:
        verbose_name = _("game of a player")
        verbose_name_plural = _("games of players")
        ordering = ("-ended_at", "-counted_id")
        constraints = [
            models.UniqueConstraint(fields=["counted", "player"], name="one_row_per_player_and_game"),
            models.UniqueConstraint(
                fields=["player"], condition=models.Q(is_latest=True), name="one_latest_game_per_player"
            ),
        ]
        indexes = [
            models.Index("player", "ended_at", "counted", name="played_in_order"),
            models.Index("captures", name="played_by_captures"),
            models.Index("captured", name="played_by_captured"),
            models.Index("sixes", name="played_by_sixes"),
        ]

    def __str__(self) -> str:
        return f"{self.counted_id}: {self.player}"


class PlayedColour(models.Model):
    """What a colour did for the player who led it; ``None``: not known. ``place``: in which it came home, if it did."""

    played = models.ForeignKey(PlayedGame, on_delete=models.CASCADE, related_name="colours")
    colour = models.CharField(_("colour"), max_length=10)
    place = models.PositiveSmallIntegerField(_("place"), null=True)
    throws = models.PositiveIntegerField(_("throws"), null=True)
    sixes = models.PositiveIntegerField(_("sixes"), null=True)
    waited = models.PositiveIntegerField(_("throws without a move"), null=True)
    captures = models.PositiveIntegerField(_("captures"), null=True)
    captured = models.PositiveIntegerField(_("times captured"), null=True)

    class Meta:
        verbose_name = _("colour of a player")
        verbose_name_plural = _("colours of players")
        ordering = ("id",)

    def __str__(self) -> str:
        return f"{self.played_id}: {self.colour}"


class PlayedAgainst(models.Model):
    """A player of a counted game and one of the others: who won, if one of them did, and who was ahead.

    Captures are those by throws of the player's colours of the opponent's, and the reverse; ``None``: not known.
    """

    played = models.ForeignKey(PlayedGame, on_delete=models.CASCADE, related_name="opponents")
    opponent = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    won = models.BooleanField(_("won"))
    lost = models.BooleanField(_("lost to the opponent"))
    ahead = models.BooleanField(_("ahead"))
    behind = models.BooleanField(_("behind"))
    captures = models.PositiveIntegerField(_("captures"), null=True)
    captured = models.PositiveIntegerField(_("times captured"), null=True)

    class Meta:
        verbose_name = _("opponent in a game")
        verbose_name_plural = _("opponents in games")
        ordering = ("id",)

    def __str__(self) -> str:
        return f"{self.played_id}: {self.opponent}"


class Reckoning(models.Model):
    """One row: where each player stood after a game is right for games before this one, ``None``: for all.

    Counting holds it locked, so that there is one at a time.
    """

    ended_at = models.DateTimeField(null=True)
    game = models.UUIDField(null=True)

    def __str__(self) -> str:
        return str(self.moment)

    @property
    def moment(self) -> Moment | None:
        """The first game for which it is not right, by its end and its id."""
        return None if self.ended_at is None or self.game is None else (self.ended_at, self.game)
