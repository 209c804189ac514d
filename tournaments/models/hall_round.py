"""What a hall keeps of a round beside its draw: the plan behind it, and what players say of its tables."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.event import Event

#: The maximum number of characters of a key of an entry, or of an actor.
LONGEST_CLAIMANT = 120


class RoundPlan(models.Model):
    """How the tables of a round are planned: a draft until there is a ``Draw`` of the same subject, then its proof.

    ``seed_hash`` is public from the beginning, ``seed`` once the round is published. ``order`` is empty until the
    round is planned; then it is what the seating engine made of the seed, of ``people`` (as they were then: key, team,
    wishes, score) and of what had been played. ``changes`` are made by hand afterwards, one after the other, each with
    the order it led to and its reason.
    """

    event = models.ForeignKey(
        Event, verbose_name=_("event"), on_delete=models.CASCADE, related_name="round_plans"
    )
    subject = models.CharField(_("subject"), max_length=60)
    number = models.PositiveSmallIntegerField(_("number"))
    order = models.JSONField(_("order"), default=list, blank=True)
    seed = models.CharField(_("seed"), max_length=200)
    seed_hash = models.CharField(_("hash of the seed"), max_length=64)
    people = models.JSONField(_("people"), default=list, blank=True)
    #: The number of rounds planned ahead with it, itself included.
    rounds = models.PositiveSmallIntegerField(_("rounds planned"), default=1)
    changes = models.JSONField(_("changed by hand"), default=list, blank=True)
    made_by = models.CharField(_("made by"), max_length=80)
    made_at = models.DateTimeField(_("made at"))

    class Meta:
        verbose_name = _("plan of a round")
        verbose_name_plural = _("plans of rounds")
        ordering = ("event", "number")
        constraints = [models.UniqueConstraint(fields=["event", "subject"], name="one_plan_per_round")]

    def __str__(self) -> str:
        return f"{self.event}: {self.subject}"

    @property
    def seats(self) -> list[str]:
        """Its order with what was changed by hand."""
        found: list[str] = self.changes[-1]["order"] if self.changes else self.order
        return found


class ResultClaim(models.Model):
    """A claim about the result of a table, by a player or an official; it counts once it is confirmed."""

    class State(models.TextChoices):
        OPEN = "open", _("to be confirmed")
        CONFIRMED = "confirmed", _("confirmed")
        CONTRADICTED = "contradicted", _("contradicted")
        WITHDRAWN = "withdrawn", _("withdrawn")

    event = models.ForeignKey(
        Event, verbose_name=_("event"), on_delete=models.CASCADE, related_name="result_claims"
    )
    number = models.PositiveIntegerField(_("number of the game"))
    #: The key of an entry (a player with the slip of the table), or an actor (an official).
    claimant = models.CharField(_("who claims it"), max_length=LONGEST_CLAIMANT)
    #: The content of the slip (``tournaments.services.slip.Slip.as_json``).
    sheet = models.JSONField(_("result as told"))
    state = models.CharField(_("state"), max_length=12, choices=State, default=State.OPEN)
    made_at = models.DateTimeField(_("made at"))

    class Meta:
        verbose_name = _("claim of a result")
        verbose_name_plural = _("claims of results")
        ordering = ("event", "number", "made_at", "pk")
        indexes = [models.Index(fields=["event", "number"], name="claims_of_a_game")]

    def __str__(self) -> str:
        return f"{self.event} · {self.number}: {self.claimant}"
