"""What an organiser has written about an event or a game of it, for everybody to read (docs/use/match-reports.md)."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from tournaments.models.event import Event
from tournaments.models.event_game import EventGame
from tournaments.models.localized_text import SaidField

#: So many characters it may have in each language.
LONGEST_WRITE_UP = 8000


class WriteUp(models.Model):
    """The text about an event, or about one game of it; written by ``tournaments.services`` alone.

    ``text`` calls players by their ids (``player_refs.insert_refs``): whoever shows it gives them the names
    of today. ``revision`` grows with every change. ``written_for`` is what it was written for: the version of
    the event's table, of a game the number of the last event of its log.
    """

    class State(models.TextChoices):
        DRAFT = "draft", _("draft, for organisers alone")
        PUBLISHED = "published", _("published, for everybody")

    event = models.ForeignKey(
        Event, verbose_name=_("event"), on_delete=models.CASCADE, related_name="write_ups"
    )
    #: None: about the event as a whole.
    game = models.ForeignKey(
        EventGame,
        verbose_name=_("game"),
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="write_ups",
    )
    text = SaidField(_("text"))
    state = models.CharField(_("state"), max_length=10, choices=State)
    revision = models.PositiveIntegerField(_("revision"))
    written_for = models.PositiveIntegerField(_("written for"))

    history = HistoricalRecords()

    class Meta:
        verbose_name = _("write-up")
        verbose_name_plural = _("write-ups")
        ordering = ("event", "pk")
        constraints = [
            models.UniqueConstraint(fields=["game"], name="one_write_up_per_game"),
            models.UniqueConstraint(
                fields=["event"], condition=Q(game__isnull=True), name="one_write_up_per_event"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event}: {self.game.name if self.game else self.event.name}"
