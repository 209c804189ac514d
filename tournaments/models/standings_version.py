"""Every version of an event's table, so that it can be shown as it stood at an earlier moment."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.event import Event


class EventTable(models.Model):
    """A version of the projection of an event; written by ``tournaments.standings.projection``, never changed.

    Players are called by their ids here (``tournaments.player_refs``): code that shows it gives them the names of
    today. ``status`` is that of the event; ``has_result`` is whether a game was over.
    """

    event = models.ForeignKey(Event, verbose_name=_("event"), on_delete=models.CASCADE, related_name="tables")
    version = models.PositiveIntegerField(_("version of the table"))
    projection = models.TextField()
    status = models.CharField(_("status"), max_length=10, choices=Event.Status)
    has_result = models.BooleanField()
    made_at = models.DateTimeField(_("when"))

    class Meta:
        verbose_name = _("table of an event")
        verbose_name_plural = _("tables of events")
        ordering = ("event", "version")
        constraints = [models.UniqueConstraint(fields=["event", "version"], name="one_table_per_version")]

    def __str__(self) -> str:
        return f"{self.event}: {self.version}"
