"""Rankings: what they count, and what the events gave to them."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from django.db import models
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from games.models import Player
from games.models.player import printable
from tournaments.formats import Points
from tournaments.formats.verdict import plain
from tournaments.models.event import Event
from tournaments.models.localized_text import SaidField
from tournaments.models.season import Season
from tournaments.models.validators import check_days
from tournaments.ranking_rules import Discipline
from tournaments.ranking_rules.points import WHOLE


class PointsField(models.CharField):
    """Points: stored as ``3`` or ``5/2``, handled as whole numbers and fractions."""

    if TYPE_CHECKING:
        # Not texts, for type checkers.
        _pyi_private_set_type: Any
        _pyi_private_get_type: Any

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **{"max_length": 20, **options})

    def from_db_value(self, value: str | None, expression: Any, connection: Any) -> Points | None:
        return None if value is None else exact(value)

    def get_prep_value(self, value: Any) -> Any:
        return None if value is None else str(Fraction(value))


def exact(value: str | int | Fraction) -> Points:
    """Parse points: a whole number as such, anything else as a fraction."""
    return plain(Fraction(value))


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

    @property
    def points(self) -> Points:
        return exact(self.tp + self.wp + self.cp)


class Ranking(models.Model):
    """A list by its address (``3t``, ``2t``, ``medal-race-2026``) as it was drawn up last, and its settings.

    Written by ``tournaments.rankings``. There is a row once something has counted or a setting was changed.
    From ``good_until`` on the list reads otherwise although no event has changed: other rules are in force,
    or a day has come.
    """

    key = models.CharField(_("list"), max_length=80, unique=True)
    settings = models.JSONField(_("settings"), default=dict, blank=True)
    #: What the owner calls it; its usual name if empty.
    name = models.CharField(_("name"), max_length=100, blank=True, default="", validators=[printable])
    #: Shown nowhere; it is computed all the same.
    hidden = models.BooleanField(_("hidden"), default=False)
    projection = models.TextField(default="", editable=False)
    version = models.PositiveIntegerField(default=0, editable=False)
    good_until = models.DateTimeField(null=True, editable=False, db_index=True)

    history = HistoricalRecords(excluded_fields=["projection", "version", "good_until"])

    class Meta:
        verbose_name = _("ranking")
        verbose_name_plural = _("rankings")
        ordering = ("key",)

    def __str__(self) -> str:
        return self.key


class CompensationAward(models.Model):
    """CP given by the organiser to a successful defender, with the reason (tournament-rules §6)."""

    event = models.ForeignKey(
        Event, verbose_name=_("event"), on_delete=models.CASCADE, related_name="compensation_awards"
    )
    player = models.ForeignKey(Player, verbose_name=_("player"), on_delete=models.PROTECT, related_name="+")
    points = PointsField("CP")
    reason = models.CharField(_("reason"), max_length=200)
    made_by = models.CharField(_("made by"), max_length=80)
    made_at = models.DateTimeField(_("made at"))

    history = HistoricalRecords()

    class Meta:
        verbose_name = _("CP awarded")
        verbose_name_plural = _("CP awarded")
        ordering = ("event", "pk")
        constraints = [models.UniqueConstraint(fields=["event", "player"], name="one_award_per_player")]

    def __str__(self) -> str:
        return f"{self.event_id}: {self.player_id}"


class MedalGame(models.Model):
    """The game between those still equal for 1st of a Medal Race: 1 WP for the race only (tournament-rules §7)."""

    season = models.OneToOneField(
        Season, verbose_name=_("season"), on_delete=models.CASCADE, related_name="medal_game"
    )
    winner = models.ForeignKey(Player, verbose_name=_("winner"), on_delete=models.PROTECT, related_name="+")
    played_on = models.DateField(_("date"))
    reason = models.CharField(_("reason"), max_length=200)
    made_by = models.CharField(_("made by"), max_length=80)
    made_at = models.DateTimeField(_("made at"))

    history = HistoricalRecords()

    class Meta:
        verbose_name = _("Medal Game")
        verbose_name_plural = _("Medal Games")
        ordering = ("season",)

    def __str__(self) -> str:
        return f"{self.season_id}: {self.winner_id}"

    def clean(self) -> None:
        check_days(self, "played_on")
