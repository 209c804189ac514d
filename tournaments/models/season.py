"""Seasons: the years of an organisation."""

from __future__ import annotations

from collections.abc import Iterable

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from games.models import Player, Seat
from tournaments.models.validators import check_days


class SeasonQuerySet(models.QuerySet["Season"]):
    """Seasons, with the demo apart."""

    def of_demo(self) -> SeasonQuerySet:
        return self.filter(is_demo=True)

    def without_demo(self) -> SeasonQuerySet:
        return self.filter(is_demo=False)


class Season(models.Model):
    """A stretch of time to which events belong."""

    slug = models.SlugField(_("short name"), max_length=60, unique=True)
    name = models.CharField(_("name"), max_length=100)
    starts_on = models.DateField(_("first day"))
    ends_on = models.DateField(_("last day"))
    #: Invented (``tournaments.demo``): rankings and lists leave it out beside anything real, and it can be removed.
    is_demo = models.BooleanField(_("demo"), default=False, db_default=False, editable=False)

    objects = SeasonQuerySet.as_manager()
    history = HistoricalRecords()

    class Meta:
        verbose_name = _("season")
        verbose_name_plural = _("seasons")
        ordering = ("-starts_on", "slug")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(ends_on__gte=models.F("starts_on")),
                name="season_ends_after_it_starts",
                violation_error_message=_("The last day is not before the first."),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        """Its days are of years in which something can be played, and its name is not mistaken for another's."""
        check_days(self, "starts_on", "ends_on")
        before = Season.objects.filter(pk=self.pk).first()
        others = (Season.objects.exclude(pk=self.pk)).values_list("name", flat=True)
        if (before is None or before.name != self.name) and is_taken(self.name, others):
            raise ValidationError(
                {
                    "name": _("There is a season %(name)s already; give this one another name.")
                    % {"name": self.name}
                }
            )


def is_taken(name: str, names: Iterable[str]) -> bool:
    return " ".join(name.split()).casefold() in {" ".join(each.split()).casefold() for each in names}


def demo_players() -> QuerySet[Player]:
    """Return the players who are in the demo and nowhere else. No query by itself."""
    entered = Player.objects.filter(entries__event__season__is_demo=True)
    elsewhere = Player.objects.filter(pk=OuterRef("pk"), entries__event__season__is_demo=False)
    seats = Seat.objects.filter(player=OuterRef("pk")).exclude(game__event_game__event__season__is_demo=True)
    return Player.objects.filter(~Exists(elsewhere), ~Exists(seats), pk__in=entered.values("pk"))
