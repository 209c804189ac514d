"""Entries: who plays in an event."""

import re
from collections.abc import Collection, Iterable
from datetime import datetime

from django.core.validators import MaxValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from games.models import Player
from tournaments.models.event import Event

#: The maximum number of characters of a team or a group.
LONGEST_LABEL = 60
#: The maximum number of groups of a person.
MOST_GROUPS = 10
#: The highest number of a table.
MOST_TABLES = 1000
#: What the history of an entry says of one that has moved up from the waiting list.
MOVED_UP = "moved up"
#: What the history of an entry says of one whose player's name was corrected.
RENAMED = "name corrected"
_KEY = re.compile(r"entry-([1-9][0-9]{0,8})")


def is_neutral(key: str) -> bool:
    """Whether a key reveals nothing about the person."""
    return _KEY.fullmatch(key) is not None


def next_key(given: Iterable[str]) -> str:
    """The key of the next entry of an event; ``given`` are all that there were in it, withdrawn ones too."""
    return key_of(max((int(found[1]) for key in given if (found := _KEY.fullmatch(key))), default=0) + 1)


def key_of(number: int) -> str:
    """The neutral key that comes with a start number."""
    return f"entry-{number}"


def neutral_keys(keys: Collection[str]) -> dict[str, str]:
    """Map the keys of an event to keys here: those that reveal something about a person are replaced."""
    given = {key: key for key in keys if is_neutral(key)}
    for key in keys:
        if key not in given:
            given[key] = next_key(given.values())
    return given


def number_of(key: str) -> int:
    """The start number that comes with a neutral key: like it, it is never given again."""
    return int(key.removeprefix("entry-"))


class Entry(models.Model):
    """A player in an event. ``key`` reveals nothing about them and never changes: draws and tables refer to it."""

    class Presence(models.TextChoices):
        """Presence of a person; only those present are seated."""

        ANNOUNCED = "announced", _("announced")
        PRESENT = "present", _("present")
        AWAY = "away", _("away for now")
        LEFT = "left", _("has left")

    class Arrival(models.TextChoices):
        """How a person has checked in by themselves, or that they may not any more."""

        DESK = "", _("at the desk")
        PHONE = "phone", _("by phone")
        UNDONE = "undone", _("by phone, undone")

    class Namesake(models.TextChoices):
        """The desk's decision on a registration under a known name."""

        OPEN = "", _("not said")
        SAME = "same", _("the same person")
        NEW = "new", _("somebody else")

    event = models.ForeignKey(
        Event, verbose_name=_("event"), on_delete=models.CASCADE, related_name="entries"
    )
    player = models.ForeignKey(
        Player, verbose_name=_("player"), on_delete=models.PROTECT, related_name="entries"
    )
    key = models.CharField(max_length=120, editable=False)
    seed = models.PositiveSmallIntegerField(_("seed"), help_text=_("1 is the highest."))

    #: The number of games of the event with a result when the player left it for good; None: they are there [T12].
    left_after = models.PositiveSmallIntegerField(_("left after so many games"), null=True, editable=False)

    #: Keeps dates of birth out of the site where the youngest starts; several may be marked, who then throw.
    youngest = models.BooleanField(
        _("youngest"),
        default=False,
        editable=False,
        help_text=_("Said to be the youngest, where the youngest starts."),
    )

    #: Printed on the start pass; 0 for entries that were made before there were any.
    number = models.PositiveIntegerField(_("start number"), default=0, editable=False)
    team = models.CharField(_("team"), max_length=LONGEST_LABEL, blank=True)
    groups = models.JSONField(_("groups"), default=list, blank=True)
    presence = models.CharField(
        _("presence"), max_length=10, choices=Presence, default=Presence.PRESENT, editable=False
    )
    paid = models.BooleanField(_("paid"), default=False)
    #: ``{"table": 3}``: always at that table; ``{"never_with": ["entry-4"]}``: never with these.
    wishes = models.JSONField(_("wishes"), default=dict, blank=True, editable=False)
    #: Of people who have registered themselves: the mark of the sent form; empty for all others.
    registered = models.CharField(_("registered online"), max_length=64, blank=True, editable=False)
    #: Of a person who has registered under a known name.
    namesake = models.CharField(
        _("known before"),
        max_length=4,
        choices=Namesake,
        default=Namesake.OPEN,
        db_default=Namesake.OPEN,
        blank=True,
        editable=False,
    )
    arrival = models.CharField(
        _("checked in"), max_length=8, choices=Arrival, default=Arrival.DESK, blank=True, editable=False
    )

    history = HistoricalRecords()

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        ordering = ("event", "seed", "key")
        constraints = [
            models.UniqueConstraint(
                fields=["event", "player"],
                name="one_entry_per_player",
                violation_error_message=_("This player is entered already."),
            ),
            models.UniqueConstraint(fields=["event", "key"], name="one_entry_per_key"),
            models.UniqueConstraint(
                fields=["event", "number"],
                condition=models.Q(number__gt=0),
                name="one_entry_per_start_number",
            ),
            models.UniqueConstraint(
                fields=["event", "registered"],
                condition=~models.Q(registered=""),
                name="one_entry_per_registration_form",
            ),
            models.CheckConstraint(condition=models.Q(seed__gte=1), name="seeds_count_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.seed}. {self.player}"


#: The maximum number of characters of price and conditions.
LONGEST_CONDITIONS = 1000
#: No waiting list is longer.
MOST_WAITING = 500
LONGEST_CODE = 12


class Registration(models.Model):
    """Registration and check-in by oneself in an event; a row that is missing is one with nothing open.

    Changed by ``tournaments.hall.services.registration`` alone.
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
