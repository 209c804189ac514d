"""The report of an event: what was decided that did not follow from its rules and results alone."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.event import Event
from tournaments.models.localized_text import SaidField

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
