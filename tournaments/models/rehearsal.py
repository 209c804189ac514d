"""Rehearsals: days of a hall that play themselves in an event of their own."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.event import Event
from tournaments.models.screen import Hall


class HallRehearsal(models.Model):
    """A day that is rehearsed: ``event`` is where it is played, ``of`` the hall that it rehearses.

    Its event is not public and never will be; it is played step by step (``tournaments.rehearsals``).
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
