"""How people get into a hall by themselves: registered on the public page, checked in at its door."""

from datetime import datetime

from django.core.validators import MaxValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from tournaments.models.event import Event

#: The maximum number of characters of price and conditions.
LONGEST_CONDITIONS = 1000
#: No waiting list is longer.
MOST_WAITING = 500
LONGEST_CODE = 12


class Registration(models.Model):
    """Registration and check-in by oneself in an event; a row that is missing is one with nothing open.

    Changed by ``tournaments.services.hall.registration`` and ``tournaments.services.hall.door`` alone.
    """

    event = models.OneToOneField(
        Event, verbose_name=_("event"), on_delete=models.CASCADE, related_name="registration"
    )
    is_open = models.BooleanField(_("registration open"), default=False)
    closes_at = models.DateTimeField(_("closes at"), null=True, blank=True)
    most_waiting = models.PositiveSmallIntegerField(
        _("places on the waiting list"), default=50, validators=[MaxValueValidator(MOST_WAITING)]
    )
    conditions = models.TextField(_("price and conditions"), blank=True, max_length=LONGEST_CONDITIONS)
    #: The code shown at the door; empty while check-in by phone is closed.
    door_code = models.CharField(_("door code"), max_length=LONGEST_CODE, blank=True, editable=False)

    history = HistoricalRecords()

    class Meta:
        verbose_name = _("registration")
        verbose_name_plural = _("registrations")
        ordering = ("event",)

    def __str__(self) -> str:
        return str(self.event)

    def is_over(self, now: datetime) -> bool:
        return self.closes_at is not None and now >= self.closes_at
