"""Who may do what: permits of people, tokens of programs, devices and boards, what proves an account beside its
password, and what happened to them.
"""

from __future__ import annotations

import hashlib
import secrets
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import get_language, gettext_lazy as _

from games.enums import Role
from games.models.event import AppendOnly

#: So that a token found somewhere is recognised for what it is.
PREFIX = "rauswurf_"
LONGEST_TOKEN_NAME = 100
_PLACE = _("Where it holds: site for everything, game:… for a game, and so on (docs/reference/access.md).")


def hashed(token: str) -> str:
    """What is stored of a token; it has 256 random bits, so that one round of SHA-256 is enough."""
    return hashlib.sha256(token.encode()).hexdigest()


def roles_offered() -> list[tuple[str, str]]:
    """The roles to choose from, in the reader's language."""
    return [(role.value, role.text.of(get_language() or "en")) for role in Role]


class Permit(models.Model):
    """The role of a person in a place. Given and taken by ``games.access.services`` alone."""

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("person"), on_delete=models.CASCADE, related_name="permits"
    )
    role = models.CharField(_("role"), max_length=10, choices=roles_offered)
    place = models.CharField(_("place"), max_length=120, help_text=_PLACE)
    granted_by = models.CharField(_("granted by"), max_length=60)
    granted_at = models.DateTimeField(_("granted"))
    revoked_at = models.DateTimeField(_("revoked"), null=True, blank=True)

    class Meta:
        verbose_name = _("permit")
        verbose_name_plural = _("permits")
        ordering = ("-granted_at", "-pk")
        constraints = [
            models.UniqueConstraint(
                fields=["person", "role", "place"],
                condition=models.Q(revoked_at=None),
                name="one_permit_per_person_role_and_place",
            )
        ]

    def __str__(self) -> str:
        return f"{self.person}: {self.role}, {self.place}"


class AccessToken(models.Model):
    """The role of a program, a device or a board in a place; its text, or the link with it, gives the role.

    Given and taken by ``games.access.services`` alone.
    """

    name = models.CharField(
        _("name"),
        max_length=LONGEST_TOKEN_NAME,
        help_text=_("What it is for: a device, a program, a board."),
    )
    role = models.CharField(_("role"), max_length=10, choices=roles_offered, default=Role.RECORDER.value)
    place = models.CharField(_("place"), max_length=120, default="site", help_text=_PLACE)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    created_by = models.CharField(_("created by"), max_length=60, blank=True, editable=False)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    expires_at = models.DateTimeField(_("expires"), null=True, blank=True)
    revoked_at = models.DateTimeField(_("revoked"), null=True, blank=True)
    last_used_at = models.DateTimeField(_("last used"), null=True, blank=True)

    class Meta:
        verbose_name = _("access token")
        verbose_name_plural = _("access tokens")
        ordering = ("-created_at", "-pk")

    def __str__(self) -> str:
        return self.name

    @classmethod
    def issue(cls, **fields: Any) -> tuple[AccessToken, str]:
        """A new token and its text, which is shown only now and known to its holder alone."""
        text = PREFIX + secrets.token_urlsafe(32)
        return cls.objects.create(digest=hashed(text), **fields), text

    def is_valid(self, now: datetime) -> bool:
        """Whether it can be used at that moment."""
        return self.revoked_at is None and (self.expires_at is None or now < self.expires_at)


class SecurityEvent(AppendOnly):
    """Something that happened to accounts, permits, tokens or names: never changed, never deleted.

    As little of people as is needed: accounts by their number, addresses by their network.
    """

    class Kind(models.TextChoices):
        LOGIN = "login", _("login")
        LOGIN_FAILED = "login failed", _("login failed")
        LOGIN_THROTTLED = "login throttled", _("login throttled")
        LOGOUT = "logout", _("logout")
        LINK_OPENED = "link opened", _("link opened")
        TOKEN_ISSUED = "token issued", _("token issued")
        TOKEN_REVOKED = "token revoked", _("token revoked")
        PERMIT_GRANTED = "permit granted", _("permit granted")
        PERMIT_REVOKED = "permit revoked", _("permit revoked")
        FACTOR_ADDED = "factor added", _("second factor added")
        FACTOR_REMOVED = "factor removed", _("second factor removed")
        CODES_MADE = "codes made", _("recovery codes made")
        CODE_USED = "code used", _("recovery code used")
        PASSWORD_CHANGED = "password changed", _("password changed")
        MAIL_CHANGED = "mail changed", _("e-mail address changed")
        SESSIONS_ENDED = "sessions ended", _("devices signed out")
        PLAYER_ERASED = "player erased", _("player erased")
        BACKUP_ASKED = "backup asked for", _("backup asked for")
        BACKUP_TAKEN = "backup taken", _("backup downloaded")

    kind = models.CharField(_("kind"), max_length=20, choices=Kind)
    #: Who did it, as events of games keep it: ``user:7``, ``token:3``, ``command``; blank: unknown.
    actor = models.CharField(_("who"), max_length=60, blank=True)
    #: To whom or what it was done: ``user:7``, ``token:3``, ``player:…`` with their id.
    about = models.CharField(_("about"), max_length=60, blank=True)
    role = models.CharField(_("role"), max_length=10, blank=True)
    place = models.CharField(_("place"), max_length=120, blank=True)
    #: Where it came from: a /24 of IPv4, a /48 of IPv6; blank where it came from no address.
    network = models.CharField(_("network"), max_length=50, blank=True)
    happened_at = models.DateTimeField(_("when"))

    class Meta:
        verbose_name = _("security event")
        verbose_name_plural = _("security events")
        ordering = ("-happened_at", "-pk")
        indexes = [models.Index(fields=["place", "happened_at"], name="security_events_of_a_place")]

    def __str__(self) -> str:
        return f"{self.kind} {self.about}"


class LoginAttempts(models.Model):
    """The attempts to log in with one name from one address since the last that succeeded."""

    #: A hash of both, so that neither names nor addresses pile up here.
    whose = models.CharField(max_length=64, unique=True, editable=False)
    failures = models.PositiveIntegerField(default=0)
    last_at = models.DateTimeField()
    #: Whether a refusal since the last attempt is among the security events already.
    refused = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("attempts to log in")
        verbose_name_plural = _("attempts to log in")

    def __str__(self) -> str:
        return f"{self.failures} until {self.last_at}"


class SecondFactor(models.Model):
    """An authenticator app or a passkey of an account. Written by ``games.access.second_factor`` alone."""

    class Kind(models.TextChoices):
        APP = "app", _("authenticator app")
        PASSKEY = "passkey", _("passkey")

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="second_factors"
    )
    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    #: As its person calls it: Phone, or Firefox on Linux.
    name = models.CharField(_("name"), max_length=60)
    #: Of an app the secret that both sides know (Base32), of a passkey its public key with its id (Base64).
    data = models.TextField(editable=False)
    #: Of an app the last time step that was used, of a passkey its counter: nothing is taken twice.
    last_count = models.BigIntegerField(default=0, editable=False)
    last_used_at = models.DateTimeField(_("last used"), null=True, blank=True)

    class Meta:
        verbose_name = _("second factor")
        verbose_name_plural = _("second factors")
        ordering = ("pk",)

    def __str__(self) -> str:
        return self.name


class RecoveryCode(models.Model):
    """A code that opens an account once when its second factor is lost; deleted as it is used."""

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="recovery_codes"
    )
    #: All that is stored of it; it has 64 random bits.
    digest = models.CharField(max_length=64, editable=False)

    class Meta:
        verbose_name = _("recovery code")
        verbose_name_plural = _("recovery codes")
        constraints = [models.UniqueConstraint(fields=["account", "digest"], name="recovery_code_once")]

    def __str__(self) -> str:
        return f"{self.account_id}"
