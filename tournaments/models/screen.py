"""Screens of halls with their slides, and rehearsals: days of a hall that play themselves in an event of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from tournaments.models.event import Event
from tournaments.models.event_game import LONGEST_BOARD, board_name

if TYPE_CHECKING:
    from django.db.models.fields.related_descriptors import RelatedManager

SHORTEST, LONGEST = 3, 600


class Hall(models.Model):
    """A hall whose screens show one slide after the other. Changed by ``tournaments.screens.services`` alone.

    ``version`` grows with every change of it or its slides. What is to be seen at a moment follows from the slides
    and from ``turns_since``, when their turns began: so all screens of a hall show the same, whenever they were
    switched on. Where one is ``pinned`` it stays until the others go on.
    """

    class Language(models.TextChoices):
        GERMAN = "de", _("German")
        ENGLISH = "en", _("English")
        BOTH = "both", _("German and English by turns")

    class Theme(models.TextChoices):
        DARK = "dark", _("dark")
        LIGHT = "light", _("light")

    slug = models.SlugField(
        _("short name"), max_length=60, unique=True, help_text=_("Stands in the address of the screen.")
    )
    name = models.CharField(_("name"), max_length=100)
    language = models.CharField(_("language"), max_length=4, choices=Language, default=Language.GERMAN)
    theme = models.CharField(_("colours"), max_length=5, choices=Theme, default=Theme.DARK)
    pinned = models.ForeignKey(
        "HallSlide",
        verbose_name=_("shown until further notice"),
        null=True,
        editable=False,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    turns_since = models.DateTimeField(editable=False)
    version = models.PositiveIntegerField(default=0, editable=False)

    history = HistoricalRecords(excluded_fields=["version"])

    if TYPE_CHECKING:
        slides: RelatedManager[HallSlide]

    class Meta:
        verbose_name = _("hall")
        verbose_name_plural = _("halls")
        ordering = ("name", "slug")

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("tournaments:hall", args=[self.slug])


class HallSlide(models.Model):
    """One thing that a hall shows, for ``seconds`` a page. Slides follow one another by ``position``.

    ``kind`` is one of ``tournaments.screens.kinds``, which says what else it needs.
    """

    hall = models.ForeignKey(Hall, verbose_name=_("hall"), on_delete=models.CASCADE, related_name="slides")
    position = models.PositiveSmallIntegerField(editable=False)
    kind = models.CharField(_("shows"), max_length=12)
    event = models.ForeignKey(
        Event,
        verbose_name=_("event"),
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="+",
    )
    board = models.CharField(
        _("board"),
        max_length=LONGEST_BOARD,
        blank=True,
        validators=[board_name],
        help_text=_("Of boards and clocks only what is played there; empty: all boards."),
    )
    ranking = models.CharField(
        _("ranking"), max_length=80, blank=True, help_text=_("Its address, such as 3t or 2t.")
    )
    text_de = models.CharField(_("text in German"), max_length=300, blank=True)
    text_en = models.CharField(_("text in English"), max_length=300, blank=True)
    seconds = models.PositiveSmallIntegerField(
        _("seconds a page"),
        default=15,
        validators=[MinValueValidator(SHORTEST), MaxValueValidator(LONGEST)],
        help_text=_("What does not fit on one page is shown on several, one after the other."),
    )

    class Meta:
        verbose_name = _("slide")
        verbose_name_plural = _("slides")
        ordering = ("hall", "position", "pk")

    def __str__(self) -> str:
        return str(self.event or self.ranking or self.text_de or self.text_en)


class HallRehearsal(models.Model):
    """A day that is rehearsed: ``event`` is where it is played, ``of`` the hall that it rehearses.

    Its event is not public and never will be; it is played step by step (``tournaments.demo.rehearsals``).
    """

    class State(models.TextChoices):
        RUNNING = "running", _("running")
        STOPPED = "stopped", _("stopped")
        OVER = "over", _("over")
        FAILED = "failed", _("failed")

    event = models.OneToOneField(
        Event, verbose_name=_("event"), on_delete=models.CASCADE, related_name="rehearsal"
    )
    of = models.ForeignKey(
        Event, verbose_name=_("rehearses"), on_delete=models.CASCADE, related_name="rehearsals"
    )
    #: The screen that shows it; None where it was taken away.
    hall = models.ForeignKey(
        Hall, verbose_name=_("hall"), null=True, on_delete=models.SET_NULL, related_name="rehearsals"
    )
    people = models.PositiveSmallIntegerField(_("people"))
    #: Seconds from one step to the next.
    pace = models.PositiveSmallIntegerField(_("seconds a step"))
    seed = models.CharField(_("seed"), max_length=64)
    state = models.CharField(_("state"), max_length=8, choices=State, default=State.RUNNING)
    steps = models.PositiveIntegerField(_("steps"), default=0)
    next_at = models.DateTimeField(_("next step"))
    why = models.CharField(_("why"), max_length=500, blank=True)
    started_by = models.CharField(_("started by"), max_length=80)
    started_at = models.DateTimeField(_("started at"))

    class Meta:
        verbose_name = _("rehearsal")
        verbose_name_plural = _("rehearsals")
        ordering = ("-started_at", "-pk")
        indexes = [models.Index(fields=["state", "next_at"], name="rehearsals_due")]

    def __str__(self) -> str:
        return str(self.event)
