"""Players: people who play, as little of them as is needed."""

from __future__ import annotations

import unicodedata
import uuid
from datetime import date
from itertools import filterfalse
from typing import TYPE_CHECKING, Any

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models.signals import post_delete
from django.dispatch import receiver
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

if TYPE_CHECKING:
    from games.access import Principal

LONGEST_NAME = 100
#: Letters of a text that is looked for in names.
LONGEST_SEARCH = LONGEST_NAME
#: The letters of the id that distinguish the nameless, more where that is not enough.
FEWEST_LETTERS = 4
#: What people write for letters that others write differently, so that Müller is found as Mueller and MULLER.
_FOLDED = str.maketrans({"æ": "ae", "ø": "o", "ł": "l"})


def folded(text: str) -> str:
    """A name as it is searched and sorted by: small letters, no accents, umlauts and their spellings the same."""
    plain = text.casefold().translate(_FOLDED)
    plain = "".join(filterfalse(unicodedata.combining, unicodedata.normalize("NFKD", plain)))
    for spelling, letter in (("ae", "a"), ("oe", "o"), ("ue", "u")):
        plain = plain.replace(spelling, letter)
    return " ".join(plain.split())


def is_name(text: str) -> bool:
    """Whether it has a letter or a digit, so that somebody can be found, and nothing that could stand in no record."""
    return text.isprintable() and any(map(str.isalnum, text))


def printable(value: str) -> None:
    """Raise ``ValidationError`` for what is no name."""
    if not is_name(value):
        raise ValidationError(
            _("A name has printable characters alone, a letter or a digit among them."), code="unprintable"
        )


def born_by_now(day: date) -> None:
    """Refuse a date of birth that is still to come: it decides who is the youngest."""
    if day > timezone.localdate():
        raise ValidationError(_("A date of birth is not in the future."), code="future")


class PlayerQuerySet(models.QuerySet["Player"]):
    """Players, as far as somebody may know of them."""

    def visible_to(self, viewer: Principal) -> PlayerQuerySet:
        """Return those of whom the viewer may know. No query by itself."""
        return self.filter(viewer.sees_players())


class Player(models.Model):
    """A person who plays; shown to the public by nickname where there is one."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(_("name"), max_length=LONGEST_NAME, validators=[printable])
    nickname = models.CharField(
        _("nickname"),
        max_length=LONGEST_NAME,
        blank=True,
        validators=[printable],
        help_text=_(
            "Shown to the public instead of the name, everywhere and at once, in what was said before too. The name "
            "stays with the organisers; free texts that it was typed into are listed when this is saved."
        ),
    )
    born = models.DateField(
        _("date of birth"),
        null=True,
        blank=True,
        help_text=_("Only where the youngest starts; never shown to the public."),
    )
    #: What is shown, for searches and the order of lists.
    search_key = models.CharField(max_length=220, editable=False, db_index=True)
    #: The name behind a nickname with it, for those who enter players (``games.queries.name_matching``).
    names_key = models.CharField(max_length=220, editable=False, default="")

    #: The season, as a place of roles, in which they were first entered, by a name that was typed there: its organisers
    #: know the name behind a nickname. Empty: the site's organisers alone do.
    entered_in = models.CharField(max_length=120, editable=False, default="", db_default="")

    #: Since when they ask for their name to be erased; None: they do not, or were answered.
    erasure_asked_at = models.DateTimeField(null=True, editable=False)

    history = HistoricalRecords(excluded_fields=["search_key", "names_key", "entered_in", "erasure_asked_at"])

    objects = PlayerQuerySet.as_manager()

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        ordering = ("search_key", "id")

    def __str__(self) -> str:
        return self.shown_as

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.search_key = folded(self.shown_as)
        self.names_key = folded(f"{self.shown_as} {self.name}" if self.nickname else self.name)
        super().save(*args, **kwargs)

    def clean(self) -> None:
        """Refuse a date of birth that is still to come, in forms too."""
        if isinstance(self.born, date):
            try:
                born_by_now(self.born)
            except ValidationError as error:
                raise ValidationError({"born": error}) from error

    @property
    def is_erased(self) -> bool:
        """Whether the name was taken away for good."""
        return not self.nickname and self.name.startswith(self.neutral_name(FEWEST_LETTERS))

    def neutral_name(self, letters: int) -> str:
        """Return a name that says nothing: nomen nescio, with some letters of the id."""
        return f"N. N. {self.pk.hex[:letters]}"

    @property
    def shown_as(self) -> str:
        """The name that the public sees."""
        return self.nickname or self.name


@receiver(post_delete, sender=Player)
def forget_the_names(instance: Player, **_: Any) -> None:
    """A player who is deleted leaves nothing, no history of names either."""
    Player.history.filter(id=instance.pk).delete()
