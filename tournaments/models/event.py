"""Events: one tournament, and everything that follows from its results, stored ready for its readers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.urls import reverse
from django.utils.translation import get_language, gettext_lazy as _
from simple_history.models import HistoricalRecords

from games.enums import Action
from rules import RULE_SETS, RuleSet, Text, changes_in_words, rule_set_name
from tournaments.formats import FORMATS, Format
from tournaments.models.season import Season
from tournaments.models.validators import check_days
from tournaments.ranking_rules import ranking

if TYPE_CHECKING:
    from django.db.models.fields.related_descriptors import RelatedManager

    from games.access import Principal
    from tournaments.models.draw import Draw, ReportLine
    from tournaments.models.entry import Entry
    from tournaments.models.event_game import EventGame
    from tournaments.models.hall_round import ResultClaim, RoundPlan
    from tournaments.models.ranking_points import EventUnit
    from tournaments.models.screen import HallRehearsal


#: What a throw with its move may take, in seconds.
LEAST_SECONDS, MOST_SECONDS = 1, 120
#: The maximum number of characters of an event's name.
LONGEST_EVENT_NAME = 150


def formats_offered() -> list[tuple[str, str]]:
    return [(key, each.name.of(get_language() or "en")) for key, each in FORMATS.items()]


def rules_offered() -> list[tuple[str, str]]:
    names = dict.fromkeys(name for each in FORMATS.values() for name in each.rule_sets)
    return [(name, rule_set_name(name).of(get_language() or "en")) for name in names]


class EventQuerySet(models.QuerySet["Event"]):
    """Events, as far as the viewer may see them."""

    def without_table(self) -> EventQuerySet:
        """With their seasons, without the stored table, which is long."""
        return self.select_related("season").defer("projection")

    def public(self) -> EventQuerySet:
        return self.filter(is_public=True)

    def visible_to(self, viewer: Principal) -> EventQuerySet:
        """Return those that the viewer may see. No query by itself."""
        if viewer.sees_everything:
            return self.all()
        seasons, events = (viewer.names_of(kind, Action.SEE_UNPUBLISHED) for kind in ("season", "event"))
        return self.filter(
            models.Q(is_public=True) | models.Q(season__slug__in=seasons) | models.Q(slug__in=events)
        )


class Event(models.Model):
    """One tournament. Changed by ``tournaments.services`` alone.

    ``status``, ``ended_on``, ``projection`` and ``version`` follow from the rest
    (``tournaments.standings.projection``): the projection is the JSON that readers get, its version grows
    with every change of it.
    """

    class Status(models.TextChoices):
        OPEN = "open", _("open for entries")
        DRAWN = "drawn", _("drawn")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")

    class Level(models.IntegerChoices):
        ONE = 1, "1"
        TWO = 2, "2"
        MAJOR = ranking.MAJOR, _("3 (Major)")
        WORLD_CHAMPIONSHIP = ranking.WORLD_CHAMPIONSHIP, _("4 (World Championship)")

    class Hold(models.TextChoices):
        """What the organiser has said about the event as a whole: while it lasts no game is started."""

        NONE = "", _("goes on")
        INTERRUPTED = "interrupted", _("interrupted, goes on another day")
        CALLED_OFF = "called off", _("called off")
        CLOSED = "closed", _("closed: the result stands")

    season = models.ForeignKey(
        Season, verbose_name=_("season"), on_delete=models.PROTECT, related_name="events"
    )
    slug = models.SlugField(
        _("short name"), max_length=60, unique=True, help_text=_("Stands in the address of the event's page.")
    )
    name = models.CharField(_("name"), max_length=LONGEST_EVENT_NAME)
    format_key = models.CharField(_("format"), max_length=40, choices=formats_offered)
    rules_name = models.CharField(_("rules"), max_length=40, choices=rules_offered)
    options = models.JSONField(_("changed options"), default=dict, blank=True)
    settings = models.JSONField(_("settings"), default=dict, blank=True)
    level = models.PositiveSmallIntegerField(_("level"), choices=Level, default=Level.ONE)
    starts_on = models.DateField(_("date"))
    ranked = models.BooleanField(
        _("gives ranking points"),
        default=True,
        help_text=_("Exhibitions never do."),
    )
    forecasts = models.BooleanField(
        _("forecasts"),
        default=True,
        help_text=_("While it is played, chances are worked out after every game and shown on its page."),
    )
    #: None: as measured in its own games (``tournaments.forecasts.durations``).
    seconds_per_throw = models.PositiveSmallIntegerField(
        _("seconds per throw"),
        null=True,
        blank=True,
        validators=[MinValueValidator(LEAST_SECONDS), MaxValueValidator(MOST_SECONDS)],
        help_text=_(
            "By which it is planned how long games take: a throw with its move, 1 to 120. Left empty it is "
            "measured in the games of the event that have ended, and 5 until there are three."
        ),
    )
    #: Number of a game → the moment for which it is planned, in UTC (``2026-11-22T14:50:00+00:00``).
    game_times = models.JSONField(_("times of games"), default=dict, blank=True, editable=False)
    is_public = models.BooleanField(
        _("public"),
        default=True,
        db_default=True,
        help_text=_(
            "Not public: seen only by people with a role here, through links of this event, and by entered players "
            "through their own link; counts in no ranking until it is public."
        ),
    )
    hold = models.CharField(
        _("hold"), max_length=12, choices=Hold, default=Hold.NONE, blank=True, editable=False
    )
    #: Put away: in no list of events any more, but at its address, in rankings and in the season as before.
    archived = models.BooleanField(_("archived"), default=False, editable=False)
    #: The local day on which the last game that counts ended; None before the end.
    ended_on = models.DateField(_("day of its end"), null=True, editable=False)
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.OPEN, editable=False)
    projection = models.TextField(default="", editable=False)
    version = models.PositiveIntegerField(_("version of the table"), default=0, editable=False)

    history = HistoricalRecords(excluded_fields=["status", "projection", "version", "ended_on"])

    objects = EventQuerySet.as_manager()

    if TYPE_CHECKING:
        entries: RelatedManager[Entry]
        draws: RelatedManager[Draw]
        games: RelatedManager[EventGame]
        report: RelatedManager[ReportLine]
        units: RelatedManager[EventUnit]
        round_plans: RelatedManager[RoundPlan]
        result_claims: RelatedManager[ResultClaim]
        rehearsals: RelatedManager[HallRehearsal]

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        ordering = ("-starts_on", "slug")

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("tournaments:event", args=[self.slug])

    def clean(self) -> None:
        check_days(self, "starts_on")

    @property
    def format(self) -> Format[Any]:
        return FORMATS[self.format_key]

    @property
    def format_settings(self) -> Any:
        return self.format.settings.read(self.settings)

    @property
    def rules(self) -> RuleSet:
        return self.rules_of(self.rules_name)

    @property
    def variants(self) -> list[tuple[Text, Text]]:
        """What differs from the rule set, in words: each option and its value.

        Who starts only where the rules of the game say it: events of earlier versions may have it without an effect.
        """
        usual = RULE_SETS[self.rules_name].starter
        rules = self.rules if self.format.starter_by_rules else self.rules.but(starter=usual)
        return list(changes_in_words(rules))

    def rules_of(self, rules_name: str) -> RuleSet:
        """The rules of one game: formats of several disciplines name a rule set for each game."""
        return RULE_SETS[rules_name].but(**self.options)
