"""Forecasts that are computed in the background, step by step (docs/reference/forecasts.md)."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.event import Event
from tournaments.models.localized_text import SaidField


class Strengths(models.TextChoices):
    """The strength of a player: equal for all, or their rating (docs/reference/players.md)."""

    EQUAL = "equal", _("everybody equally strong")
    RATINGS = "ratings", _("strengths by ratings")


class ForecastRun(models.Model):
    """A forecast of an event and what has been found so far; written by ``tournaments.forecasts``.

    ``question`` holds all that the answer follows from, so it is about the table of that ``version``, after this number
    of ``results``, however the event goes on. ``tallies`` is the answer of the first runs, as many as are ``done``.
    """

    class State(models.TextChoices):
        RUNNING = "running", _("being worked out")
        FINISHED = "finished", _("finished")
        REPLACED = "replaced", _("replaced by that of a later table")
        FAILED = "failed", _("could not be worked out")

    event = models.ForeignKey(
        Event, verbose_name=_("event"), on_delete=models.CASCADE, related_name="forecast_runs"
    )
    version = models.PositiveIntegerField(_("version of the table"))
    results = models.PositiveIntegerField(_("games with a result"))
    strengths = models.CharField(_("strengths"), max_length=10, choices=Strengths)
    seed = models.PositiveIntegerField(_("seed"))
    runs = models.PositiveIntegerField(_("runs"))
    question = models.TextField()
    #: Of the question and the event: the same is not computed twice.
    digest = models.CharField(max_length=64, unique=True)
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.RUNNING)
    why = SaidField(_("why not"), null=True)
    done = models.PositiveIntegerField(_("runs done"), default=0)
    tallies = models.TextField(default="")
    asked_at = models.DateTimeField(_("asked at"))
    finished_at = models.DateTimeField(_("finished"), null=True)

    class Meta:
        verbose_name = _("forecast")
        verbose_name_plural = _("forecasts")
        ordering = ("event", "-version", "-pk")

    def __str__(self) -> str:
        return f"{self.event}: {self.version}, {self.strengths}"
