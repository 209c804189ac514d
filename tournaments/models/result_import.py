"""Result lists that are too long to be taken over while somebody waits (docs/use/past-seasons.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.localized_text import SaidField

if TYPE_CHECKING:
    from django.db.models.fields.related_descriptors import RelatedManager


class HistoryImport(models.Model):
    """A result list that is looked at, and then taken over, beside everything else; written by
    ``tournaments.transfer.result_import``.

    Each event is looked at, and later taken over, in a transaction of its own, in which ``checked`` or ``taken``
    counts it: whoever dies in between has lost nothing, and nothing is there twice. ``players`` says whom the typed
    names mean; ``outcome`` is what the list says, known once all of it has been looked at.
    """

    class State(models.TextChoices):
        CHECKING = "checking", _("being looked at")
        #: Looked at, nothing is wrong: somebody has to say that it is taken over.
        READY = "ready", _("ready to import")
        REFUSED = "refused", _("something is wrong, or left to decide")
        TAKING = "taking over", _("being imported")
        TAKEN = "taken over", _("imported")
        STOPPED = "stopped", _("stopped")

    content = models.BinaryField()
    #: Doubtful name → whom it means.
    decisions = models.JSONField(default=dict, blank=True)
    source = models.CharField(_("source"), max_length=200, blank=True)
    is_preview = models.BooleanField(_("only looked at"))
    #: Of all that was asked: the same is not done twice at a time.
    digest = models.CharField(max_length=64)
    state = models.CharField(_("state"), max_length=12, choices=State, default=State.CHECKING)
    events = models.PositiveIntegerField(_("events"))
    checked = models.PositiveIntegerField(_("events looked at"), default=0)
    taken = models.PositiveIntegerField(_("events imported"), default=0)
    #: Typed name → the id and the name of the player; and the same as it is told.
    players = models.JSONField(default=dict, blank=True)
    people = models.JSONField(default=list, blank=True)
    outcome = models.TextField(default="", blank=True)
    why = SaidField(_("why not"), null=True)
    asked_by = models.CharField(_("asked by"), max_length=60)
    asked_at = models.DateTimeField(_("asked at"))
    #: Until when nobody else is to work on it.
    claimed_until = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(_("finished"), null=True)

    if TYPE_CHECKING:
        looked_at: RelatedManager[HistoryImportEvent]

    class Meta:
        verbose_name = _("import of a result list")
        verbose_name_plural = _("imports of result lists")
        ordering = ("-pk",)
        # Nobody edits them: no permissions for it.
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(
                fields=["digest"],
                condition=models.Q(state__in=("checking", "taking over")),
                name="one_import_of_a_result_list_at_a_time",
            )
        ]

    def __str__(self) -> str:
        return f"{self.source or self.pk}: {self.get_state_display()}"

    @property
    def is_under_way(self) -> bool:
        """Whether somebody works on it, or will."""
        return self.state in (self.State.CHECKING, self.State.TAKING)


class HistoryImportEvent(models.Model):
    """What has been found of an event of a list while the others are still looked at; gone with the outcome."""

    whole = models.ForeignKey(HistoryImport, on_delete=models.CASCADE, related_name="looked_at")
    number = models.PositiveIntegerField()
    found = models.JSONField()
    problems = models.JSONField(default=list)

    class Meta:
        default_permissions = ()
        ordering = ("whole", "number")
        constraints = [
            models.UniqueConstraint(fields=["whole", "number"], name="one_look_at_each_event_of_an_import")
        ]

    def __str__(self) -> str:
        return f"{self.whole_id}: {self.number}"
