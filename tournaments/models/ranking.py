"""The lists, stored ready for their readers, and what organisers decide about them."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from games.models import Player
from games.models.player import printable
from tournaments.models.event import Event
from tournaments.models.points_field import PointsField
from tournaments.models.season import Season
from tournaments.models.validators import check_days


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
    drawn_at = models.DateTimeField(null=True, editable=False)
    good_until = models.DateTimeField(null=True, editable=False, db_index=True)

    history = HistoricalRecords(excluded_fields=["projection", "version", "drawn_at", "good_until"])

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
