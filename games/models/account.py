"""What proves an account beside its password: second factors, recovery codes, identities at an OpenID provider."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


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
    created_at = models.DateTimeField(_("created"))
    last_used_at = models.DateTimeField(_("last used"), null=True, blank=True)

    class Meta:
        verbose_name = _("second factor")
        verbose_name_plural = _("second factors")
        ordering = ("created_at", "pk")

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


class OpenIdIdentity(models.Model):
    """Whom the OpenID provider means by an account, once they have come in by it."""

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="openid_identities"
    )
    issuer = models.CharField(max_length=255)
    subject = models.CharField(max_length=255)
    created_at = models.DateTimeField(_("created"))

    class Meta:
        verbose_name = _("OpenID identity")
        verbose_name_plural = _("OpenID identities")
        constraints = [models.UniqueConstraint(fields=["issuer", "subject"], name="openid_identity_once")]

    def __str__(self) -> str:
        return self.subject
