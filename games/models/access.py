"""Access tokens for programs and devices: only their hashes are kept."""

from __future__ import annotations

import hashlib
import secrets
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

#: So that a token found somewhere is recognised for what it is.
PREFIX = "rauswurf_"


def hashed(token: str) -> str:
    """What is kept of a token; it has 256 random bits, so that one round of SHA-256 is enough."""
    return hashlib.sha256(token.encode()).hexdigest()


class AccessToken(models.Model):
    """The right to write by API: recording games, or organising as well."""

    class Scope(models.TextChoices):
        RECORD = "record", _("record games")
        ORGANISE = "organise", _("record games and organise events")

    name = models.CharField(_("name"), max_length=100, help_text=_("What it is for: a device, a program."))
    scope = models.CharField(_("scope"), max_length=10, choices=Scope, default=Scope.RECORD)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("owner"), null=True, blank=True, on_delete=models.CASCADE
    )
    digest = models.CharField(max_length=64, unique=True, editable=False)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    expires_at = models.DateTimeField(_("expires"), null=True, blank=True)
    revoked_at = models.DateTimeField(_("revoked"), null=True, blank=True)

    class Meta:
        verbose_name = _("access token")
        verbose_name_plural = _("access tokens")
        ordering = ("-created_at",)

    def __str__(self) -> str:
        return self.name

    @classmethod
    def issue(cls, **fields: Any) -> tuple[AccessToken, str]:
        """A new token and its text, which is shown this once and then known to nobody but its holder."""
        text = PREFIX + secrets.token_urlsafe(32)
        return cls.objects.create(digest=hashed(text), **fields), text

    def is_valid(self, now: datetime) -> bool:
        """Whether it can be used at that moment."""
        return self.revoked_at is None and (self.expires_at is None or now < self.expires_at)
