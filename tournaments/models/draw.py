"""Draws and the report: what was decided at random or by the organiser, so that anybody can check it."""

from __future__ import annotations

import copy
from collections.abc import Mapping

from django.db import models
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from games.domain.clock import Clock
from tournaments.formats import DrawMethod, DrawOutcome
from tournaments.models.event import Event
from tournaments.models.localized_text import SaidField
from tournaments.player_refs import resolve


class Draw(models.Model):
    """The outcome of a draw: ``order[i]`` (the key of an entry, usually) got ``places[i]``.

    ``throws`` are the rounds of throws that decided, in each item → die; none where it was not thrown for.
    ``name`` calls players by their ids, as that of a game does (``EventGame``).
    """

    class Method(models.TextChoices):
        PUBLISHED_SEED = DrawMethod.PUBLISHED_SEED.value, _("drawn from a published seed")
        SEED_ORDER = DrawMethod.SEED_ORDER.value, _("in seed order")
        CHOSEN = DrawMethod.CHOSEN.value, _("chosen in seed order")
        BY_HAND = DrawMethod.BY_HAND.value, _("drawn by hand")
        THROWN = DrawMethod.THROWN.value, _("thrown for")
        SEATING = DrawMethod.SEATING.value, _("seated from a published seed")

    event = models.ForeignKey(Event, verbose_name=_("event"), on_delete=models.CASCADE, related_name="draws")
    subject = models.CharField(_("subject"), max_length=60)
    name = SaidField(_("name"))
    #: Empty for rounds of a hall, whose places are the seats of its tables.
    places = models.JSONField(_("places"), blank=True)
    order = models.JSONField(_("order"))
    method = models.CharField(_("method"), max_length=20, choices=Method)
    published_seed = models.CharField(_("published seed"), max_length=200, blank=True)
    throws = models.JSONField(_("throws"), default=list, blank=True)
    made_by = models.CharField(_("made by"), max_length=80)
    made_at = models.DateTimeField(_("made at"))
    #: Why the round that was drawn counts no more; empty while it does.
    annulled_why = models.CharField(_("why it was annulled"), max_length=200, blank=True, editable=False)
    #: When the organiser stopped waiting for games of the round that have no result; None: they have not.
    closed_at = models.DateTimeField(_("closed at"), null=True, editable=False)

    #: Of a round of a hall: its clock, one for all tables, whose arithmetic is that of a game's; None until it is
    #: touched. What its limit is longer than the minutes planned by the settings then, it was extended by.
    planned_minutes = models.PositiveSmallIntegerField(_("planned minutes"), null=True, editable=False)
    clock = models.JSONField(_("clock"), null=True, editable=False)

    history = HistoricalRecords(excluded_fields=["planned_minutes", "clock"])

    class Meta:
        verbose_name = _("draw")
        verbose_name_plural = _("draws")
        ordering = ("event", "made_at", "subject")
        constraints = [models.UniqueConstraint(fields=["event", "subject"], name="one_draw_per_subject")]

    def __str__(self) -> str:
        return f"{self.event}: {self.subject}"

    def with_names(self, names: Mapping[str, str]) -> Draw:
        """The draw to be shown, not saved: its players called by these names, player ids with names."""
        shown = copy.copy(self)
        shown.name = resolve(self.name, names)
        return shown

    @property
    def round_clock(self) -> Clock:
        return Clock.from_json(self.clock or {})

    @property
    def value(self) -> DrawOutcome:
        """The draw as the sporting rules know it."""
        return DrawOutcome(
            self.subject,
            tuple(self.order),
            DrawMethod(self.method),
            self.published_seed,
            tuple(
                tuple((item, thrown[item]) for item in self.order if item in thrown) for thrown in self.throws
            ),
            is_annulled=bool(self.annulled_why),
            is_closed=self.closed_at is not None,
        )


#: The maximum number of characters of a reason.
LONGEST_REASON = 200


class ReportLine(models.Model):
    """One decision of the organiser, in words, and why; written by ``tournaments.services``, never changed."""

    event = models.ForeignKey(Event, verbose_name=_("event"), on_delete=models.CASCADE, related_name="report")
    said = SaidField(_("what was decided"))
    reason = models.CharField(_("reason"), max_length=LONGEST_REASON)
    made_by = models.CharField(_("made by"), max_length=80)
    #: The line that this one reverses, or a later one that restores it: then that line is not in force as it reads.
    undoes = models.OneToOneField(
        "self",
        verbose_name=_("undoes"),
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="undone_by",
    )
    made_at = models.DateTimeField(_("made at"))

    class Meta:
        verbose_name = _("line of the report")
        verbose_name_plural = _("report")
        ordering = ("event", "pk")

    def __str__(self) -> str:
        return f"{self.event}: {self.said}"
