"""Deliveries: the messages to a webhook, and the result of the last attempt to send each."""

import uuid

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.localized_text import SaidField
from tournaments.models.webhook import Kind, Webhook


class Delivery(models.Model):
    """One message to one webhook: written together with the change that it reports, sent afterwards.

    ``uuid`` is the ``webhook-id`` by which a receiver knows a repeat, ``body`` exactly what is signed and
    sent. The ``last_…`` are the result of the last attempt. ``next_attempt_at`` means something while it waits.
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
    body = models.TextField(_("what is sent"))
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.WAITING)
    created_at = models.DateTimeField(_("created"))
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    next_attempt_at = models.DateTimeField(_("next attempt"))
    last_status = models.PositiveSmallIntegerField(_("last status"), null=True)
    last_error = SaidField(_("last error"), null=True)
    last_answer = models.TextField(_("last answer"), blank=True)
    delivered_at = models.DateTimeField(_("delivered"), null=True)

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
