"""Webhooks: which messages about an event, a season's events or all go where."""

from __future__ import annotations

import re
import uuid
from typing import TYPE_CHECKING

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from rules import languages
from tournaments.models.event import Event
from tournaments.models.localized_text import SaidField
from tournaments.models.season import Season
from tournaments.webhook_address import sendable
from tournaments.webhook_signing import new_secret

if TYPE_CHECKING:
    from django.db.models.fields.related_descriptors import RelatedManager


_CHAT = re.compile(r"-?\d{1,20}|@\w{4,32}", re.ASCII)


class Kind(models.TextChoices):
    """The kind of a message (docs/reference/webhooks.md)."""

    GAME_ENDED = "game.ended", _("game ended")
    STANDINGS_CHANGED = "standings.changed", _("table changed")
    MATCH_POINT = "event.match_point", _("match point")
    EVENT_FINISHED = "event.finished", _("event decided")
    PING = "ping", _("test")


#: The note of a change of the secret.
NEW_SECRET = "new secret"
#: The kinds that can be subscribed to. A test is sent when an organiser asks for it.
OFFERED = tuple(kind for kind in Kind if kind != Kind.PING)


class Receiving(models.TextChoices):
    """Who receives the messages: a program that reads signed JSON, or the people in a chat."""

    PROGRAM = "program", _("program")
    DISCORD = "discord", "Discord"
    TELEGRAM = "telegram", "Telegram"


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


def chat_of_telegram(text: str) -> None:
    """Refuse what is neither the number of a chat nor the public name of one."""
    if not _CHAT.fullmatch(text):
        raise ValidationError(
            _("The number of a chat is needed, such as -1001234567890, or a public name, such as @league."),
            code="chat",
        )


class Webhook(models.Model):
    """An address to which messages are sent. Changed by ``tournaments.webhooks.services`` alone.

    They are about its ``event``, or about all events, also later ones, of its ``season``; with neither about all of
    the site.

    ``secret`` signs the messages and is therefore stored as it is; ``previous_secret`` signs beside it until
    ``previous_until``. Of a chat it is the part of the address that no one else may know, and ``url`` the rest;
    ``chat`` says which one of a bot.
    """

    event = models.ForeignKey(
        Event,
        verbose_name=_("event"),
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="webhooks",
    )
    season = models.ForeignKey(
        Season,
        verbose_name=_("season"),
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="webhooks",
    )
    url = models.CharField(
        _("address"),
        max_length=500,
        validators=[sendable],
        help_text=_("Messages are sent there by POST, such as https://league.example/rauswurf."),
    )
    # Defaults of the database, too: processes of the version before may write beside this one.
    receiver = models.CharField(
        _("receiver"),
        max_length=10,
        choices=Receiving,
        default=Receiving.PROGRAM,
        db_default=Receiving.PROGRAM,
    )
    chat = models.CharField(
        _("chat"), max_length=40, blank=True, default="", db_default="", validators=[chat_of_telegram]
    )
    language = models.CharField(_("language"), max_length=10, blank=True, default="", db_default="")
    kinds = models.JSONField(_("tells of"), validators=[offered_once])
    active = models.BooleanField(
        _("active"), default=True, help_text=_("What happens while it is off is not told afterwards.")
    )
    secret = models.CharField(max_length=100, default=new_secret, editable=False)
    previous_secret = models.CharField(max_length=100, blank=True, editable=False)
    previous_until = models.DateTimeField(null=True, editable=False)
    created_by = models.CharField(_("created by"), max_length=60, editable=False)
    created_at = models.DateTimeField(_("created"), editable=False)

    history = HistoricalRecords(excluded_fields=["secret", "previous_secret", "previous_until"])

    if TYPE_CHECKING:
        deliveries: RelatedManager[Delivery]

    class Meta:
        verbose_name = _("webhook")
        verbose_name_plural = _("webhooks")
        ordering = ("event", "pk")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(event=None) | models.Q(season=None), name="webhook_of_one_place"
            )
        ]

    def __str__(self) -> str:
        return f"{self.event or self.season or _('the whole site')}: {self.name}"

    @property
    def place(self) -> str:
        """The place whose events it reports (``games.access.scopes``)."""
        if self.event is not None:
            return f"event:{self.event.slug}"
        return "site" if self.season is None else f"season:{self.season.slug}"

    @property
    def name(self) -> str:
        """What it is called on pages: its address, and of a chat what is not secret."""
        match self.receiver:
            case Receiving.DISCORD:
                return f"Discord {self.url.rpartition('/')[2]}"
            case Receiving.TELEGRAM:
                return f"Telegram {self.chat}"
        return self.url

    @property
    def is_chat(self) -> bool:
        return self.receiver != Receiving.PROGRAM

    def clean(self) -> None:
        """Refuse a language that the site does not have, and a chat where there is none."""
        if self.is_chat and self.language not in languages():
            raise ValidationError(
                {
                    "language": ValidationError(
                        _("One of these is needed: %(known)s."), params={"known": ", ".join(languages())}
                    )
                }
            )
        if (self.receiver == Receiving.TELEGRAM) != bool(self.chat):
            raise ValidationError({"chat": _("Only Telegram has a chat, and needs one.")})


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
