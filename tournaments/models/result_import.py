"""Result lists that are too long for one request (docs/use/past-seasons.md)."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.localized_text import SaidField


class HistoryImport(models.Model):
    """A result list that is imported in steps, by ``tournaments.files.result_import.long_lists``.

    ``taken`` is the position in the list, saved in the transaction of each step. The import has ended when all events
    are taken, or with the reason ``why`` it cannot go on; then ``content`` and ``players`` are emptied. To end it
    before, the row is deleted.
    """

    content = models.BinaryField()
    source = models.CharField(_("source"), max_length=200, blank=True)
    #: Of all that was asked: the same is not done twice at a time.
    digest = models.CharField(max_length=64, unique=True)
    events = models.PositiveIntegerField(_("events"))
    taken = models.PositiveIntegerField(_("events imported"), default=0)
    #: Typed name → the id and the name of the player.
    players = models.JSONField(default=dict, blank=True)
    why = SaidField(_("why not"), null=True)
    asked_by = models.CharField(_("asked by"), max_length=60)
    asked_at = models.DateTimeField(_("asked at"))

    class Meta:
        verbose_name = _("import of a result list")
        verbose_name_plural = _("imports of result lists")
        ordering = ("-pk",)
        # They are not edited: no permissions for it.
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.source or self.pk}: {self.taken}/{self.events}"

    @property
    def is_under_way(self) -> bool:
        return self.why is None and self.taken < self.events
