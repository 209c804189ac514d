"""What events gave: ranking points by player, stored when an event, or a part that counts by itself, is concluded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models import Player
from tournaments.models.event import Event
from tournaments.models.localized_text import SaidField
from tournaments.models.points_field import PointsField
from tournaments.models.season import Season
from tournaments.ranking_rules import Discipline
from tournaments.ranking_rules.points import WHOLE

if TYPE_CHECKING:
    from django.db.models.fields.related_descriptors import RelatedManager


class EventUnit(models.Model):
    """A concluded event, or a concluded part of one that the 2T Rankings count by itself (tournament-rules §7).

    Follows from the event; written by ``tournaments.rankings.points`` alone. ``is_unit`` is whether the 2T
    Rankings count it as a unit: the parts, and events without parts. ``name`` begins with the event's.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="units")
    key = models.CharField(max_length=20)
    name = SaidField(_("name"))
    position = models.PositiveSmallIntegerField()
    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="+")
    discipline = models.CharField(max_length=2, choices=[(each.value, each.value) for each in Discipline])
    level = models.PositiveSmallIntegerField()
    is_unit = models.BooleanField()
    ended_on = models.DateField(_("day of its end"))
    ended_at = models.DateTimeField(null=True)
    concluded_at = models.DateTimeField()

    if TYPE_CHECKING:
        points: RelatedManager[EventPoints]

    class Meta:
        verbose_name = _("unit of an event")
        verbose_name_plural = _("units of events")
        ordering = ("event", "position")
        constraints = [models.UniqueConstraint(fields=["event", "key"], name="one_unit_per_key")]
        indexes = [
            models.Index(fields=["discipline", "ended_on"], name="units_by_day"),
            models.Index(fields=["ended_on"], name="units_to_come"),
        ]

    def __str__(self) -> str:
        return f"{self.event_id}: {self.key}"

    @property
    def is_whole(self) -> bool:
        return self.key == WHOLE


class EventPoints(models.Model):
    """What a unit gave to one player. ``tp`` is ``basic`` × the level; ``gpp`` only where it was played for them.

    Reasons call players by their ids (``tournaments.player_refs``).
    """

    unit = models.ForeignKey(EventUnit, on_delete=models.CASCADE, related_name="points")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="event_points")
    place = models.PositiveSmallIntegerField(_("place"))
    shared = models.BooleanField()
    basic = models.PositiveSmallIntegerField()
    tp = models.PositiveSmallIntegerField("TP")
    wp = PointsField("WP")
    cp = PointsField("CP")
    gpp = models.PositiveIntegerField("GPP", null=True)
    tp_reason = SaidField()
    wp_reason = SaidField()
    cp_reason = SaidField()

    class Meta:
        verbose_name = _("points of an event")
        verbose_name_plural = _("points of events")
        ordering = ("unit", "place", "pk")
        constraints = [
            models.UniqueConstraint(fields=["unit", "player"], name="one_row_of_points_per_player")
        ]

    def __str__(self) -> str:
        return f"{self.unit_id}: {self.player_id}"
