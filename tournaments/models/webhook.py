"""Webhooks: who wants to be told what of an event, and where."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from games.models import Game
from tournaments.models.event import Event
from tournaments.webhook_address import sendable
from tournaments.webhook_signing import new_secret

if TYPE_CHECKING:
    from django.db.models.fields.related_descriptors import RelatedManager

    from tournaments.models.delivery import Delivery


class Kind(models.TextChoices):
    """What a message tells (docs/reference/webhooks.md)."""

    GAME_ENDED = "game.ended", _("game ended")
    STANDINGS_CHANGED = "standings.changed", _("table changed")
    EVENT_FINISHED = "event.finished", _("event decided")
    RANKING_CHANGED = "ranking.changed", _("ranking changed")
    THROW_RECORDED = "throw.recorded", _("recorded at a board")
    PING = "ping", _("test")


#: What can be subscribed to. A test is sent to whoever it is asked for.
OFFERED = tuple(kind for kind in Kind if kind != Kind.PING)


def offered_once(kinds: object) -> None:
    """Refuse anything but a list of kinds that are offered, each once."""
    known = [str(kind) for kind in OFFERED]
    if not isinstance(kinds, list) or not all(kind in known for kind in kinds):
        raise ValidationError(
            _("A list is needed of some of these: %(known)s."),
            code="unknown",
            params={"known": ", ".join(known)},
        )
    if len(set(kinds)) < len(kinds):
        raise ValidationError(_("Each kind is named once."), code="twice")


class Webhook(models.Model):
    """An address to which messages about an event are sent. Changed by ``tournaments.webhooks.services`` alone.

    ``secret`` signs the messages and is therefore kept as it is; ``previous_secret`` signs beside it until
    ``previous_until``. ``busy_until`` is set while somebody sends: of two senders one gets it.
    """

    event = models.ForeignKey(
        Event, verbose_name=_("event"), on_delete=models.CASCADE, related_name="webhooks"
    )
    url = models.CharField(
        _("address"),
        max_length=500,
        validators=[sendable],
        help_text=_("Messages are sent there by POST, such as https://league.example/rauswurf."),
    )
    kinds = models.JSONField(_("tells of"), validators=[offered_once])
    active = models.BooleanField(
        _("active"), default=True, help_text=_("What happens while it is off is not told afterwards.")
    )
    secret = models.CharField(max_length=100, default=new_secret, editable=False)
    previous_secret = models.CharField(max_length=100, blank=True, editable=False)
    previous_until = models.DateTimeField(null=True, editable=False)
    busy_until = models.DateTimeField(null=True, editable=False)
    created_by = models.CharField(_("created by"), max_length=60, editable=False)
    created_at = models.DateTimeField(_("created"), editable=False)

    history = HistoricalRecords(excluded_fields=["secret", "previous_secret", "previous_until", "busy_until"])

    if TYPE_CHECKING:
        deliveries: RelatedManager[Delivery]
        bookmarks: RelatedManager[Bookmark]

    class Meta:
        verbose_name = _("webhook")
        verbose_name_plural = _("webhooks")
        ordering = ("event", "pk")

    def __str__(self) -> str:
        return f"{self.event}: {self.url}"


class Bookmark(models.Model):
    """Up to which event of a game a webhook has been told what was recorded; no row means that nothing was."""

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="bookmarks")
    # No constraint: checking it would lock the game's row, behind the event's and in the way of its next throw.
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+", db_constraint=False)
    number = models.PositiveIntegerField(default=0)
    moved_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["webhook", "game"], name="one_bookmark_per_webhook_and_game")
        ]

    def __str__(self) -> str:
        return f"{self.game_id}: {self.number}"
