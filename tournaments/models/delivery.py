"""Deliveries: what is told to a webhook, and how the attempts to tell it went."""

from __future__ import annotations

import uuid

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models import Game
from tournaments.models.localized_text import SaidField
from tournaments.models.webhook import Kind, Webhook


class Delivery(models.Model):
    """One message to one webhook: written together with what it tells, sent afterwards.

    ``uuid`` is the ``webhook-id`` by which a receiver knows a repeat, ``body`` exactly what is signed and
    sent. The ``last_…`` tell how the last attempt went. ``next_attempt_at`` means something while it waits.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        DELIVERED = "delivered", _("delivered")
        GIVEN_UP = "given up", _("given up")

    uuid = models.UUIDField(_("id"), default=uuid.uuid4, unique=True)
    webhook = models.ForeignKey(
        Webhook, verbose_name=_("webhook"), on_delete=models.CASCADE, related_name="deliveries"
    )
    kind = models.CharField(_("kind"), max_length=30, choices=Kind)
    #: The game that it is about, where it is about one. No constraint: checking it would lock the game's row,
    #: behind the event's and in the way of its next throw.
    game = models.ForeignKey(
        Game,
        verbose_name=_("game"),
        null=True,
        on_delete=models.CASCADE,
        related_name="+",
        db_constraint=False,
    )
    body = models.TextField(_("what is sent"))
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.WAITING)
    created_at = models.DateTimeField(_("created"))
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    next_attempt_at = models.DateTimeField(_("next attempt"))
    last_status = models.PositiveSmallIntegerField(_("last status"), null=True)
    last_error = SaidField(_("last error"), null=True)
    last_answer = models.TextField(_("last answer"), blank=True)
    last_duration = models.PositiveIntegerField(_("last duration (ms)"), null=True)
    delivered_at = models.DateTimeField(_("delivered"), null=True)
    replay_of = models.ForeignKey(
        "self",
        verbose_name=_("sent again for"),
        null=True,
        on_delete=models.SET_NULL,
        related_name="replays",
    )

    class Meta:
        verbose_name = _("delivery")
        verbose_name_plural = _("deliveries")
        ordering = ("-pk",)
        indexes = [
            models.Index(
                fields=["webhook", "next_attempt_at"],
                condition=models.Q(state="waiting"),
                name="deliveries_that_wait",
            ),
            models.Index(fields=["created_at"], name="deliveries_by_age"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.uuid}"
