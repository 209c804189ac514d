"""Entries: who plays in an event."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from games.models import Player
from tournaments.models.event import Event


class Entry(models.Model):
    """A player in an event. ``key`` is made of the name once and never changes: draws and tables refer to it."""

    event = models.ForeignKey(
        Event, verbose_name=_("event"), on_delete=models.CASCADE, related_name="entries"
    )
    player = models.ForeignKey(
        Player, verbose_name=_("player"), on_delete=models.PROTECT, related_name="entries"
    )
    key = models.CharField(max_length=120, editable=False)
    seed = models.PositiveSmallIntegerField(_("seed"), help_text=_("1 is the highest."))

    #: So many games of the event had a result when the player left it for good; None: he is there [T12].
    left_after = models.PositiveSmallIntegerField(_("left after so many games"), null=True, editable=False)

    #: Keeps dates of birth out of the site where the youngest starts; several may be marked, who then throw.
    youngest = models.BooleanField(
        _("youngest"),
        default=False,
        editable=False,
        help_text=_("Said to be the youngest, where the youngest starts."),
    )

    history = HistoricalRecords()

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        ordering = ("event", "seed", "key")
        constraints = [
            models.UniqueConstraint(
                fields=["event", "player"],
                name="one_entry_per_player",
                violation_error_message=_("This player is entered already."),
            ),
            models.UniqueConstraint(fields=["event", "key"], name="one_entry_per_key"),
            models.CheckConstraint(condition=models.Q(seed__gte=1), name="seeds_count_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.seed}. {self.player}"
